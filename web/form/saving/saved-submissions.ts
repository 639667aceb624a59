import { audit } from '../../../domain/audit/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { submission } from '../../../domain/submission/decider.ts';
import type { ExistingSubmission } from '../../../domain/submission/state.ts';
import { StreamErased } from '../../../log/log-errors.ts';
import type { WebDeps } from '../../web-deps.ts';

/**
 * Returns a submission to a form; null if it does not exist, belongs to another form, has expired or is being erased.
 * @throws LogUnavailable
 */
export async function submissionTo(
  { aggregates }: Pick<WebDeps, 'aggregates'>,
  formId: string,
  submissionId: string,
): Promise<ExistingSubmission | null> {
  try {
    const { state } = await aggregates.load(submission, streamOf.submission(submissionId));
    if (!state.exists || state.present.form.id !== formId || state.isExpired) return null;
    const { state: facts } = await aggregates.load(audit, streamOf.audit(state.present.accountId));
    return facts.open.has(submissionId) ? null : state;
  } catch (cause) {
    if (cause instanceof StreamErased) return null;
    throw cause;
  }
}
