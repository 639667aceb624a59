import { audit } from '../../domain/audit/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { submission } from '../../domain/submission/decider.ts';
import type { Aggregates } from '../../log/aggregates.ts';
import type { PlannedDeliveries } from '../../log/planned-deliveries.ts';
import type { ErasureView } from '../read-models/erasures/queries.ts';

type OpenErasure = Pick<ErasureView, 'account_id' | 'submission_id' | 'erased_at' | 'completed_at'>;

interface Deps {
  readonly aggregates: Pick<Aggregates, 'load'>;
  readonly deliveries: PlannedDeliveries;
}

/**
 * Finds in the log the erasure of a submission, or of the submission that a delivery is about, until it is completed.
 * The read model may not hold it yet, or holds it for the submission alone.
 * @throws StreamErased once the log no longer holds the events of the submission or the delivery
 */
export async function openErasureOf(
  { aggregates, deliveries }: Deps,
  kind: 'submission' | 'delivery',
  id: string,
): Promise<OpenErasure | null> {
  const of = await (kind === 'submission' ? ofSubmission(aggregates, id) : ofDelivery(deliveries, id));
  if (!of) return null;
  const { state } = await aggregates.load(audit, streamOf.audit(of.accountId));
  const open = state.open.get(of.submissionId);
  return open
    ? { account_id: of.accountId, submission_id: of.submissionId, erased_at: open.at, completed_at: null }
    : null;
}

/** Returns the submissions of an account whose erasure the log has and is not completed; a read model may still hold them. */
export async function erasingIn(
  { load }: Pick<Aggregates, 'load'>,
  accountId: string,
): Promise<ReadonlyMap<string, unknown>> {
  const { state } = await load(audit, streamOf.audit(accountId));
  return state.open;
}

/**
 * Leaves out what is about submissions that are being erased, from the moment of the event on, whatever the read models hold.
 * @param submissionOf the submission that an item is about; null if it is about none
 */
export async function withoutErasing<T extends { readonly account_id: string }>(
  aggregates: Pick<Aggregates, 'load'>,
  items: readonly T[],
  submissionOf: (item: T) => string | null,
): Promise<readonly T[]> {
  const accounts = [...new Set(items.map(({ account_id: accountId }) => accountId))];
  const erasing = new Map(
    await Promise.all(accounts.map(async (id) => [id, await erasingIn(aggregates, id)] as const)),
  );
  return items.filter((item) => {
    const submissionId = submissionOf(item);
    return submissionId === null || erasing.get(item.account_id)?.has(submissionId) !== true;
  });
}

// Neither an account nor a submission ever changes, so a cached state of any age is good enough.
async function ofSubmission({ load }: Pick<Aggregates, 'load'>, submissionId: string) {
  const { state } = await load(submission, streamOf.submission(submissionId), Infinity);
  return state.exists ? { accountId: state.present.accountId, submissionId } : null;
}

async function ofDelivery(deliveries: PlannedDeliveries, deliveryId: string) {
  const { state } = await deliveries.load(deliveryId, { maxAgeMs: Infinity });
  if (!state.exists || state.subject.submissionId === null) return null;
  const { accountId, submissionId } = state.subject;
  return { accountId, submissionId };
}
