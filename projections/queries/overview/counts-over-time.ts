import { type DeliveryStatus } from '../../../domain/delivery/state.ts';
import { webhookKinds } from '../../../domain/destination/events.ts';
import type { CollectionOf } from '../../collections.ts';
import { deliveries, listIndexes } from '../../read-models/deliveries/projection.ts';
import { submissionIndexes } from '../../read-models/submissions/document.ts';
import { submissions } from '../../read-models/submissions/projection.ts';
import { hinted } from '../hinted.ts';
import { within } from '../keyset.ts';

/** A stretch of time, from `since` (included) to `until` (excluded), ISO 8601. */
export interface Stretch {
  readonly since: string;
  readonly until: string;
}

/** A count stops at `limit`. */
export interface CountRequest extends Stretch {
  readonly limit: number;
}

/** Counts what happened in stretches of time, each from a range of an index. */
export interface CountsOverTime {
  /** Counts the complete submissions of some accounts by the time of their completion. */
  submissions(accountIds: readonly string[], request: CountRequest): Promise<number>;
  /** Counts webhooks by the time of their event, tests left out; of all accounts if `accountId` is null. */
  webhooks(
    accountId: string | null,
    statuses: readonly DeliveryStatus[],
    request: CountRequest & { readonly destinationId?: string },
  ): Promise<number>;
}

export function countsOverTime(collectionOf: CollectionOf): CountsOverTime {
  const counted = collectionOf(submissions);
  const sent = collectionOf(deliveries);
  return {
    submissions: (accountIds, { since, until, limit }) =>
      hinted((isHinted) =>
        counted.countDocuments(
          {
            account_id: { $in: [...accountIds] },
            is_complete: true,
            ...within('submitted_at', since, until),
          },
          { limit, ...(isHinted && { hint: submissionIndexes.ofAccount }) },
        ),
      ),
    webhooks(accountId, statuses, { since, until, limit, destinationId }) {
      const index =
        destinationId === undefined ? (accountId === null ? 'all' : 'ofAccount') : 'toDestination';
      return hinted((isHinted) =>
        sent.countDocuments(
          {
            ...(accountId !== null && { account_id: accountId }),
            ...(destinationId !== undefined && { destination_id: destinationId }),
            kind: { $in: [...webhookKinds] },
            status: { $in: [...statuses] },
            ...within('created_at', since, until),
          },
          { limit, ...(isHinted && { hint: listIndexes[index] }) },
        ),
      );
    },
  };
}
