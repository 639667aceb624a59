import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { contextFor } from '../../../../api/auth/owners.ts';
import { ById } from '../../../../api/contract/values.ts';
import { ApiError, refused } from '../../../../api/errors/errors.ts';
import { sendPicture } from '../../../../api/responses/send-picture.ts';
import { pictureContent } from '../../../../commands/picture/picture-content.ts';
import { type ExistingForm, form as formDecider } from '../../../../domain/form/decider.ts';
import { Color, longestAlt, showsPicture } from '../../../../domain/form/look.ts';
import { streamOf } from '../../../../domain/stream-names.ts';
import { inputCheck, type InputProblem } from '../../../check-input.ts';
import type { WebDeps } from '../../../web-deps.ts';
import type { Routes } from '../../parts/routes.ts';
import { redirectAfterWrite } from '../../read-your-writes.ts';
import { FormToken, ofAccount, show } from '../../shell.tsx';
import { ColorControls, type LookDraft, PictureControls } from './look-controls.tsx';
import { type SentLook, takeLookForms } from './read-look-form.ts';
import { draftOf, type LookSaverDeps, saveLook, sentDraft } from './save-look.ts';

const SentValues = Type.Record(Type.String(), Type.Union([Type.String(), Type.Unsafe<Buffer>({})]));
const Picture = Type.Object({ ...ById.properties, picture: Type.String({ maxLength: 100 }) });

/** The texts that are checked before anything is stored. */
const Texts = Type.Object({
  look: Type.Object({
    color: Type.Union([Color, Type.Null()]),
    logo: Type.String({ maxLength: longestAlt }),
    cover: Type.String({ maxLength: longestAlt }),
  }),
});

/** The address below which the console shows the pictures of a form. */
export const consolePictures = (formId: string): string => `/console/forms/${formId}/pictures`;

interface LookPageProps {
  readonly request: FastifyRequest;
  readonly formId: string;
  readonly draft: LookDraft;
  readonly problems: readonly InputProblem[];
}

const LookForm = ({ request, formId, draft, problems }: LookPageProps) => {
  const about = (member: string): string | undefined =>
    problems.find(({ path }) => path.startsWith(`/look/${member}`))?.message;
  const picturesAt = consolePictures(formId);
  return (
    <form method="post" action={`/console/forms/${formId}/look`} enctype="multipart/form-data">
      <FormToken request={request} />
      <ColorControls {...draft} problem={about('color')} />
      <PictureControls place="logo" draft={draft.logo} picturesAt={picturesAt} problem={about('logo')} />
      <PictureControls place="cover" draft={draft.cover} picturesAt={picturesAt} problem={about('cover')} />
      <button type="submit">Save</button>
    </form>
  );
};

type Deps = Omit<LookSaverDeps, 'destinationChoices'> & Pick<WebDeps, 'log' | 'queries'>;

/** The settings of how the public pages of a form look. */
export function formLookPage(app: Routes, deps: Deps): void {
  const check = inputCheck(Texts);
  const path = '/console/forms/:id/look';

  async function load(request: FastifyRequest, formId: string) {
    const context = await contextFor(request, deps.aggregates, 'form', formId);
    const { state } = await deps.aggregates.load(formDecider, streamOf.form(formId));
    if (!state.exists) throw refused({ code: 'not_found' });
    return { context, form: state };
  }

  const page = (
    request: FastifyRequest,
    reply: FastifyReply,
    { formId, title, accountId }: ExistingForm,
    shown: Pick<LookPageProps, 'draft' | 'problems'>,
  ) =>
    show(
      reply,
      {
        title: 'Look',
        account: accountId,
        crumbs: [
          ['Forms', ofAccount('/console/forms', accountId)],
          [title, `/console/forms/${formId}`],
        ],
        scripts: ['picture.js'],
      },
      <LookForm request={request} formId={formId} {...shown} />,
    );

  const reading = { scope: 'forms:write' } as const;
  app.get(path, { config: reading, schema: { params: ById } }, async (request, reply) => {
    const { form } = await load(request, request.params.id);
    return page(request, reply, form, { draft: draftOf(form.look), problems: [] });
  });

  void app.register(async (sent) => {
    await takeLookForms(sent);
    const schema = { params: ById, body: SentValues };
    sent.post<{ Params: { id: string }; Body: SentLook }>(
      path,
      { config: reading, schema },
      async (request, reply) => {
        const { id: formId } = request.params;
        const { context, form } = await load(request, formId);
        const draft = sentDraft(request.body, form.look);
        const color = draft.hasColor ? draft.color : null;
        const refuse = (problems: readonly InputProblem[]) =>
          page(request, reply.code(422), form, { draft, problems });
        const checked = check({ look: { color, logo: draft.logo.alt, cover: draft.cover.alt } });
        if (!checked.ok) return refuse(checked.error);
        const saving = { ...deps, destinationChoices: deps.queries.destinations.choosing };
        const saved = await saveLook(saving, formId, color, draft, request.body, context);
        if (saved.ok)
          return redirectAfterWrite(reply, saved.value, {
            to: `/console/forms/${formId}`,
            note: 'The look is saved.',
          });
        if ('code' in saved.error) throw refused(saved.error);
        return refuse(saved.error);
      },
    );
  });

  app.get(
    `${consolePictures(':id')}/:picture`,
    { config: { scope: 'forms:read' }, schema: { params: Picture } },
    async (request, reply) => {
      const { id, picture } = request.params;
      const { form } = await load(request, id);
      const content = showsPicture(form.look, picture) ? await pictureContent(deps.log, picture) : null;
      if (!content) throw new ApiError('not_found');
      return sendPicture(reply.header('cache-control', 'private, max-age=86400'), content);
    },
  );
}
