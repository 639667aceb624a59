import type { AttemptOutcome } from '../../../domain/delivery/events.ts';
import { deliveryStatuses } from '../../../domain/delivery/state.ts';
import { webhookKinds } from '../../../domain/destination/events.ts';
import type { CollectionOf, Stored } from '../../collections.ts';
import { hinted } from '../../queries/hinted.ts';
import { matching } from './delivery-filter.ts';
import type { DeliveryDocument } from './document.ts';
import { deliveries, listIndexes } from './projection.ts';

/** A delivery in brief, without its outcomes. */
export type DeliveryBrief = Pick<
  DeliveryDocument,
  'created_at' | 'updated_at' | 'status' | 'attempt_count' | 'next_attempt_at'
>;

export interface OutcomeCount {
  /** The answer or the failure of the last attempts; null for deliveries without an attempt. */
  readonly outcome:
    | { readonly kind: 'response'; readonly status: number }
    | { readonly kind: 'error'; readonly errorClass: ErrorClass }
    | null;
  readonly count: number;
}
type ErrorClass = Extract<AttemptOutcome, { kind: 'error' }>['errorClass'];

/** The newest deliveries to a destination since a time, ISO 8601. Tests are left out. */
export interface RecentRequest {
  readonly since: string;
  /** The largest number of deliveries that are looked at. */
  readonly limit: number;
}

export interface RecentDeliveries {
  /** Returns the newest deliveries to a destination in brief, newest event first. */
  brief(destinationId: string, request: RecentRequest): Promise<readonly DeliveryBrief[]>;
  /** Counts the newest deliveries to a destination by the outcome of their last attempt, most frequent first. */
  outcomes(destinationId: string, request: RecentRequest): Promise<readonly OutcomeCount[]>;
}

/** The id of a group. A field that no document of the group has is absent. */
interface Group {
  readonly _id: { readonly kind?: string; readonly status?: number; readonly errorClass?: ErrorClass };
  readonly count: number;
}

const newestFirst = { created_at: -1, _id: -1 } as const;

export function recentDeliveries(collectionOf: CollectionOf): RecentDeliveries {
  const collection = collectionOf(deliveries);
  const recent = (destinationId: string, since: string) =>
    matching(null, { destinationId, since, kinds: webhookKinds, statuses: deliveryStatuses });
  const hint = listIndexes.toDestination;

  return {
    brief: (destinationId, { since, limit }) =>
      hinted((isHinted) => {
        const cursor = collection
          .find(recent(destinationId, since))
          .sort(newestFirst)
          .limit(limit)
          .project<Stored<DeliveryBrief>>({
            _id: 0,
            created_at: 1,
            updated_at: 1,
            status: 1,
            attempt_count: 1,
            next_attempt_at: 1,
          });
        if (isHinted) cursor.hint(hint);
        return cursor.toArray();
      }),

    async outcomes(destinationId, { since, limit }) {
      const stages = [
        { $match: recent(destinationId, since) },
        { $sort: newestFirst },
        { $limit: limit },
        { $group: { _id: groupId, count: { $sum: 1 } } },
      ];
      const groups = await hinted((isHinted) =>
        collection.aggregate<Group>(stages, isHinted ? { hint } : {}).toArray(),
      );
      return groups
        .map(({ _id, count }) => ({ outcome: outcomeOf(_id), count }))
        .sort((a, b) => b.count - a.count);
    },
  };
}

const groupId = {
  kind: '$last_outcome.kind',
  status: '$last_outcome.status',
  errorClass: '$last_outcome.errorClass',
};

function outcomeOf({ kind, status, errorClass }: Group['_id']): OutcomeCount['outcome'] {
  if (kind === 'response' && status !== undefined) return { kind, status };
  if (kind === 'error' && errorClass !== undefined) return { kind, errorClass };
  return null;
}
