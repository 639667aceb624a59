import type { Progress } from '../../projections/progress/progress.ts';
import type {
  DueDelivery,
  DueEdge,
  DueQueries,
} from '../../projections/read-models/deliveries/due-deliveries.ts';
import { PendingScan } from './pending-scan.ts';
import type { DueAttempt } from './queues/attempt-memory.ts';
import type { DestinationQueues } from './queues/destination-queues.ts';

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
/** The intervals between reads in time order: the shortest, and the longest, which each read looks ahead. */
const byTimeMs = { shortest: 50, longest: 10_000 } as const;
/** How soon to look again while the position of the read model is not known. */
const unknownMs = 250;
/** An edge after all deliveries of its time. */
const afterAllIds = '\uffff';
const queuesPerCall = 20;

/**
 * Reads due deliveries from the read model into the destination queues. Two incremental reads together cover every
 * delivery: one in log order finds deliveries that are due when the read model is updated, one in time order finds those
 * that become due later. If a destination's queue has no room, its own deliveries are read once there is room.
 */
export class DueQueue {
  readonly #deps: DueQueueDeps;
  readonly #clock: () => number;
  readonly #pendingScan: PendingScan;
  #position: bigint | null = null;
  #edge: DueEdge;
  #nextByTimeAt = -Infinity;
  /** Deliveries whose delay has ended and that must still be rechecked. */
  readonly #expired: string[] = [];

  constructor(deps: DueQueueDeps) {
    const { clock = () => performance.now() } = deps;
    this.#deps = deps;
    this.#clock = clock;
    this.#pendingScan = new PendingScan({ ...deps, clock });
    this.#edge = { at: deps.now().toISOString(), id: '' };
  }

  /** Schedules a scan of the pending deliveries of a range of shards that this process has gained. */
  scan(range: number): void {
    this.#pendingScan.add(range);
  }

  /**
   * Reads new due deliveries and part of the backlog; the work of one call is limited.
   * @returns whether more can be read at once
   * @throws an error of the store; the next call continues at the failed read
   */
  async read(): Promise<boolean> {
    const { progress, queues, now } = this.#deps;
    const seen = progress.positionOf('deliveries');
    if (seen === null) return false;
    // The scan finds earlier deliveries.
    this.#position ??= seen;
    queues.confirmUpTo(seen);
    const at = now().toISOString();
    const more = [
      await this.#readByPosition(this.#position, seen, at),
      await this.#readByTime(at),
      await this.#pendingScan.run((found) => this.#offer(found, at)),
    ];
    await this.#recheckExpired(at);
    return [...more, await this.#readBacklogged(at)].includes(true);
  }

  /** Returns the time until something must be read in any case, in milliseconds. */
  nextInMs(): number {
    return this.#position === null ? unknownMs : this.#nextByTimeAt - this.#clock();
  }

  /** Offers what is due, and plans to read what is not due yet. */
  #offer(found: readonly DueDelivery[], at: string): void {
    const { queues, isOwn } = this.#deps;
    for (const one of found) {
      if (!isOwn(one.destinationId)) continue;
      if (one.dueAt <= at) queues.offer(attemptOf(one));
      else this.#readByTimeIn(Date.parse(one.dueAt) - Date.parse(at));
    }
  }

  #readByTimeIn(ms: number): void {
    this.#nextByTimeAt = Math.min(this.#nextByTimeAt, this.#clock() + ms);
  }

  /** Reads, in log order, deliveries that were planned, failed or replayed. */
  async #readByPosition(from: bigint, to: bigint, at: string): Promise<boolean> {
    if (from >= to) return false;
    const found = await this.#deps.queue.changed(from, to, pageSize);
    this.#offer(found, at);
    const isMore = found.length === pageSize;
    this.#position = isMore ? (found.at(-1)?.position ?? to) : to;
    return isMore;
  }

  /** Reads, in time order, deliveries that have become due, and the time at which the next one will. */
  async #readByTime(at: string): Promise<boolean> {
    if (this.#clock() < this.#nextByTimeAt) return false;
    const { queue } = this.#deps;
    if (this.#edge.at > at) this.#edge = { at, id: '' };
    const found = await queue.since(this.#edge, at, pageSize);
    this.#offer(found, at);
    const last = found.at(-1);
    const isMore = found.length === pageSize && last !== undefined;
    this.#edge = isMore ? { at: last.dueAt, id: last.id } : { at, id: '' };
    if (isMore) return true;
    const horizon = new Date(Date.parse(at) + byTimeMs.longest).toISOString();
    const [next] = await queue.since({ at, id: afterAllIds }, horizon, 1);
    const inMs = next ? Date.parse(next.dueAt) - Date.parse(at) : byTimeMs.longest;
    this.#nextByTimeAt = this.#clock() + Math.max(inMs, byTimeMs.shortest);
    return false;
  }

  async #recheckExpired(at: string): Promise<void> {
    const { queue, queues, isOwn } = this.#deps;
    this.#expired.push(...queues.takeExpired());
    while (this.#expired.length > 0) {
      const ids = this.#expired.slice(0, pageSize);
      const due = await queue.among(ids, at);
      queues.recheck(ids, due.filter(({ destinationId }) => isOwn(destinationId)).map(attemptOf));
      this.#expired.splice(0, ids.length);
    }
  }

  async #readBacklogged(at: string): Promise<boolean> {
    const { queue, queues, isOwn } = this.#deps;
    for (let n = 0; n < queuesPerCall; n++) {
      const backlogged = queues.nextBacklogged();
      if (!backlogged) return false;
      const { destinationId, limit } = backlogged;
      const found = isOwn(destinationId) ? await queue.of(destinationId, at, limit) : [];
      queues.clearBacklogged(destinationId);
      this.#offer(found, at);
      if (found.length === limit) queues.markBacklogged(destinationId);
    }
    return true;
  }
}

const attemptOf = ({ id, destinationId, attempts, origin }: DueDelivery): DueAttempt => ({
  deliveryId: id,
  destinationId,
  attempt: attempts + 1,
  ...(attempts === 0 && { origin }),
});
