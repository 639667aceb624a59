import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { FormChange } from '../../../api/contract/forms/form-schemas.ts';
import { ById } from '../../../api/contract/values.ts';
import { refused } from '../../../api/errors/errors.ts';
import { withLocale } from '../../../api/requests/locale.ts';
import { changeForm } from '../../../commands/form/change-form.ts';
import { type ExistingForm, form as formDecider } from '../../../domain/form/decider.ts';
import { fieldKinds } from '../../../domain/form/field.ts';
import { keyedInputs } from '../../../domain/form/field-keys.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { inputCheck, type InputProblem } from '../../check-input.ts';
import { inTurns } from '../../parts/in-turns.ts';
import { textareaText } from '../../parts/textarea-text.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { resume } from '../read-your-writes.ts';
import { FormToken, ofAccount, show } from '../shell.tsx';
import { draftOf, edited, type FormDraft, formerOf, inputOf, misreadNumbers, readDraft } from './draft.ts';
import { FieldEditor, inWords } from './field-editor.tsx';
import { LocaleControls } from './locale-controls.tsx';
import { preview } from './preview.tsx';
import { SlugControl } from './slug-control.tsx';
import { inNote } from './warnings-in-note.ts';

interface EditorProps {
  readonly request: FastifyRequest;
  readonly action: string;
  readonly draft: FormDraft;
  /** The revision of the form that is being edited: a change of somebody else is not overwritten. */
  readonly revision: number;
  readonly problems: readonly InputProblem[];
}

const Problems = ({ problems }: Pick<EditorProps, 'problems'>) =>
  problems.length === 0 ? (
    <></>
  ) : (
    <div class="problem" role="alert">
      <p>The form is not saved yet:</p>
      <ul>
        {problems.map(({ path, message }) => {
          const [, index = ''] = /^\/fields\/(\d+)/.exec(path) ?? [];
          const target = index === '' ? '#editor' : `#field-${index}`;
          const name = index === '' ? path.slice(1) : `Field ${Number(index) + 1}`;
          return (
            <li>
              <a href={target} safe>
                {inWords(name)}
              </a>
              : <span safe>{message}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );

interface RenderedFields {
  readonly fields: JSX.Element;
}

/** The editor: a form whose buttons answer the same page with the change; nothing is saved before "Save". */
const Editor = ({ request, action, draft, revision, problems, fields }: EditorProps & RenderedFields) => (
  <form
    method="post"
    action={action}
    hx-post={action}
    hx-target="#editor"
    hx-select="#editor"
    hx-swap="outerHTML show:none"
  >
    {/* The Enter key presses the first button of a form. */}
    <button type="submit" name="action" value="show" class="hidden" tabindex="-1" formnovalidate>
      Preview
    </button>
    <Problems problems={problems} />
    <FormToken request={request} />
    <input type="hidden" name="revision" value={String(revision)} />
    <label>
      Title
      <input name="title" value={draft.title} required />
    </label>
    <label>
      Description
      <textarea name="description" rows="2" safe>
        {textareaText(draft.description)}
      </textarea>
    </label>
    <SlugControl draft={draft} problems={problems} />
    <LocaleControls draft={draft} problems={problems} />
    {fields}
    <div class="row add">
      <label>
        New field
        <select name="new_kind">
          {fieldKinds.map((kind) => (
            <option value={kind} safe>
              {inWords(kind)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" name="action" value="add" class="secondary" formnovalidate>
        Add
      </button>
    </div>
    <div class="buttons sticky">
      <button type="submit" name="action" value="save">
        Save
      </button>
      <button type="submit" name="action" value="show" class="secondary" formnovalidate>
        Preview
      </button>
    </div>
  </form>
);

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
    const fields = await inTurns(editor.draft.fields, (field, index) => (
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
    const change = { formId, changes: withLocale(checked.value), onlyAt: [revision] };
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
    return resume(reply, { position }, { to: `/console/forms/${formId}`, note });
  });
}
