import { type DeliveryStatus, deliveryStatuses } from '../../../domain/delivery/state.ts';
import { deliveryKinds, webhookKinds } from '../../../domain/destination/events.ts';
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

/** Finds where in the log a time is, without an index of the log by time. */
export interface LogTimes {
  /**
   * Returns the position of an event that was recorded at or after a time, as near as the submissions of some accounts and
   * the webhooks of all know; null if they know none.
   */
  positionAfter(time: string, accountIds: readonly string[]): Promise<bigint | null>;
}

/** Counts what happened in stretches of time, each from a range of an index. */
export interface CountsOverTime extends LogTimes {
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
  const nearest = async (time: string, accountIds: readonly string[]) => {
    const [submission, delivery] = await Promise.all([
      counted
        .find({
          account_id: { $in: [...accountIds] },
          is_complete: { $in: [true, false] },
          submitted_at: { $gte: time },
        })
        .sort({ submitted_at: 1, _id: 1 })
        .limit(1)
        .project<{ _position: bigint }>({ _position: 1 })
        .next(),
      sent
        .find({
          kind: { $in: [...deliveryKinds] },
          status: { $in: [...deliveryStatuses] },
          created_at: { $gte: time },
          _deleted: { $exists: false },
        })
        .sort({ created_at: 1, _id: 1 })
        .limit(1)
        .project<{ source: { position: string } }>({ source: 1 })
        .next(),
    ]);
    return [
      ...(submission ? [submission._position] : []),
      ...(delivery ? [BigInt(delivery.source.position)] : []),
    ];
  };

  return {
    async positionAfter(time, accountIds) {
      const positions = await nearest(time, accountIds);
      return positions.reduce<bigint | null>(
        (least, position) => (least === null || position < least ? position : least),
        null,
      );
    },
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
