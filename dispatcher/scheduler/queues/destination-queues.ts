import type { BudgetKind } from '../../../coordination/budget-waits.ts';
import { type AttemptEntry, AttemptMemory, type DueAttempt } from './attempt-memory.ts';
import { Backlog, type MemoryLimits } from './backlog.ts';
import { FairQueue } from './fair-queue.ts';
import type { QueueLimit } from './queued-destination.ts';

export interface QueueLimits extends MemoryLimits {
  /** The highest number of attempts in flight. */
  readonly inFlight: number;
  /** The duration of a request in milliseconds from which on its destination counts as slow; 1,000 if absent. */
  readonly slowMs?: number;
}

/** An attempt that starts; `again` says whether it was requested before. */
export type StartedAttempt = DueAttempt & { readonly again: boolean };

const firstBackOffMs = 500;
const longestBackOffMs = 60_000;
/** The time after which a completed attempt that the read model does not reflect is requested again. */
const confirmWithinMs = 30_000;

/**
 * The scheduler's part of the queue in memory: the attempts that wait, are in flight or back off, and the
 * destinations with a backlog beyond memory. A completed attempt is remembered until the read model reflects
 * it: until then the read model still shows it as due, and it must not be sent twice.
 */
export class DestinationQueues {
  readonly #clock: () => number;
  readonly #memory = new AttemptMemory();
  readonly #waiting: FairQueue<AttemptEntry>;
  readonly #backlog: Backlog;

  /**
   * @param limitOf returns the limits of a destination
   * @param clock monotonic milliseconds
   */
  constructor(
    limits: QueueLimits,
    limitOf: (destinationId: string) => QueueLimit,
    clock: () => number = () => performance.now(),
  ) {
    this.#clock = clock;
    this.#waiting = new FairQueue(limits.inFlight, limitOf, clock, limits.slowMs);
    this.#backlog = new Backlog(limits, this.#memory, this.#waiting);
  }

  /** The number of attempts in memory. */
  get size(): number {
    return this.#memory.size;
  }

  /** Adds a due attempt, unless it is known. If there is no room, its destination becomes backlogged. */
  offer(due: DueAttempt): void {
    const { deliveryId, destinationId, attempt } = due;
    const known = this.#memory.get(deliveryId);
    if (known) {
      if (known.due.attempt >= attempt || known.state === 'waiting') return;
      // The read model shows the next attempt only once.
      if (known.state === 'in flight') return void (known.successor = due);
      // A later attempt implies that this one was made.
      this.#memory.remove(known);
    }
    if (this.#backlog.hasRoom(destinationId)) this.#enqueue(due, 0, false);
    else this.#backlog.add(destinationId);
  }

  /** Notes that something happened to a delivery, or to any delivery if it is null: it is no longer new. */
  changed(deliveryId: string | null): void {
    const found = deliveryId === null ? [...this.#memory.all()] : [this.#memory.get(deliveryId)];
    for (const entry of found) if (entry?.due.isNew) entry.due = { ...entry.due, isNew: false };
  }

  /** Returns the next attempt that may start, which counts as in flight from then on; null if there is none. */
  next(): StartedAttempt | null {
    const entry = this.#waiting.next();
    if (!entry) return null;
    entry.state = 'in flight';
    entry.at = this.#clock();
    return { ...entry.due, again: entry.again };
  }

  /**
   * Records that an attempt was made. It is remembered until the read model reaches `position`, where the log
   * holds the outcome.
   */
  complete(deliveryId: string, position: bigint): void {
    const entry = this.#end(deliveryId, confirmWithinMs);
    this.#memory.awaitConfirmation(entry, position);
    if (entry.successor) this.offer(entry.successor);
  }

  /** Removes the attempts that were made up to a position, which the read model has reached. */
  confirmUpTo(position: bigint): void {
    this.#memory.confirmUpTo(position);
  }

  /** Records that an attempt was not made; it is rechecked after `ms` milliseconds. */
  delay(deliveryId: string, ms: number): void {
    this.#end(deliveryId, ms);
  }

  /** As `delay`, with a delay that doubles on each consecutive call. */
  backOff(deliveryId: string): void {
    const failures = this.#memory.get(deliveryId)?.failures ?? 0;
    this.#end(deliveryId, Math.min(firstBackOffMs * 2 ** failures, longestBackOffMs)).failures += 1;
  }

  /** Returns the deliveries whose delay has ended, each once; the caller must pass them to `recheck`. */
  takeExpired(): readonly string[] {
    return this.#memory.takeExpired(this.#clock());
  }

  /** Queues those of the expired deliveries that are still due, and removes the others. */
  recheck(expired: readonly string[], dueAttempts: readonly DueAttempt[]): void {
    const due = new Map(dueAttempts.map((one) => [one.deliveryId, one]));
    for (const id of expired) {
      const entry = this.#memory.get(id);
      if (entry?.state !== 'expired') continue;
      this.#memory.remove(entry);
      const dueAttempt = due.get(id);
      if (dueAttempt) this.#enqueue(dueAttempt, entry.failures, dueAttempt.attempt === entry.due.attempt);
    }
  }

  /** Marks a destination as backlogged: the read model may hold more due attempts than memory. */
  markBacklogged(destinationId: string): void {
    this.#backlog.add(destinationId);
  }

  /**
   * Returns a backlogged destination with room in memory, and the number of due deliveries to read so that
   * new ones are among them; null if there is none.
   */
  nextBacklogged(): ReturnType<Backlog['next']> {
    return this.#backlog.next();
  }

  /** Clears a destination's mark before its queue is offered again. */
  clearBacklogged(destinationId: string): void {
    this.#backlog.remove(destinationId);
  }

  /** Re-evaluates destinations whose limits have changed. */
  limitsChanged(destinationIds: readonly string[]): void {
    for (const destinationId of destinationIds) this.#waiting.limitChanged(destinationId);
  }

  /** Lets a destination go on that received nothing for a time. */
  reopen(destinationId: string): void {
    this.#waiting.limitChanged(destinationId);
    this.#backlog.add(destinationId);
  }

  /** Removes the waiting attempts of destinations; attempts in flight stay until they end. */
  drop(isDropped: (destinationId: string) => boolean): void {
    for (const destinationId of [...this.#memory.destinations(), ...this.#backlog.destinations()]) {
      if (!isDropped(destinationId)) continue;
      this.#backlog.remove(destinationId);
      for (const entry of this.#waiting.clear(destinationId)) this.#memory.remove(entry);
    }
  }

  /** Returns the milliseconds until an attempt may start or a delay ends, if nothing else happens. */
  nextInMs(): number {
    return Math.min(this.#waiting.nextInMs(), this.#memory.earliestExpiry() - this.#clock());
  }

  /** Returns the destinations that wait for a limit which they share with others, with its kind. */
  waitingForBudgets(): ReadonlyMap<string, BudgetKind> {
    return this.#waiting.waitingForBudgets();
  }

  #enqueue(due: DueAttempt, failures: number, again: boolean): void {
    this.#waiting.enqueue(due.destinationId, this.#memory.add(due, failures, again));
  }

  /** Ends an attempt in flight, which is rechecked after `ms` milliseconds. */
  #end(deliveryId: string, ms: number): AttemptEntry {
    const entry = this.#memory.get(deliveryId);
    if (entry?.state !== 'in flight') throw new Error(`delivery ${deliveryId} is not in flight`);
    const now = this.#clock();
    this.#waiting.finished(entry.due.destinationId, now - entry.at);
    this.#memory.delay(entry, now + ms);
    return entry;
  }
}
