import type { Progress } from '../../projections/progress/progress.ts';
import type {
  DueDelivery,
  DueEdge,
  DuePlace,
  DueQueries,
} from '../../projections/read-models/deliveries/due-deliveries.ts';
import { shardOf } from '../../projections/read-models/deliveries/shard.ts';
import type { DueAttempt, DestinationQueues } from './destination-queues.ts';
import { firstShardOf, lastShardOf } from './shards.ts';

/** Reads what is due from the read model into the lanes. */
export interface DueQueue {
  /**
   * Takes in what has come since the last time, and some of what was left before; never much at once.
   * @returns whether there is more to read without waiting for anything
   * @throws what the store throws; the next call goes on from where this one failed
   */
  read(): Promise<boolean>;
  /** A range of shards has come to this process: what is due in it is gone through. */
  lookAround(range: number): void;
}

export interface DueQueueDeps {
  readonly queue: DueQueries;
  readonly progress: Pick<Progress, 'positionOf'>;
  readonly lanes: DestinationQueues;
  /** Whether this process sends to the destination. */
  readonly isOurs: (destinationId: string) => boolean;
  /** The ranges of shards that are this process's. */
  readonly ourRanges: () => readonly number[];
  readonly now: () => Date;
  /** Monotonic milliseconds. */
  readonly clock?: () => number;
}

const pageSize = 500;
const timelyEveryMs = 50;
const pagesAtOnce = 4;
const queuesAtOnce = 20;
/** Whatever should have slipped through, by a clock that was set back say, is found by then. */
const lookAroundEveryMs = 60_000;

/**
 * A delivery comes in by one of two ways, which leave no gap between them. What is due already when the read
 * model takes it up is read in the order of the log; what becomes due later is read in the order of time. Where
 * a destination's lane had no room, its own queue is read once there is.
 */
export function openDueQueue(deps: DueQueueDeps): DueQueue {
  const { queue, progress, lanes, isOurs, ourRanges, now, clock = () => performance.now() } = deps;
  let position: bigint | null = null;
  let edge: DueEdge = { at: now().toISOString(), id: '' };
  let timelyAt = -Infinity;
  /** Deliveries that have rested, and are still to be looked up. */
  const rested: string[] = [];
  /** Ranges that are to be gone through. */
  const around = new Set<number>();
  /** Where this stands in one of them; null between two. */
  let walk: { readonly lastShard: number; readonly place: DuePlace } | null = null;
  let aroundAt = clock();

  function offer(found: readonly DueDelivery[], at: string): void {
    for (const one of found) if (one.dueAt <= at && isOurs(one.destinationId)) lanes.offer(attemptOf(one));
  }

  /** In the order of the log: what was planned, failed or was asked for again. */
  async function readChanged(at: string, to: bigint): Promise<boolean> {
    if (position === null || position >= to) return false;
    const found = await queue.changed(position, to, pageSize);
    offer(found, at);
    const isMore = found.length === pageSize;
    position = isMore ? (found.at(-1)?.position ?? to) : to;
    return isMore;
  }

  /** In the order of time: what had to wait, and is due now. */
  async function readTimely(at: string): Promise<boolean> {
    if (clock() < timelyAt) return false;
    if (edge.at > at) edge = { at, id: '' };
    const found = await queue.since(edge, at, pageSize);
    offer(found, at);
    const last = found.at(-1);
    const isMore = found.length === pageSize && last !== undefined;
    edge = isMore ? { at: last.dueAt, id: last.id } : { at, id: '' };
    if (!isMore) timelyAt = clock() + timelyEveryMs;
    return isMore;
  }

  async function settleRested(at: string): Promise<void> {
    rested.push(...lanes.rested());
    while (rested.length > 0) {
      const ids = rested.slice(0, pageSize);
      const due = await queue.among(ids, at);
      lanes.settle(ids, due.filter(({ destinationId }) => isOurs(destinationId)).map(attemptOf));
      rested.splice(0, ids.length);
    }
  }

  async function readWanting(at: string): Promise<boolean> {
    for (let n = 0; n < queuesAtOnce; n++) {
      const wanting = lanes.wanting();
      if (!wanting) return false;
      const { destinationId, limit } = wanting;
      const found = isOurs(destinationId) ? await queue.of(destinationId, at, limit) : [];
      lanes.had(destinationId);
      offer(found, at);
      if (found.length === limit) lanes.want(destinationId);
    }
    return true;
  }

  /** Goes through what is pending, destination by destination: one that has more than a page is left to its own queue. */
  async function goAround(at: string): Promise<boolean> {
    if (clock() - aroundAt >= lookAroundEveryMs) {
      aroundAt = clock();
      for (const range of ourRanges()) around.add(range);
    }
    for (let n = 0; n < pagesAtOnce; n++) {
      walk ??= nextWalk();
      if (!walk) return false;
      const { lastShard, place } = walk;
      const found = await queue.pendingAfter(place, lastShard, pageSize);
      offer(found, at);
      const last = found.length === pageSize ? found.at(-1) : undefined;
      if (last && isOurs(last.destinationId)) lanes.want(last.destinationId);
      walk = last
        ? { lastShard, place: { shard: shardOf(last.destinationId), destinationId: last.destinationId } }
        : null;
    }
    return walk !== null || around.size > 0;
  }

  /** Ranges that lie side by side are gone through as one, so that they begin together. */
  function nextWalk(): typeof walk {
    const [first] = [...around].sort((a, b) => a - b);
    if (first === undefined) return null;
    let last = first;
    while (around.has(last + 1)) last++;
    for (let range = first; range <= last; range++) around.delete(range);
    return { lastShard: lastShardOf(last), place: { shard: firstShardOf(first), destinationId: '' } };
  }

  async function read(): Promise<boolean> {
    const seen = progress.positionOf('deliveries');
    if (seen === null) return false;
    // What was there before is found on the way around.
    position ??= seen;
    lanes.shown(seen);
    const at = now().toISOString();
    const more = [await readChanged(at, seen), await readTimely(at), await goAround(at)];
    await settleRested(at);
    return [...more, await readWanting(at)].includes(true);
  }

  return { read, lookAround: (range) => void around.add(range) };
}

const attemptOf = ({ id, destinationId, attempts }: DueDelivery): DueAttempt => ({
  deliveryId: id,
  destinationId,
  attempt: attempts + 1,
});
