import type { Progress } from '../../projections/progress/progress.ts';
import type {
  DueDelivery,
  DueEdge,
  DueQueries,
} from '../../projections/read-models/deliveries/due-deliveries.ts';
import type { DueAttempt } from './attempt-memory.ts';
import type { DestinationQueues } from './destination-queues.ts';
import { openPendingScan } from './pending-scan.ts';

/** Reads due deliveries from the read model into the destination queues. */
export interface DueQueue {
  /**
   * Reads new due deliveries and part of the backlog; the work of one call is limited.
   * @returns whether more can be read at once
   * @throws an error of the store; the next call continues at the failed read
   */
  read(): Promise<boolean>;
  /** Schedules a scan of the pending deliveries of a range of shards that this process has gained. */
  scan(range: number): void;
}

export interface DueQueueDeps {
  readonly queue: DueQueries;
  readonly progress: Pick<Progress, 'positionOf'>;
  readonly queues: DestinationQueues;
  /** Whether this process sends to the destination. */
  readonly isOwn: (destinationId: string) => boolean;
  /** Returns the ranges of shards that this process holds. */
  readonly ownRanges: () => readonly number[];
  readonly now: () => Date;
  /** Monotonic milliseconds. */
  readonly clock?: () => number;
}

const pageSize = 500;
const byTimeEveryMs = 50;
const queuesPerCall = 20;

/**
 * Opens the reader. Two incremental reads together cover every delivery: one in log order finds deliveries
 * that are due when the read model is updated, one in time order finds those that become due later. If a
 * destination's queue has no room, its own deliveries are read once there is room.
 */
export function openDueQueue(deps: DueQueueDeps): DueQueue {
  const { queue, progress, queues, isOwn, ownRanges, now, clock = () => performance.now() } = deps;
  let position: bigint | null = null;
  let edge: DueEdge = { at: now().toISOString(), id: '' };
  let nextByTimeAt = -Infinity;
  /** Deliveries whose delay has ended and that must still be rechecked. */
  const expired: string[] = [];
  const pendingScan = openPendingScan({ queue, queues, isOwn, ownRanges, clock });

  function offer(found: readonly DueDelivery[], at: string): void {
    for (const one of found) if (one.dueAt <= at && isOwn(one.destinationId)) queues.offer(attemptOf(one));
  }

  /** Reads, in log order, deliveries that were planned, failed or replayed. */
  async function readByPosition(at: string, to: bigint): Promise<boolean> {
    if (position === null || position >= to) return false;
    const found = await queue.changed(position, to, pageSize);
    offer(found, at);
    const isMore = found.length === pageSize;
    position = isMore ? (found.at(-1)?.position ?? to) : to;
    return isMore;
  }

  /** Reads, in time order, deliveries that have become due. */
  async function readByTime(at: string): Promise<boolean> {
    if (clock() < nextByTimeAt) return false;
    if (edge.at > at) edge = { at, id: '' };
    const found = await queue.since(edge, at, pageSize);
    offer(found, at);
    const last = found.at(-1);
    const isMore = found.length === pageSize && last !== undefined;
    edge = isMore ? { at: last.dueAt, id: last.id } : { at, id: '' };
    if (!isMore) nextByTimeAt = clock() + byTimeEveryMs;
    return isMore;
  }

  async function recheckExpired(at: string): Promise<void> {
    expired.push(...queues.takeExpired());
    while (expired.length > 0) {
      const ids = expired.slice(0, pageSize);
      const due = await queue.among(ids, at);
      queues.recheck(ids, due.filter(({ destinationId }) => isOwn(destinationId)).map(attemptOf));
      expired.splice(0, ids.length);
    }
  }

  async function readBacklogged(at: string): Promise<boolean> {
    for (let n = 0; n < queuesPerCall; n++) {
      const backlogged = queues.nextBacklogged();
      if (!backlogged) return false;
      const { destinationId, limit } = backlogged;
      const found = isOwn(destinationId) ? await queue.of(destinationId, at, limit) : [];
      queues.clearBacklogged(destinationId);
      offer(found, at);
      if (found.length === limit) queues.markBacklogged(destinationId);
    }
    return true;
  }

  async function read(): Promise<boolean> {
    const seen = progress.positionOf('deliveries');
    if (seen === null) return false;
    // The scan finds earlier deliveries.
    position ??= seen;
    queues.confirmUpTo(seen);
    const at = now().toISOString();
    const more = [
      await readByPosition(at, seen),
      await readByTime(at),
      await pendingScan.run((found) => offer(found, at)),
    ];
    await recheckExpired(at);
    return [...more, await readBacklogged(at)].includes(true);
  }

  return { read, scan: pendingScan.add };
}

const attemptOf = ({ id, destinationId, attempts }: DueDelivery): DueAttempt => ({
  deliveryId: id,
  destinationId,
  attempt: attempts + 1,
});
