import { deliveryStatuses, type DeliveryStatus } from '../../domain/delivery/decider.ts';
import type { DeliveryKind } from '../../domain/destination/events.ts';
import { deliveries, listIndexes, type DeliveryDocument } from '../deliveries.ts';
import type { ReadStore, Stored } from '../read-store.ts';
import { olderThan, one, readPage, view, within, type Page, type PageRequest, type View } from './keyset.ts';

export type DeliveryView = View<DeliveryDocument>;
type Summary = Omit<DeliveryDocument, 'attempts'>;
export type DeliverySummary = View<Summary>;

export interface DeliveryFilter extends PageRequest {
  readonly destinationId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly kind?: DeliveryKind | undefined;
  readonly formId?: string | undefined;
  readonly submissionId?: string | undefined;
  /** Of events that happened at this moment or later. */
  readonly since?: string | undefined;
  /** Of events that happened before this moment. */
  readonly until?: string | undefined;
}

export interface Changes {
  readonly items: readonly DeliverySummary[];
  /** The position up to which the items tell everything. */
  readonly position: bigint;
}

export interface DeliveryQueries {
  /**
   * An account's deliveries, or everybody's where that is null, by (created_at, id), newest first, with the last
   * outcome of each only.
   */
  list(accountId: string | null, filter: DeliveryFilter): Promise<Page<DeliverySummary>>;
  /** Deliveries that an event after one position, and none after another, changed last, in the order of the log. */
  changed(
    accountId: string | null,
    request: Omit<DeliveryFilter, 'after'> & { readonly from: bigint; readonly to: bigint },
  ): Promise<Changes>;
  /** One delivery with every attempt; of any account where `accountId` is null. */
  get(accountId: string | null, id: string): Promise<DeliveryView | null>;
  /** The deliveries that tell of some events, with every attempt; at most `limit`. */
  tellingOf(eventIds: readonly string[], limit: number): Promise<readonly DeliveryView[]>;
}

export function deliveryQueries(store: ReadStore): DeliveryQueries {
  const collection = store.collection(deliveries);
  return {
    async list(accountId, { limit, after, ...filter }) {
      const cursor = collection
        .find({ $and: [matching(accountId, filter), olderThan('created_at', after)] })
        .sort({ created_at: -1, _id: -1 })
        .hint(listIndexes[indexFor(accountId, filter)])
        .project<Stored<Summary>>({ attempts: 0 });
      return readPage(cursor, limit, (delivery) => delivery.created_at);
    },
    async changed(accountId, { from, to, limit, status, ...filter }) {
      // One status after the other, because that is what the index of positions begins with.
      const statuses = status === undefined ? deliveryStatuses : [status];
      const found = await Promise.all(
        statuses.map((one) =>
          collection
            .find({ ...matching(accountId, { ...filter, status: one }), _position: { $gt: from, $lte: to } })
            .sort({ _position: 1 })
            .limit(limit + 1)
            .project<Stored<Summary>>({ attempts: 0 })
            .toArray(),
        ),
      );
      const inOrder = found.flat().sort((a, b) => (a._position < b._position ? -1 : 1));
      const shown = inOrder.slice(0, limit);
      const last = inOrder.length > limit ? shown.at(-1) : undefined;
      return { items: shown.map(view), position: last?._position ?? to };
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
  };
}

type Conditions = Omit<DeliveryFilter, keyof PageRequest>;

const matching = (
  accountId: string | null,
  { destinationId, status, kind, formId, submissionId, since, until }: Conditions,
) => ({
  // What is left of an erased one has no account.
  ...(accountId === null ? { _deleted: { $exists: false } } : { account_id: accountId }),
  ...(submissionId !== undefined && { submission_id: submissionId }),
  ...(destinationId !== undefined && { destination_id: destinationId }),
  ...(formId !== undefined && { form_id: formId }),
  ...(status !== undefined && { status }),
  ...(kind !== undefined && { kind }),
  ...within('created_at', since, until),
});

/** Chosen here: which condition leaves the least is known of what they mean, not of how often they are met. */
function indexFor(
  accountId: string | null,
  { destinationId, status, kind, formId, submissionId }: Conditions,
): keyof typeof listIndexes {
  if (submissionId !== undefined) return 'ofSubmission';
  const isRare = status !== undefined && status !== 'succeeded';
  if (destinationId !== undefined) return status === undefined ? 'toDestination' : 'toDestinationInStatus';
  if (isRare) return accountId === null ? 'inStatus' : 'ofAccountInStatus';
  if (formId !== undefined) return 'ofForm';
  if (accountId === null) return status === undefined ? 'all' : 'inStatus';
  if (kind !== undefined) return 'ofAccountAndKind';
  return status === undefined ? 'ofAccount' : 'ofAccountInStatus';
}
