import type { FormAtRevision, FormRevisions } from '../../log/form-revisions.ts';
import type { FormTicket } from './form-tokens.ts';
import { inPresentLook } from './look/present-look.ts';

/**
 * Returns the form as the page of a ticket showed it, in its present look; null if that is unknown.
 * @param current the form as this process knows it; another may have shown a later revision
 * @throws LogUnavailable
 */
export async function findShownForm(
  revisions: FormRevisions,
  { revision, at }: FormTicket,
  current: FormAtRevision,
): Promise<FormAtRevision | null> {
  if (revision === current.revision) return current;
  if (revision !== undefined) {
    const shown = await revisions.at(current.form.formId, revision);
    return shown && { ...shown, form: inPresentLook(shown.form, current.form) };
  }
  return current.form.updatedAt < at ? current : null;
}
