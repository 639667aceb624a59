import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenDraft } from '../../../commands/form-draft/read-draft.ts';
import { newField } from '../../../domain/form-draft/draft-field.ts';
import type { InputProblem } from '../../check-input.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { LanguageSuggestions } from '../../parts/locale-suggestions.tsx';
import { textareaText } from '../../parts/textarea-text.ts';
import { FormToken, ofAccount, show } from '../shell.tsx';
import { isFormChanged } from './draft-status.ts';
import { wasText } from './editor-input.ts';
import { Icon, Sprite } from './icon.tsx';
import { Outdated } from './outdated.tsx';
import { Picker } from './picker.tsx';
import { QuestionList } from './question-list.tsx';
import { QuestionSettings } from './question-settings.tsx';
import { TextControl } from './text-control.tsx';

export interface EditorView {
  readonly open: OpenDraft;
  readonly problems: readonly InputProblem[];
  /** The id of the question whose settings are shown; without script. */
  readonly opened: string | null;
  readonly insertAt: string | null;
  /** The draft with what was typed but not saved. */
  readonly typed?: OpenDraft['draft'];
  /** A sentence above the form, such as the reason why something was not saved. */
  readonly notice?: string;
}

const nameOfDetail: Readonly<Record<string, string>> = {
  '/title': 'Title',
  '/description': 'Description',
  '/slug': 'Slug',
  '/language': 'Language',
  '/time_zone': 'Time zone',
  '/fields': 'Questions',
};

const Problems = ({ problems, open }: Pick<EditorView, 'problems' | 'open'>) => (
  <div class="problem" role="alert">
    <p>The changes are saved as a draft. Before they are published:</p>
    <ul>
      {problems.map(({ path, message }) => {
        const [, index] = /^\/fields\/(\d+)/.exec(path) ?? [];
        const id = index === undefined ? undefined : open.draft.fields[Number(index)]?.id;
        const name = id === undefined ? (nameOfDetail[path] ?? 'The form') : `Question ${Number(index) + 1}`;
        return (
          <li>
            <a
              href={id === undefined ? '#editor' : `?check=yes&open=${id}#question-${id}`}
              {...(id !== undefined && { 'data-open': id })}
              safe
            >
              {name}
            </a>
            : <span safe>{message}</span>
          </li>
        );
      })}
    </ul>
  </div>
);

const Details = ({ open, problems }: Pick<EditorView, 'open' | 'problems'>) => {
  const { title, description, slug, language, timeZone } = open.draft.details;
  const isFaulty = problems.some(({ path }) => ['/slug', '/language', '/time_zone'].includes(path));
  return (
    <div class="form-details">
      <TextControl name="title" label="Title" value={title} problems={problems} path="/title" />
      <label>
        Description
        <textarea name="description" rows="2" safe>
          {textareaText(description)}
        </textarea>
      </label>
      <details open={isFaulty}>
        <summary>Address, language and time zone</summary>
        <TextControl
          name="slug"
          label="Slug"
          value={slug}
          problems={problems}
          path="/slug"
          help="The readable part of the address: lower-case letters, digits and hyphens. Addresses with a former slug redirect to the current one."
        />
        <div class="row">
          <TextControl
            name="language"
            label="Language"
            value={language}
            problems={problems}
            path="/language"
            list="languages"
            help="A tag such as en or de-CH. It decides the language of the page and how numbers are read."
          />
          <TextControl
            name="timeZone"
            label="Time zone"
            value={timeZone}
            problems={problems}
            path="/time_zone"
            list="time-zones"
            help="A name such as Europe/Berlin, for questions about times. Without one, UTC."
          />
        </div>
        <LanguageSuggestions />
        <datalist id="time-zones" />
      </details>
    </div>
  );
};

/** What the script builds from: the settings of all kinds, the list of kinds, and the buttons of a question. */
const Templates = () => (
  <>
    <template id="settings-template">
      <QuestionSettings field={newField({ id: 'x' })} index={-1} problems={[]} locale={{}} isNew isTemplate />
    </template>
    <dialog id="picker" aria-label="New question">
      <article>
        <header>
          <button type="button" class="plain" data-close>
            Close
          </button>
          <h2>New question</h2>
        </header>
        <Picker place="" />
      </article>
    </dialog>
    <dialog id="conflict" aria-labelledby="conflict-title">
      <article>
        <h2 id="conflict-title">Changed by two people</h2>
        <p class="quiet"> </p>
        <div class="versions"></div>
      </article>
    </dialog>
  </>
);

const Bar = ({ open }: Pick<EditorView, 'open'>) => {
  const { form } = open;
  const hasChanges = isFormChanged(open);
  return (
    <div class="edit-bar">
      <p id="saved" class="quiet" role="status">
        {hasChanges ? 'The draft has changes that are not published.' : 'No changes.'}
      </p>
      <div class="buttons">
        <button
          type="button"
          class="secondary"
          data-act="undo"
          title="Undo (Ctrl+Z)"
          aria-label="Undo"
          hidden
          disabled
        >
          <Icon name="undo" /> <span>Undo</span>
        </button>
        <button
          type="button"
          class="secondary"
          data-act="redo"
          title="Redo (Ctrl+Shift+Z)"
          aria-label="Redo"
          hidden
          disabled
        >
          <Icon name="redo" /> <span>Redo</span>
        </button>
        <button type="button" class="secondary preview-toggle" data-act="preview" aria-pressed="false" hidden>
          Preview
        </button>
        <a role="button" class="secondary" href={`/console/forms/${form.formId}/preview`} target="_blank">
          Preview page
        </a>
        <a
          role="button"
          class="secondary"
          data-discard
          href={`/console/ask?action=/console/forms/${form.formId}/discard`}
          {...(!hasChanges && { hidden: true })}
        >
          Discard changes
        </a>
        <button type="submit" form="edit-form" name="action" value="publish">
          {form.status === 'published' ? 'Publish changes' : 'Save to the form'}
        </button>
      </div>
    </div>
  );
};

/** Answers the editor of a form. Its buttons work without script; with it, changes are saved as they are made. */
export function showEditor(request: FastifyRequest, reply: FastifyReply, view: EditorView): FastifyReply {
  const { open: saved, typed, problems, opened, insertAt, notice } = view;
  const open = typed ? { ...saved, draft: typed } : saved;
  const { formId, title, accountId } = open.form;
  const action = `/console/forms/${formId}/edit`;
  // The script asks for the draft: with this, the browser asks for it while it still reads the page.
  reply.header('link', `</console/forms/${formId}/draft>; rel=preload; as=fetch; crossorigin`);
  return show(
    reply,
    {
      title: 'Edit',
      account: accountId,
      crumbs: [
        ['Forms', ofAccount('/console/forms', accountId)],
        [title, `/console/forms/${formId}`],
      ],
      scripts: ['editor.js'],
      styles: ['editor.css'],
    },
    <div id="editor" class="form-editor" data-form={formId}>
      <Sprite />
      <Bar open={open} />
      <p id="said" class="hidden" role="status"></p>
      {notice !== undefined && (
        <p class="problem" role="alert" safe>
          {notice}
        </p>
      )}
      {open.outdated.length > 0 && <Outdated open={open} />}
      {problems.length > 0 && <Problems problems={problems} open={open} />}
      <div class="edit-columns">
        <form id="edit-form" method="post" action={action}>
          {/* The Enter key presses the first button of a form. */}
          <button type="submit" name="action" value="save" class="hidden" tabindex="-1">
            Save
          </button>
          <FormToken request={request} />
          <input type="hidden" name="seen" value={String(open.draftRevision)} />
          <input type="hidden" name="form_revision" value={String(open.formRevision)} />
          <input type="hidden" name="open" value={opened ?? ''} />
          <input type="hidden" name="was" value={attributeText(wasText(saved, opened))} />
          <Details open={open} problems={problems} />
          <h2>Questions</h2>
          {open.draft.fields.length > 0 && (
            <button type="submit" name="action" value="pick start" class="plain" data-act="add-first">
              <Icon name="plus" /> Add at the start
            </button>
          )}
          <QuestionList open={open} problems={problems} opened={opened} insertAt={insertAt} />
          {insertAt === 'end' && <Picker place="end" />}
          <div class="buttons">
            <button type="submit" name="action" value="pick end" class="secondary" data-act="add">
              <Icon name="plus" /> Add a question
            </button>
            <button type="submit" name="action" value="save" class="secondary" data-without-script>
              Save the draft
            </button>
          </div>
        </form>
        <aside class="preview" id="preview" aria-labelledby="preview-title" tabindex="0" hidden>
          <h2 id="preview-title">Preview</h2>
          <div class="shown-form" inert></div>
        </aside>
      </div>
      <Templates />
    </div>,
  );
}
