import type { OpenDraft } from '../../../commands/form-draft/read-draft.ts';
import { isFormChanged } from './draft-status.ts';
import { Icon } from './icon.tsx';

/** What is saved, and the acts on the whole draft. */
export const EditBar = ({ open }: { readonly open: OpenDraft }) => {
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
