import type { BudgetKind } from '../../../coordination/budget-waits.ts';
import { type Budget, Budgets, burstMs } from './budgets.ts';
import { InFlight } from './in-flight.ts';
import {
  emptyQueue,
  type QueuedDestination,
  type QueueLimit,
  type Readiness,
  readinessOf,
} from './queued-destination.ts';

const defaultSlowMs = 1_000;

/**
 * Queues items by destination and takes turns between the destinations. Each stays within its limits and those that it
 * shares, and none delays another. A destination whose shared limits are used up waits until another request ends or time
 * passes; such destinations take turns, too.
 */
export class FairQueue<T> {
  readonly #limitOf: (destinationId: string) => QueueLimit;
  readonly #clock: () => number;
  readonly #slowMs: number;
  readonly #queues = new Map<string, QueuedDestination<T>>();
  readonly #budgets: Budgets;
  /** Destinations whose next item may start, the longest unserved first. */
  readonly #ready = { fast: new Set<string>(), slow: new Set<string>(), ahead: new Set<string>() };
  readonly #inFlight: InFlight;

  /**
   * @param maxInFlight the highest number of items in flight
   * @param limitOf returns the limits of a destination
   * @param clock monotonic milliseconds
   * @param slowMs a destination is slow while its last request took at least so long
   */
  constructor(
    maxInFlight: number,
    limitOf: (destinationId: string) => QueueLimit,
    clock: () => number,
    slowMs = defaultSlowMs,
  ) {
    this.#inFlight = new InFlight(maxInFlight);
    this.#limitOf = limitOf;
    this.#clock = clock;
    this.#slowMs = slowMs;
    this.#budgets = new Budgets(clock);
  }

  /** Adds an item to the end of its destination's queue. */
  enqueue(destinationId: string, item: T): void {
    const queue = this.#queueOf(destinationId);
    queue.waiting.push(item);
    this.#updateReadiness(destinationId, queue);
  }

  /** Takes the next item, which counts as in flight from then on; null if none may start. */
  next(): T | null {
    for (const budget of this.#budgets.replenished()) this.#wakeNext(budget);
    const { fast, slow, ahead } = this.#ready;
    const mayTakeAhead = () => this.#inFlight.mayTakeAhead(fast.size + slow.size > 0);
    return (
      (this.#inFlight.mayStart() ? this.#take(fast) : null) ??
      (this.#inFlight.mayStartSlow() ? this.#take(slow) : null) ??
      (mayTakeAhead() ? this.#take(ahead) : null)
    );
  }

  /** Records the end of a destination's request, and its duration in milliseconds. */
  finished(destinationId: string, tookMs: number): void {
    const queue = this.#queueOf(destinationId);
    const isSlow = tookMs >= this.#slowMs;
    if (queue.ahead > 0) {
      queue.ahead -= 1;
      this.#inFlight.startAhead();
    } else {
      queue.inFlight -= 1;
      this.#inFlight.end(queue.isSlow);
      const counted = queue.counted.shift() ?? [];
      this.#budgets.end(counted);
      for (const budget of counted) this.#wakeNext(budget);
    }
    if (isSlow !== queue.isSlow) this.#inFlight.changeSpeed(isSlow, queue.inFlight);
    queue.isSlow = isSlow;
    this.#updateReadiness(destinationId, queue);
  }

  /** Returns the number of a destination's waiting items. */
  waitingFor(destinationId: string): number {
    return this.#queues.get(destinationId)?.waiting.length ?? 0;
  }

  /** Re-evaluates a destination whose limits have changed. */
  limitChanged(destinationId: string): void {
    const queue = this.#queues.get(destinationId);
    this.#budgets.release(destinationId);
    if (queue) this.#updateReadiness(destinationId, queue);
  }

  /** Empties a destination's queue. @returns the removed items */
  clear(destinationId: string): readonly T[] {
    const queue = this.#queueOf(destinationId);
    const removed = queue.waiting;
    queue.waiting = [];
    this.#updateReadiness(destinationId, queue);
    return removed;
  }

  /** Returns the kind of the shared limit that a destination waits for; null if it waits for none. */
  waitsFor(destinationId: string): BudgetKind | null {
    return this.#budgets.waitsFor(destinationId);
  }

  /** Returns all destinations that wait for a shared limit, with its kind. */
  waitingForBudgets(): ReadonlyMap<string, BudgetKind> {
    return this.#budgets.waiting();
  }

  /** Returns the milliseconds until a rate-limited queue may continue; Infinity if there is none. */
  nextInMs(): number {
    const now = this.#clock();
    let soonest = this.#budgets.nextInMs();
    for (const ids of [this.#ready.fast, this.#ready.slow])
      for (const id of ids) {
        const inMs = this.#queueOf(id).nextPacedAt - burstMs - now;
        // Other queues wait for a request to end, not for time to pass.
        if (inMs > 0) soonest = Math.min(soonest, inMs);
      }
    return soonest;
  }

  #queueOf(id: string): QueuedDestination<T> {
    const known = this.#queues.get(id);
    if (known) return known;
    const queue = emptyQueue<T>();
    this.#queues.set(id, queue);
    return queue;
  }

  #readinessOf(id: string, queue: QueuedDestination<T>): Readiness | null {
    return queue.waiting.length > 0 ? readinessOf(queue, this.#limitOf(id)) : null;
  }

  #updateReadiness(id: string, queue: QueuedDestination<T>): void {
    const wanted = this.#readinessOf(id, queue);
    if (wanted === null) this.#budgets.release(id);
    const own = this.#budgets.waitsFor(id) === null ? wanted : null;
    for (const each of ['fast', 'slow', 'ahead'] as const)
      if (each === own) this.#ready[each].add(id);
      else this.#ready[each].delete(id);
    const isUnused = queue.waiting.length === 0 && queue.inFlight === 0;
    // A slow queue is remembered; otherwise each retry would treat it as fast.
    if (isUnused && !queue.isSlow && queue.nextPacedAt <= this.#clock()) this.#queues.delete(id);
  }

  /** Takes the next item of the first of the destinations that may start a request now. */
  #take(ids: Set<string>): T | null {
    const now = this.#clock();
    for (const id of ids) {
      const queue = this.#queueOf(id);
      const limit = this.#limitOf(id);
      const exhausted = queue.nextPacedAt - burstMs > now ? 'rate' : this.#budgets.exhausted(limit.budgets);
      if (exhausted === null) return this.#takeOf(id, queue, limit, ids);
      if (exhausted !== 'rate') {
        this.#budgets.wait(exhausted, id);
        this.#updateReadiness(id, queue);
      }
      for (const budget of limit.budgets) this.#wakeNext(budget);
    }
    return null;
  }

  #takeOf(id: string, queue: QueuedDestination<T>, limit: QueueLimit, ids: Set<string>): T {
    const item = queue.waiting.shift();
    if (item === undefined) throw new Error(`destination ${id} is ready, but has no waiting items`);
    const { perSecond, budgets } = limit;
    if (perSecond !== null)
      queue.nextPacedAt = Math.max(queue.nextPacedAt, this.#clock()) + 1_000 / perSecond;
    this.#budgets.release(id);
    if (ids === this.#ready.ahead) {
      queue.ahead += 1;
      this.#inFlight.takeAhead();
    } else {
      queue.inFlight += 1;
      this.#inFlight.start(queue.isSlow);
      queue.counted.push(budgets);
      this.#budgets.start(budgets);
    }
    // Moves the destination to the end.
    ids.delete(id);
    this.#updateReadiness(id, queue);
    for (const budget of budgets) this.#wakeNext(budget);
    return item;
  }

  /** Lets the destination go on that has waited longest for a budget and can use it, if the budget permits a request. */
  #wakeNext(budget: Budget): void {
    for (let id = this.#budgets.releaseFirst(budget); id !== null; id = this.#budgets.releaseFirst(budget)) {
      const queue = this.#queueOf(id);
      this.#updateReadiness(id, queue);
      if (this.#readinessOf(id, queue) !== null) return;
    }
  }
}
