import type { ExistingForm } from '../../../domain/form/decider.ts';
import { completableUntil } from '../../../domain/form/responses.ts';

/** Whether a form takes the completion of submissions that were begun: also for the time that it sets after it was closed. */
export function isCompletable(form: ExistingForm, now: Date): boolean {
  if (form.status === 'published') return true;
  return form.status === 'closed' && now.toISOString() < (completableUntil(form) ?? '');
}
