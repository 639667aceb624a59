import type { BudgetKind } from '../../coordination/budget-waits.ts';
import { type Budget, type Budgets, burstMs, openBudgets } from './budgets.ts';

/** The limits of a destination's requests. */
export interface QueueLimit {
  /** The highest number of concurrent requests. */
  readonly concurrency: number;
  /** The highest number of requests started in a second; null for no limit. */
  readonly perSecond: number | null;
  /** How many requests beyond its concurrency may wait at a worker, which starts each when another ends. */
  readonly ahead: number;
  /** The limits that the destination shares with others. */
  readonly budgets: readonly Budget[];
}

/**
 * Queues items by destination and takes turns between the destinations. Each stays within its limits and those that it
 * shares, and none delays another. A destination whose shared limits are used up waits until another request ends or time
 * passes; such destinations take turns, too.
 */
export interface FairQueue<T> {
  /** Adds an item to the end of its destination's queue. */
  enqueue(destinationId: string, item: T): void;
  /** Takes the next item, which counts as in flight from then on; null if none may start. */
  next(): T | null;
  /** Records the end of a destination's request, and its duration in milliseconds. */
  finished(destinationId: string, tookMs: number): void;
  /** Returns the number of a destination's waiting items. */
  waitingFor(destinationId: string): number;
  /** Re-evaluates a destination whose limits have changed. */
  limitChanged(destinationId: string): void;
  /** Empties a destination's queue. @returns the removed items */
  clear(destinationId: string): readonly T[];
  /** Returns the kind of the shared limit that a destination waits for; null if it waits for none. */
  waitsFor(destinationId: string): BudgetKind | null;
  /** Returns all destinations that wait for a shared limit, with its kind. */
  waitingForBudgets(): ReadonlyMap<string, BudgetKind>;
  /** Returns the milliseconds until a rate-limited queue may continue; Infinity if there is none. */
  nextInMs(): number;
}

interface DestinationQueue<T> {
  waiting: T[];
  inFlight: number;
  /** The shared limits that the items in flight count against, the longest in flight first. */
  readonly counted: (readonly Budget[])[];
  /** The items taken ahead: each counts as in flight once another one has ended. */
  ahead: number;
  /** Whether the last request was slow: the destination may be hanging. */
  isSlow: boolean;
  /** When the next request would start if requests were evenly spaced at the rate. */
  nextPacedAt: number;
}

interface State<T> {
  readonly limitOf: (destinationId: string) => QueueLimit;
  readonly clock: () => number;
  readonly queues: Map<string, DestinationQueue<T>>;
  readonly budgets: Budgets;
  /**
   * Destinations with waiting items and free concurrency, the longest unserved first; and those whose next
   * item may only be taken ahead.
   */
  readonly ready: Readonly<Record<'fast' | 'slow' | 'ahead', Set<string>>>;
  inFlight: number;
  ahead: number;
  slowInFlight: number;
}

const usualSlowMs = 1_000;

/**
 * Opens an empty queue.
 * @param maxInFlight the highest number of items in flight; slow destinations take at most half of it, so that
 * any number of hanging destinations leave room for the others. As many again may be taken ahead
 * @param limitOf returns the limits of a destination
 * @param clock monotonic milliseconds
 * @param slowMs a destination is slow while its last request took at least so long
 */
export function openFairQueue<T>(
  maxInFlight: number,
  limitOf: (destinationId: string) => QueueLimit,
  clock: () => number,
  slowMs = usualSlowMs,
): FairQueue<T> {
  const ready = { fast: new Set<string>(), slow: new Set<string>(), ahead: new Set<string>() };
  const counts = { inFlight: 0, ahead: 0, slowInFlight: 0 };
  const budgets = openBudgets(clock);
  const state: State<T> = { limitOf, clock, queues: new Map(), budgets, ready, ...counts };
  const { queues } = state;
  return {
    enqueue(id, item) {
      const queue = queueOf(state, id);
      queue.waiting.push(item);
      updateReadiness(state, id, queue);
    },
    next() {
      for (const budget of budgets.replenished()) wakeNext(state, budget);
      const mayTake = state.inFlight < maxInFlight;
      const mayTakeSlow = mayTake && state.slowInFlight < Math.ceil(maxInFlight / 2);
      return (
        (mayTake ? take(state, ready.fast) : null) ??
        (mayTakeSlow ? take(state, ready.slow) : null) ??
        (mayTakeAhead(state, maxInFlight) ? take(state, ready.ahead) : null)
      );
    },
    finished: (id, tookMs) => finish(state, id, tookMs >= slowMs),
    waitingFor: (id) => queues.get(id)?.waiting.length ?? 0,
    limitChanged(id) {
      const queue = queues.get(id);
      budgets.release(id);
      if (queue) updateReadiness(state, id, queue);
    },
    waitsFor: budgets.waitsFor,
    waitingForBudgets: budgets.waiting,
    clear(id) {
      const queue = queueOf(state, id);
      const removed = queue.waiting;
      queue.waiting = [];
      updateReadiness(state, id, queue);
      return removed;
    },
    nextInMs: () => nextInMs(state),
  };
}

/**
 * What waits at a worker keeps the place of the request before it, so that nothing is taken ahead while destinations wait
 * for a place.
 */
const mayTakeAhead = <T>({ ahead, inFlight, ready }: State<T>, maxInFlight: number): boolean =>
  ahead < maxInFlight && (inFlight < maxInFlight || ready.fast.size + ready.slow.size === 0);

function queueOf<T>({ queues }: State<T>, id: string): DestinationQueue<T> {
  const known = queues.get(id);
  if (known) return known;
  const queue = { waiting: [], inFlight: 0, counted: [], ahead: 0, isSlow: false, nextPacedAt: -Infinity };
  queues.set(id, queue);
  return queue;
}

function updateReadiness<T>(
  { limitOf, clock, queues, budgets, ready }: State<T>,
  id: string,
  queue: DestinationQueue<T>,
): void {
  const wanted = queue.waiting.length > 0 ? setFor(queue, limitOf(id)) : null;
  if (wanted === null) budgets.release(id);
  const own = budgets.waitsFor(id) === null ? wanted : null;
  for (const each of ['fast', 'slow', 'ahead'] as const)
    if (each === own) ready[each].add(id);
    else ready[each].delete(id);
  const isUnused = queue.waiting.length === 0 && queue.inFlight === 0;
  // A slow queue is remembered; otherwise each retry would treat it as fast.
  if (isUnused && !queue.isSlow && queue.nextPacedAt <= clock()) queues.delete(id);
}

/** Returns where a destination with waiting items belongs; null if none may start. */
function setFor<T>(
  { inFlight, ahead, isSlow }: DestinationQueue<T>,
  limit: QueueLimit,
): 'fast' | 'slow' | 'ahead' | null {
  if (inFlight < limit.concurrency) return isSlow ? 'slow' : 'fast';
  return ahead < limit.ahead && !isSlow ? 'ahead' : null;
}

function take<T>(state: State<T>, ids: Set<string>): T | null {
  const now = state.clock();
  for (const id of ids) {
    const queue = queueOf(state, id);
    const limit = state.limitOf(id);
    if (queue.nextPacedAt - burstMs > now) {
      for (const budget of limit.budgets) wakeNext(state, budget);
      continue;
    }
    const exhausted = state.budgets.exhausted(limit.budgets);
    if (exhausted) {
      state.budgets.wait(exhausted, id);
      updateReadiness(state, id, queue);
      for (const budget of limit.budgets) wakeNext(state, budget);
      continue;
    }
    const item = queue.waiting.shift();
    if (item === undefined) throw new Error(`destination ${id} is ready, but has no waiting items`);
    const { perSecond, budgets } = limit;
    if (perSecond !== null) queue.nextPacedAt = Math.max(queue.nextPacedAt, now) + 1_000 / perSecond;
    state.budgets.release(id);
    if (ids === state.ready.ahead) {
      queue.ahead += 1;
      state.ahead += 1;
    } else {
      queue.inFlight += 1;
      queue.counted.push(budgets);
      state.budgets.start(budgets);
      state.inFlight += 1;
      if (queue.isSlow) state.slowInFlight += 1;
    }
    // Moves the destination to the end.
    ids.delete(id);
    updateReadiness(state, id, queue);
    for (const budget of budgets) wakeNext(state, budget);
    return item;
  }
  return null;
}

/** Lets the destination go on that has waited longest for a budget and can use it, if the budget permits a request. */
function wakeNext<T>(state: State<T>, budget: Budget): void {
  for (let id = state.budgets.releaseFirst(budget); id !== null; id = state.budgets.releaseFirst(budget)) {
    const queue = queueOf(state, id);
    updateReadiness(state, id, queue);
    if (queue.waiting.length > 0 && setFor(queue, state.limitOf(id)) !== null) return;
  }
}

function finish<T>(state: State<T>, id: string, isSlow: boolean): void {
  const queue = queueOf(state, id);
  if (queue.ahead > 0) {
    // One that was taken ahead is in flight from now on.
    queue.ahead -= 1;
    state.ahead -= 1;
  } else {
    queue.inFlight -= 1;
    state.inFlight -= 1;
    const counted = queue.counted.shift() ?? [];
    state.budgets.end(counted);
    for (const budget of counted) wakeNext(state, budget);
    if (queue.isSlow) state.slowInFlight -= 1;
  }
  if (isSlow !== queue.isSlow) state.slowInFlight += isSlow ? queue.inFlight : -queue.inFlight;
  queue.isSlow = isSlow;
  updateReadiness(state, id, queue);
}

function nextInMs<T>(state: State<T>): number {
  const now = state.clock();
  let soonest = state.budgets.nextInMs();
  for (const ids of [state.ready.fast, state.ready.slow])
    for (const id of ids) {
      const inMs = queueOf(state, id).nextPacedAt - burstMs - now;
      // Other queues wait for a request to end, not for time to pass.
      if (inMs > 0) soonest = Math.min(soonest, inMs);
    }
  return soonest;
}
