import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenDraft } from '../../../commands/form-draft/read-draft.ts';
import { newField } from '../../../domain/form-draft/draft-field.ts';
import type { InputProblem } from '../../check-input.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { FormToken, ofAccount, show } from '../shell.tsx';
import { DraftProblems } from './draft-problems.tsx';
import { EditBar } from './edit-bar.tsx';
import { wasText } from './editor-input.ts';
import { FormDetails } from './form-details.tsx';
import { Icon, Sprite } from './icon.tsx';
import { Outdated } from './outdated.tsx';
import { Picker } from './picker.tsx';
import { QuestionList } from './question-list.tsx';
import { QuestionSettings } from './question-settings.tsx';

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
      heading: title,
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
      <EditBar open={open} />
      <p id="said" class="hidden" role="status"></p>
      {notice !== undefined && (
        <p class="problem" role="alert" safe>
          {notice}
        </p>
      )}
      {open.outdated.length > 0 && <Outdated open={open} />}
      {problems.length > 0 && <DraftProblems problems={problems} open={open} />}
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
          <FormDetails open={open} problems={problems} />
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
