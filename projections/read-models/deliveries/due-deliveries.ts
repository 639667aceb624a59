import type { Filter } from 'mongodb';
import type { DeliveryOrigin } from '../../../log/planned-deliveries.ts';
import type { CollectionOf, Stored } from '../../collections.ts';
import type { DeliveryDocument } from './document.ts';
import { deliveries, dueIndex } from './projection.ts';
import { shardOf } from './shard.ts';

/** The part of a due delivery that the scheduler needs. */
export interface DueDelivery {
  readonly id: string;
  readonly destinationId: string;
  /** The number of attempts so far. */
  readonly attempts: number;
  /** When the next attempt is due, ISO 8601. */
  readonly dueAt: string;
  /** Where the delivery comes from. */
  readonly origin: DeliveryOrigin;
  /** The log position of the delivery's last change. */
  readonly position: bigint;
}

/** The end of the last read of the queue by time: the due time, and the last delivery id of that time. */
export interface DueEdge {
  readonly at: string;
  readonly id: string;
}

/**
 * A destination's place in the order of shards and ids; an empty id stands before all destinations of the
 * shard.
 */
export interface DuePlace {
  readonly shard: number;
  readonly destinationId: string;
}

/** Reads the queue of due deliveries in several orders. Times are ISO 8601. */
export interface DueQueries {
  /** Returns deliveries that became due after `edge` and up to `now`, in order of due time. */
  since(edge: DueEdge, now: string, limit: number): Promise<readonly DueDelivery[]>;
  /**
   * Returns pending deliveries, due or not, that were changed after position `from` and up to position `to`,
   * in order of position.
   */
  changed(from: bigint, to: bigint, limit: number): Promise<readonly DueDelivery[]>;
  /** Returns the due deliveries of one destination, in order of due time. */
  of(destinationId: string, now: string, limit: number): Promise<readonly DueDelivery[]>;
  /** Returns those of the given deliveries that are due. */
  among(ids: readonly string[], now: string): Promise<readonly DueDelivery[]>;
  /**
   * Returns pending deliveries, due or not, of the destinations after `place` and up to shard `lastShard`, in
   * order of shard, destination and due time.
   */
  pendingAfter(place: DuePlace, lastShard: number, limit: number): Promise<readonly DueDelivery[]>;
  /** Counts due deliveries up to `limit`, and returns the time at which the oldest became due. */
  depth(now: string, limit: number): Promise<{ readonly due: number; readonly oldest: string | null }>;
}

type Row = Pick<Stored<DeliveryDocument>, '_id' | '_position' | 'destination_id'> &
  Pick<DeliveryDocument, 'attempt_count' | 'next_attempt_at' | 'source'>;

const fields = { destination_id: 1, attempt_count: 1, next_attempt_at: 1, source: 1, _position: 1 } as const;

/** Only pending deliveries have a due time. */
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
            origin: {
              destinationId: row.destination_id,
              stream: row.source.stream,
              revision: row.source.revision,
            },
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
      // Two ranges of the index: MongoDB would also read the entries before the place for one combined
      // condition.
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
