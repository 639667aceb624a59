import { audit } from '../../domain/audit/decider.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { assignPaidWith } from '../payment/assign-payment.ts';
import { notFound, type Refusal } from '../refusal.ts';

export interface ErasedSubmission {
  readonly submissionId: string;
  readonly formId: string;
  /** The time of the first request. */
  readonly at: string;
  readonly position: bigint | null;
}

/**
 * Records that a submission of the context's account is erased. From then on no read model shows it, and its
 * events leave the log soon after. A payment that paid it stays used. A repeated request has the same outcome.
 * @throws StreamErased once the log no longer holds the submission
 */
export async function eraseSubmission(
  { aggregates, now }: Pick<CommandDeps, 'aggregates' | 'now'>,
  submissionId: string,
  // Erasing twice is one erasure, whichever request asks; the facts of an account may be too many to search.
  { requestKey: _, ...context }: CommandContext,
): Promise<Result<ErasedSubmission, Refusal>> {
  const { accountId } = context;
  const { state } = await aggregates.load(submission, streamOf.submission(submissionId));
  if (!state.exists || state.present.accountId !== accountId) return notFound;
  if (state.payment) await assignPaidWith({ aggregates, now }, state.payment, submissionId, context);
  const formId = state.present.form.id;
  const at = now().toISOString();
  const erased = await aggregates.execute(
    audit,
    streamOf.audit(accountId),
    [{ type: 'EraseSubmission', submissionId, formId, at }],
    context,
  );
  if (!erased.ok) return erased;
  const { state: facts, position } = erased.value;
  return ok({ submissionId, formId, at: facts.open.get(submissionId)?.at ?? at, position });
}
