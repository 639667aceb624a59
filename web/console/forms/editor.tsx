import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { FormChange } from '../../../api/contract/forms/form-schemas.ts';
import { ById } from '../../../api/contract/values.ts';
import { refused } from '../../../api/errors/errors.ts';
import { withSettings } from '../../../api/requests/form-settings.ts';
import { changeForm } from '../../../commands/form/change-form.ts';
import { type ExistingForm, form as formDecider } from '../../../domain/form/decider.ts';
import { keyedInputs } from '../../../domain/form/field-keys.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { inputCheck, type InputProblem } from '../../check-input.ts';
import { renderInTurns } from '../../parts/render-in-turns.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { ofAccount, show } from '../shell.tsx';
import { draftOf, edited } from './draft.ts';
import { Editor, type EditorProps } from './editor-form.tsx';
import { FieldEditor } from './field-editor.tsx';
import { formerOf, inputOf, misreadNumbers } from './field-input.ts';
import { preview } from './preview.tsx';
import { readDraft } from './read-draft.ts';
import { inNote } from './warnings-in-note.ts';

const Sent = Type.Record(Type.String(), Type.Unknown());

/** The editor of a form's title, description and fields. */
export function formEditor(
  app: Routes,
  deps: Omit<Parameters<typeof changeForm>[0], 'destinationChoices'> & Pick<WebDeps, 'queries'>,
): void {
  const { aggregates, queries } = deps;
  const check = inputCheck(FormChange);
  const config = { scope: 'forms:write' } as const;
  const path = '/console/forms/:id/edit';

  const page = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { formId, title, accountId, fields: former }: ExistingForm,
    editor: Pick<EditorProps, 'draft' | 'revision' | 'problems'>,
  ) => {
    const fields = await renderInTurns(editor.draft.fields, (field, index) => (
      <FieldEditor field={field} index={index} problems={editor.problems} />
    ));
    const safePreview = await preview(editor.draft, former);
    return show(
      reply,
      {
        title: 'Edit',
        account: accountId,
        crumbs: [
          ['Forms', ofAccount('/console/forms', accountId)],
          [title, `/console/forms/${formId}`],
        ],
      },
      <div id="editor" class="editor">
        <Editor
          request={request}
          action={`/console/forms/${formId}/edit`}
          fields={fields.join('')}
          {...editor}
        />
        {safePreview}
      </div>,
    );
  };

  async function load(request: FastifyRequest, formId: string) {
    const context = await contextFor(request, aggregates, 'form', formId);
    const { state, revision } = await aggregates.load(formDecider, streamOf.form(formId));
    if (!state.exists) throw refused({ code: 'not_found' });
    return { context, form: state, revision };
  }

  app.get(path, { config, schema: { params: ById } }, async (request, reply) => {
    const { form, revision } = await load(request, request.params.id);
    const { title, description, slug, language = '', timeZone = '', fields } = form;
    return page(request, reply, form, {
      draft: { title, description, slug, language, timeZone, fields: fields.map(draftOf) },
      revision,
      problems: [],
    });
  });

  app.post(path, { config, schema: { params: ById, body: Sent } }, async (request, reply) => {
    const { id: formId } = request.params;
    const { context, form } = await load(request, formId);
    const { action, new_kind: kind, revision: shown } = request.body;
    const draft = readDraft(request.body);
    const revision = Number(shown);
    if (action !== 'save')
      return page(request, reply, form, {
        draft: edited(draft, action === 'add' ? `add ${String(kind)}` : String(action)),
        revision,
        problems: [],
      });
    const changes = {
      title: draft.title,
      description: draft.description,
      ...(draft.slug !== '' && draft.slug !== form.slug && { slug: draft.slug }),
      language: draft.language === '' ? null : draft.language,
      time_zone: draft.timeZone === '' ? null : draft.timeZone,
      fields: keyedInputs(
        draft.fields.map((field) => inputOf(field, formerOf(field, form.fields))),
        form.fields,
      ),
    };
    const misread = misreadNumbers(draft.fields);
    const checked = check(changes);
    const refuse = (problems: readonly InputProblem[]) =>
      page(request, reply.code(422), form, { draft, revision, problems });
    if (misread.length > 0) {
      const known = new Set(misread.map(({ path: at }) => at));
      const others = checked.ok ? [] : checked.error.filter(({ path: at }) => !known.has(at));
      return refuse([...misread, ...others]);
    }
    if (!checked.ok) return refuse(checked.error);
    const change = { formId, changes: withSettings(checked.value), onlyAt: [revision] };
    const changing = { ...deps, destinationChoices: queries.destinations.choosing };
    const changed = await changeForm(changing, change, context);
    if (!changed.ok && changed.error.code === 'invalid_request') return refuse(changed.error.problems);
    if (!changed.ok && changed.error.code === 'slug_taken')
      return refuse([{ path: '/slug', message: 'Another form of the account has this slug.' }]);
    if (!changed.ok && changed.error.code === 'revision_mismatch')
      return refuse([
        {
          path: '/form',
          message: 'Someone has changed the form since you opened it. Open it again to see the changes.',
        },
      ]);
    if (!changed.ok) throw refused(changed.error);
    const { position, warnings } = changed.value;
    const note = ['The form is saved.', ...inNote(warnings)].join(' ');
    return redirectAfterWrite(reply, { position }, { to: `/console/forms/${formId}`, note });
  });
}
