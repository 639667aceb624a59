import type { DeliveryStatus } from '../../domain/delivery/decider.ts';
import { deliveries, type DeliveryDocument } from '../deliveries.ts';
import type { ReadStore, Stored } from '../read-store.ts';
import {
  newerThan,
  olderThan,
  one,
  readPage,
  view,
  type Page,
  type PageRequest,
  type View,
} from './keyset.ts';

export type DeliveryView = View<DeliveryDocument>;
type Summary = Omit<DeliveryDocument, 'attempts'>;
export type DeliverySummary = View<Summary>;

export interface DeliveryFilter extends PageRequest {
  readonly destinationId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
}

export interface DeliveryQueries {
  /** An account's deliveries by (created_at, id), newest first, with the last outcome of each only. */
  list(accountId: string, filter: DeliveryFilter): Promise<Page<DeliverySummary>>;
  /** One delivery with every attempt; of any account where `accountId` is null. */
  get(accountId: string | null, id: string): Promise<DeliveryView | null>;
  /** The deliveries that tell of some events, with every attempt; at most `limit`. */
  tellingOf(eventIds: readonly string[], limit: number): Promise<readonly DeliveryView[]>;
  /** Pending deliveries whose next attempt is due at `now` (ISO), by (next_attempt_at, id), oldest first. */
  due(request: PageRequest & { readonly now: string }): Promise<Page<DeliverySummary>>;
}

export function deliveryQueries(store: ReadStore): DeliveryQueries {
  const collection = store.collection(deliveries);
  return {
    async list(accountId, { destinationId, status, limit, after }) {
      const cursor = collection
        .find({
          account_id: accountId,
          ...(destinationId !== undefined && { destination_id: destinationId }),
          ...(status !== undefined && { status }),
          ...olderThan('created_at', after),
        })
        .sort({ created_at: -1, _id: -1 })
        .project<Stored<Summary>>({ attempts: 0 });
      return readPage(cursor, limit, (delivery) => delivery.created_at);
    },
    async get(accountId, id) {
      const found = await collection.findOne(one(accountId, id));
      return found && view(found);
    },
    async tellingOf(eventIds, limit) {
      const found = await collection
        .find({ 'source.event_id': { $in: [...eventIds] } })
        .limit(limit)
        .toArray();
      return found.map(view);
    },
    async due({ now, limit, after }) {
      const cursor = collection
        .find({
          $and: [{ status: 'pending', next_attempt_at: { $lte: now } }, newerThan('next_attempt_at', after)],
        })
        .sort({ next_attempt_at: 1, _id: 1 })
        .project<Stored<Summary>>({ attempts: 0 });
      return readPage(cursor, limit, (delivery) => delivery.next_attempt_at ?? now);
    },
  };
}
