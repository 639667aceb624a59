import type { Filter } from 'mongodb';
import { deliveries, dueIndex, type DeliveryDocument } from './projection.ts';
import type { CollectionOf, Stored } from '../../collections.ts';
import { shardOf } from './shard.ts';

/** An attempt that is due, as far as the scheduler needs to know it. */
export interface DueDelivery {
  readonly id: string;
  readonly destinationId: string;
  /** Attempts made so far. */
  readonly attempts: number;
  readonly dueAt: string;
  /** The log position of what last changed it. */
  readonly position: bigint;
}

/** The time up to which the queue was read, and the last id of that very time. */
export interface DueEdge {
  readonly at: string;
  readonly id: string;
}

/** A destination's place among the shards; before all of a shard where the id is empty. */
export interface DuePlace {
  readonly shard: number;
  readonly destinationId: string;
}

/** The queue of what is due, in the orders in which it is read. Times are ISO. */
export interface DueQueries {
  /** What became due after `edge` and up to `now`, in order of time. */
  since(edge: DueEdge, now: string, limit: number): Promise<readonly DueDelivery[]>;
  /** What is pending, due or not, and was changed by the log after `from` and up to `to`, in order of position. */
  changed(from: bigint, to: bigint, limit: number): Promise<readonly DueDelivery[]>;
  /** One destination's queue from its beginning. */
  of(destinationId: string, now: string, limit: number): Promise<readonly DueDelivery[]>;
  /** Those of the named deliveries that are due. */
  among(ids: readonly string[], now: string): Promise<readonly DueDelivery[]>;
  /**
   * What is pending, due or not, of the destinations after a place and up to a last shard; in the order of shards,
   * destinations and time.
   */
  pendingAfter(place: DuePlace, lastShard: number, limit: number): Promise<readonly DueDelivery[]>;
  /** How many deliveries are due, counted up to `limit`, and since when the first of them is. */
  depth(now: string, limit: number): Promise<{ readonly due: number; readonly oldest: string | null }>;
}

type Row = Pick<Stored<DeliveryDocument>, '_id' | '_position' | 'destination_id'> &
  Pick<DeliveryDocument, 'attempt_count' | 'next_attempt_at'>;

const fields = { destination_id: 1, attempt_count: 1, next_attempt_at: 1, _position: 1 } as const;

/** A time is on a delivery only while it is pending. */
const dueAt = (now: string) => ({ $gt: '', $lte: now });

export function dueQueries(collectionOf: CollectionOf): DueQueries {
  const collection = collectionOf(deliveries);

  async function find(
    filter: Filter<Stored<DeliveryDocument>>,
    sort: Readonly<Record<string, 1>>,
    limit: number,
  ): Promise<DueDelivery[]> {
    const rows = collection.find(filter).sort(sort).limit(limit).project<Row>(fields);
    return (await rows.toArray()).flatMap((row) =>
      row.next_attempt_at === null
        ? []
        : {
            id: row._id,
            destinationId: row.destination_id,
            attempts: row.attempt_count,
            dueAt: row.next_attempt_at,
            position: row._position,
          },
    );
  }

  return {
    since: ({ at, id }, now, limit) =>
      find(
        {
          next_attempt_at: { $gte: at, $lte: now },
          $or: [{ next_attempt_at: { $gt: at } }, { _id: { $gt: id } }],
        },
        { next_attempt_at: 1, _id: 1 },
        limit,
      ),
    changed: (from, to, limit) =>
      find({ status: 'pending', _position: { $gt: from, $lte: to } }, { _position: 1 }, limit),
    of: (destinationId, now, limit) =>
      find(
        { shard: shardOf(destinationId), destination_id: destinationId, next_attempt_at: dueAt(now) },
        { next_attempt_at: 1, _id: 1 },
        limit,
      ),
    among: (ids, now) =>
      find({ _id: { $in: [...ids] }, next_attempt_at: dueAt(now) }, { _id: 1 }, ids.length),
    async pendingAfter({ shard, destinationId }, lastShard, limit) {
      // Two ranges of the index: a condition that says both would have what lies before the place read, too.
      const here = await find({ shard, destination_id: { $gt: destinationId } }, dueIndex, limit);
      if (here.length === limit || shard === lastShard) return here;
      const beyond = { shard: { $gt: shard, $lte: lastShard } };
      return [...here, ...(await find(beyond, dueIndex, limit - here.length))];
    },
    async depth(now, limit) {
      const rows = await collection
        .find({ next_attempt_at: dueAt(now) })
        .sort({ next_attempt_at: 1, _id: 1 })
        .limit(limit)
        .project<Pick<Row, 'next_attempt_at'>>({ next_attempt_at: 1, _id: 0 })
        .toArray();
      return { due: rows.length, oldest: rows[0]?.next_attempt_at ?? null };
    },
  };
}
