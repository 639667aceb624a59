import { audit } from '../../domain/audit/decider.ts';
import { delivery } from '../../domain/delivery/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import { StreamErased } from '../../log/log-errors.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError } from '../errors/errors.ts';

type Deps = Pick<ApiDeps, 'aggregates' | 'queries'>;

interface Erased {
  readonly account_id: string;
  readonly submission_id: string;
  readonly erased_at: string;
  readonly completed_at: string | null;
}

/**
 * Refuses to show a submission that is erased, or a delivery of it, from the moment of the event on.
 * @param accountId the account that may know of the erasure; null for operators
 * @throws ApiError `erased`, with the time; for operators also StreamErased, once the log no longer holds the events
 */
export async function refuseErased(
  deps: Deps,
  kind: 'submission' | 'delivery',
  id: string,
  accountId: string | null = null,
): Promise<void> {
  const known = await deps.queries.erasures.get(id);
  const erased = known ?? (await erasureUnderWay(deps, kind, id).catch(unlessHidden(accountId)));
  if (!erased || (accountId !== null && erased.account_id !== accountId)) return;
  const { submission_id, erased_at, completed_at } = erased;
  throw new ApiError('erased', {
    message: `The ${kind} was erased at ${erased_at}.`,
    details: { submission_id, erased_at, completed_at },
  });
}

/** An account does not learn that events are gone which may have been those of another account. */
const unlessHidden = (accountId: string | null) => (error: unknown) => {
  if (accountId !== null && error instanceof StreamErased) return null;
  throw error;
};

/** Finds an erasure that the read model may not hold yet, or holds for the submission alone. */
async function erasureUnderWay(
  { aggregates }: Deps,
  kind: 'submission' | 'delivery',
  id: string,
): Promise<Erased | null> {
  const of = await (kind === 'submission' ? ofSubmission : ofDelivery)(aggregates, id);
  if (!of) return null;
  const { state } = await aggregates.load(audit, streamOf.audit(of.accountId));
  const open = state.open.get(of.submissionId);
  if (!open) return null;
  return {
    account_id: of.accountId,
    submission_id: of.submissionId,
    erased_at: open.at,
    completed_at: null,
  };
}

// Neither an account nor a submission ever changes, so a cached state of any age is good enough.
async function ofSubmission(aggregates: Deps['aggregates'], submissionId: string) {
  const { state } = await aggregates.load(submission, streamOf.submission(submissionId), Infinity);
  return state.exists ? { accountId: state.created.accountId, submissionId } : null;
}

async function ofDelivery(aggregates: Deps['aggregates'], deliveryId: string) {
  const { state } = await aggregates.load(delivery, streamOf.delivery(deliveryId), Infinity);
  if (!state.exists || state.subject.submissionId === null) return null;
  const { accountId, submissionId } = state.subject;
  return { accountId, submissionId };
}
