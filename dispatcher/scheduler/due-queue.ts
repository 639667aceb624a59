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

/** Reads due deliveries from the read model into the destination queues. */
export interface DueQueue {
  /**
   * Reads new due deliveries and part of the backlog; the work of one call is limited.
   * @returns whether more can be read at once
   * @throws an error of the store; the next call continues at the failed read
   */
  read(): Promise<boolean>;
  /** Schedules a scan of the pending deliveries of a range of shards that this process has gained. */
  lookAround(range: number): void;
}

export interface DueQueueDeps {
  readonly queue: DueQueries;
  readonly progress: Pick<Progress, 'positionOf'>;
  readonly lanes: DestinationQueues;
  /** Whether this process sends to the destination. */
  readonly isOurs: (destinationId: string) => boolean;
  /** Returns the ranges of shards that this process holds. */
  readonly ourRanges: () => readonly number[];
  readonly now: () => Date;
  /** Monotonic milliseconds. */
  readonly clock?: () => number;
}

const pageSize = 500;
const timelyEveryMs = 50;
const pagesAtOnce = 4;
const queuesAtOnce = 20;
/**
 * A regular scan finds deliveries that the incremental reads missed, for example after the clock was set
 * back.
 */
const lookAroundEveryMs = 60_000;

/**
 * Opens the reader. Two incremental reads together cover every delivery: one in log order finds deliveries
 * that are due when the read model is updated, one in time order finds those that become due later. If a
 * destination's queue has no room, its own deliveries are read once there is room.
 */
export function openDueQueue(deps: DueQueueDeps): DueQueue {
  const { queue, progress, lanes, isOurs, ourRanges, now, clock = () => performance.now() } = deps;
  let position: bigint | null = null;
  let edge: DueEdge = { at: now().toISOString(), id: '' };
  let timelyAt = -Infinity;
  /** Deliveries whose delay has ended and that must still be rechecked. */
  const rested: string[] = [];
  /** Ranges that await a scan. */
  const around = new Set<number>();
  /** The progress of the present scan; null between scans. */
  let walk: { readonly lastShard: number; readonly place: DuePlace } | null = null;
  let aroundAt = clock();

  function offer(found: readonly DueDelivery[], at: string): void {
    for (const one of found) if (one.dueAt <= at && isOurs(one.destinationId)) lanes.offer(attemptOf(one));
  }

  /** Reads, in log order, deliveries that were planned, failed or replayed. */
  async function readChanged(at: string, to: bigint): Promise<boolean> {
    if (position === null || position >= to) return false;
    const found = await queue.changed(position, to, pageSize);
    offer(found, at);
    const isMore = found.length === pageSize;
    position = isMore ? (found.at(-1)?.position ?? to) : to;
    return isMore;
  }

  /** Reads, in time order, deliveries that have become due. */
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

  /**
   * Scans pending deliveries by destination. If a destination has more than a page of them, the rest is left
   * to its own queue.
   */
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

  /** Adjacent ranges are scanned together, so that their destinations start at the same time. */
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
    // The scan finds earlier deliveries.
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
