import { form, isFormOf } from '../../domain/form/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { Aggregates } from '../../log/aggregates.ts';

/** Whether an account owns a form. Ownership never changes, so a cached state of any age is good enough. */
export async function ownsForm(
  { load }: Pick<Aggregates, 'load'>,
  accountId: string,
  formId: string,
): Promise<boolean> {
  const isTheirs = isFormOf(accountId);
  return isTheirs((await load(form, streamOf.form(formId), Infinity, isTheirs)).state);
}
