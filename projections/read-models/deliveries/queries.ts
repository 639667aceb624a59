import { type DeliveryStatus, deliveryStatuses } from '../../../domain/delivery/state.ts';
import type { CollectionOf, Stored } from '../../collections.ts';
import { hinted } from '../../queries/hinted.ts';
import { byId, olderThan, type Page, readPage, type View, view } from '../../queries/keyset.ts';
import { erasedAmong } from '../erasures/queries.ts';
import { type Conditions, type DeliveryFilter, indexFor, matching, withAllKinds } from './delivery-filter.ts';
import type { DeliveryDocument } from './document.ts';
import { deliveries, listIndexes } from './projection.ts';
import { type RecentDeliveries, recentDeliveries } from './recent-deliveries.ts';

export type DeliveryView = View<DeliveryDocument>;
type Summary = Omit<DeliveryDocument, 'attempts'>;
export type DeliverySummary = View<Summary>;

export interface Changes {
  readonly items: readonly DeliverySummary[];
  /** The position up to which `items` is complete. */
  readonly position: bigint;
}

export interface DeliveryQueries extends RecentDeliveries {
  /**
   * Lists the deliveries of an account, or of all accounts if `accountId` is null, by (created_at, id),
   * newest first. Items carry only the last outcome. Deliveries of erased submissions are left out, as in all
   * queries here, unless `withErased`.
   */
  list(
    accountId: string | null,
    filter: DeliveryFilter,
    options?: { readonly withErased?: boolean },
  ): Promise<Page<DeliverySummary>>;
  /**
   * Returns deliveries whose last change lies after position `from` and up to position `to`, in log order.
   */
  changed(
    accountId: string | null,
    request: Omit<DeliveryFilter, 'after'> & { readonly from: bigint; readonly to: bigint },
  ): Promise<Changes>;
  /** Returns a delivery with every attempt; of any account if `accountId` is null. */
  get(accountId: string | null, id: string): Promise<DeliveryView | null>;
  /** Returns the deliveries of some source events with every attempt; at most `limit`. */
  ofSourceEvents(eventIds: readonly string[], limit: number): Promise<readonly DeliveryView[]>;
}

const changesAtOnce = 1_000;

const collectionOfDeliveries = (collectionOf: CollectionOf) => collectionOf(deliveries);

export function deliveryQueries(collectionOf: CollectionOf): DeliveryQueries {
  const collection = collectionOfDeliveries(collectionOf);
  const erased = erasedAmong(collectionOf);

  /** Receivers may have repeated answers. Until a delivery is erased itself, its submission says so. */
  async function withoutErased<D extends Pick<DeliveryDocument, 'submission_id'>>(
    items: readonly D[],
  ): Promise<readonly D[]> {
    const ids = items.flatMap(({ submission_id: id }) => (id === null ? [] : [id]));
    const gone = await erased([...new Set(ids)]);
    return gone.size === 0 ? items : items.filter(({ submission_id: id }) => id === null || !gone.has(id));
  }

  return {
    ...recentDeliveries(collectionOf),
    async list(accountId, { limit, after, ...filter }, { withErased = false } = {}) {
      if (!(await mayHave(collection, accountId, filter))) return { items: [], next: null };
      const page = await hinted((isHinted) => {
        const cursor = collection
          .find({ $and: [matching(accountId, withAllKinds(filter)), olderThan('created_at', after)] })
          .sort({ created_at: -1, _id: -1 })
          .project<Stored<Summary>>({ attempts: 0 });
        if (isHinted) cursor.hint(listIndexes[indexFor(accountId, filter)]);
        return readPage(cursor, limit, (delivery) => delivery.created_at);
      });
      return withErased ? page : { ...page, items: await withoutErased(page.items) };
    },
    async changed(accountId, { from, to, limit, status, ...filter }) {
      // One query for each status, because the index of positions begins with the status.
      const statuses = status === undefined ? deliveryStatuses : [status];
      const conditions = matching(accountId, filter);
      const isSelective = Object.keys(conditions).some((name) => name !== '_deleted');
      const end = isSelective ? await examinedUpTo(collection, statuses, from, to) : to;
      const found = await Promise.all(
        statuses.map((one) =>
          collection
            .find({ ...conditions, status: one, _position: { $gt: from, $lte: end } })
            .sort({ _position: 1 })
            .limit(limit + 1)
            .project<Stored<Summary>>({ attempts: 0 })
            .toArray(),
        ),
      );
      const inOrder = found.flat().sort((a, b) => (a._position < b._position ? -1 : 1));
      const shown = inOrder.slice(0, limit);
      const last = inOrder.length > limit ? shown.at(-1) : undefined;
      return { items: await withoutErased(shown.map(view)), position: last?._position ?? end };
    },
    async get(accountId, id) {
      const found = await collection.findOne({ ...byId(accountId, id), source: { $exists: true } });
      const [shown = null] = found ? await withoutErased([view(found)]) : [];
      return shown;
    },
    async ofSourceEvents(eventIds, limit) {
      const found = await collection
        .find({ 'source.event_id': { $in: [...eventIds] } })
        .limit(limit)
        .toArray();
      return withoutErased(found.map(view));
    },
  };
}

type Deliveries = ReturnType<typeof collectionOfDeliveries>;

/**
 * A destination or a form belongs to one account, so any of its deliveries shows whether it is this
 * account.
 */
async function mayHave(
  collection: Deliveries,
  accountId: string | null,
  { destinationId, formId }: Conditions,
): Promise<boolean> {
  if (accountId === null) return true;
  const owners = await Promise.all([
    destinationId === undefined
      ? null
      : ownerOf(collection, { destination_id: destinationId }, 'toDestination'),
    formId === undefined ? null : ownerOf(collection, { form_id: formId }, 'aboutForm'),
  ]);
  return owners.every((owner) => owner === null || owner === accountId);
}

/** A filter may match few of many changes, so one call examines a limited number of changes. */
async function examinedUpTo(
  collection: Deliveries,
  statuses: readonly DeliveryStatus[],
  from: bigint,
  to: bigint,
): Promise<bigint> {
  const ends = await Promise.all(
    statuses.map((status) =>
      collection
        .find({ status, _position: { $gt: from, $lte: to } })
        .sort({ _position: 1 })
        .skip(changesAtOnce)
        .limit(1)
        .project<Pick<Stored<Summary>, '_position'>>({ _id: 0, _position: 1 })
        .toArray(),
    ),
  );
  return ends.flat().reduce((least, { _position }) => (_position < least ? _position : least), to);
}

const ownerOf = (
  collection: Deliveries,
  of: Readonly<Record<string, string>>,
  index: keyof typeof listIndexes,
) =>
  hinted(async (isHinted) => {
    const hint = isHinted ? { hint: listIndexes[index] } : {};
    const found = await collection.findOne(of, { projection: { account_id: 1 }, ...hint });
    return found?.account_id ?? null;
  });
