import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { FormLookChange } from '../../../api/contract/forms/form-look.ts';
import { ById } from '../../../api/contract/values.ts';
import { refused, valueOf } from '../../../api/errors/errors.ts';
import { withSettings } from '../../../api/requests/form-settings.ts';
import { changeForm } from '../../../commands/form/change-form.ts';
import { type ExistingForm, form as formDecider } from '../../../domain/form/decider.ts';
import { defaultLook } from '../../../domain/form/look.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { inputCheck, type InputProblem } from '../../check-input.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { FormToken, ofAccount, show } from '../shell.tsx';

const Sent = Type.Record(Type.String(), Type.Unknown());

/** The texts of the controls. */
interface Draft {
  readonly hasColor: boolean;
  readonly color: string;
}

/** The colour that the control shows first: that of all forms in light. */
const usualColor = '#1d4ed8';

const colorPath = '/look/color';

const ColorControls = ({
  hasColor,
  color,
  problem,
}: Draft & { readonly problem: string | undefined }): JSX.Element => (
  <fieldset class="own-color">
    <legend>Colour of buttons and links</legend>
    <label>
      <input type="radio" name="has_color" value="no" checked={!hasColor} />
      That of all forms
    </label>
    <label>
      <input type="radio" name="has_color" value="yes" checked={hasColor} />A colour of its own
    </label>
    <label>
      Its colour
      <input
        type="color"
        name="color"
        value={attributeText(color)}
        aria-describedby="color-help"
        {...(problem !== undefined && { 'aria-invalid': 'true' as const })}
      />
      <small id="color-help" safe>
        {problem ?? 'Links are darkened, or in dark mode lightened, until they can be read.'}
      </small>
    </label>
  </fieldset>
);

/** The settings of how the public pages of a form look. */
export function formLookPage(
  app: Routes,
  deps: Omit<Parameters<typeof changeForm>[0], 'destinationChoices'> & Pick<WebDeps, 'queries'>,
): void {
  const { aggregates, queries } = deps;
  const check = inputCheck(Type.Object({ look: FormLookChange }));
  const config = { scope: 'forms:write' } as const;
  const path = '/console/forms/:id/look';

  async function load(request: FastifyRequest, formId: string) {
    const context = await contextFor(request, aggregates, 'form', formId);
    const { state } = await aggregates.load(formDecider, streamOf.form(formId));
    if (!state.exists) throw refused({ code: 'not_found' });
    return { context, form: state };
  }

  const page = (
    request: FastifyRequest,
    reply: FastifyReply,
    { formId, title, accountId }: ExistingForm,
    draft: Draft,
    problems: readonly InputProblem[],
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
      },
      <form method="post" action={`/console/forms/${formId}/look`}>
        <FormToken request={request} />
        <ColorControls {...draft} problem={problems.find((one) => one.path === colorPath)?.message} />
        <button type="submit">Save</button>
      </form>,
    );

  app.get(path, { config, schema: { params: ById } }, async (request, reply) => {
    const { form } = await load(request, request.params.id);
    const { color } = form.look ?? defaultLook;
    return page(request, reply, form, { hasColor: color !== null, color: color ?? usualColor }, []);
  });

  app.post(path, { config, schema: { params: ById, body: Sent } }, async (request, reply) => {
    const { id: formId } = request.params;
    const { context, form } = await load(request, formId);
    const draft = draftIn(request.body);
    const checked = check({ look: { color: draft.hasColor ? draft.color : null } });
    if (!checked.ok) return page(request, reply.code(422), form, draft, checked.error);
    const changing = { ...deps, destinationChoices: queries.destinations.choosing };
    const changed = await changeForm(changing, { formId, changes: withSettings(checked.value) }, context);
    return redirectAfterWrite(reply, valueOf(changed), {
      to: `/console/forms/${formId}`,
      note: 'The look is saved.',
    });
  });
}

const draftIn = ({ has_color, color }: Readonly<Record<string, unknown>>): Draft => ({
  hasColor: has_color === 'yes',
  color: typeof color === 'string' ? color.trim() : '',
});
