import type { OpenDraft } from '../../../commands/form-draft/read-draft.ts';
import { changesBetween, draftOf, isNoChange } from '../../../domain/form-draft/changes.ts';

/** Whether the draft of a form differs from the form. */
export const isFormChanged = ({
  form,
  draft,
  savedAt,
}: Pick<OpenDraft, 'form' | 'draft' | 'savedAt'>): boolean =>
  savedAt !== null && !isNoChange(changesBetween(draftOf(form), draft));
