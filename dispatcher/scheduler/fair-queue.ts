import type { DestinationLimit } from '../../projections/read-models/destinations/destination-limits.ts';

/** The limits of a destination's requests. */
export interface QueueLimit extends DestinationLimit {
  /** How many requests beyond its concurrency may wait at a worker, which starts each when another ends. */
  readonly ahead: number;
}

/**
 * Queues items by destination and takes turns between the destinations. Each stays within its limits and none
 * delays another.
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
  /** Returns the milliseconds until a rate-limited queue may continue; Infinity if there is none. */
  nextInMs(): number;
}

interface DestinationQueue<T> {
  waiting: T[];
  inFlight: number;
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
  /**
   * Destinations with waiting items and free concurrency, the longest unserved first; and those whose next
   * item may only be taken ahead.
   */
  readonly ready: Readonly<Record<'fast' | 'slow' | 'ahead', Set<string>>>;
  inFlight: number;
  ahead: number;
  slowInFlight: number;
}

/** A request may start this much early, because timers are too coarse for exact spacing. */
const burstMs = 50;
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
  const state: State<T> = { limitOf, clock, queues: new Map(), ready, ...counts };
  const { queues } = state;
  return {
    enqueue(id, item) {
      const queue = queueOf(state, id);
      queue.waiting.push(item);
      updateReadiness(state, id, queue);
    },
    next() {
      const mayTake = state.inFlight < maxInFlight;
      const mayTakeSlow = mayTake && state.slowInFlight < Math.ceil(maxInFlight / 2);
      return (
        (mayTake ? take(state, ready.fast) : null) ??
        (mayTakeSlow ? take(state, ready.slow) : null) ??
        (state.ahead < maxInFlight ? take(state, ready.ahead) : null)
      );
    },
    finished: (id, tookMs) => finish(state, id, tookMs >= slowMs),
    waitingFor: (id) => queues.get(id)?.waiting.length ?? 0,
    limitChanged(id) {
      const queue = queues.get(id);
      if (queue) updateReadiness(state, id, queue);
    },
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

function queueOf<T>({ queues }: State<T>, id: string): DestinationQueue<T> {
  const known = queues.get(id);
  if (known) return known;
  const queue = { waiting: [], inFlight: 0, ahead: 0, isSlow: false, nextPacedAt: -Infinity };
  queues.set(id, queue);
  return queue;
}

function updateReadiness<T>(
  { limitOf, clock, queues, ready }: State<T>,
  id: string,
  queue: DestinationQueue<T>,
): void {
  const own = queue.waiting.length > 0 ? setFor(queue, limitOf(id)) : null;
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
    if (queue.nextPacedAt - burstMs > now) continue;
    const item = queue.waiting.shift();
    if (item === undefined) throw new Error(`destination ${id} is ready, but has no waiting items`);
    const { perSecond } = state.limitOf(id);
    if (perSecond !== null) queue.nextPacedAt = Math.max(queue.nextPacedAt, now) + 1_000 / perSecond;
    if (ids === state.ready.ahead) {
      queue.ahead += 1;
      state.ahead += 1;
    } else {
      queue.inFlight += 1;
      state.inFlight += 1;
      if (queue.isSlow) state.slowInFlight += 1;
    }
    // Moves the destination to the end.
    ids.delete(id);
    updateReadiness(state, id, queue);
    return item;
  }
  return null;
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
    if (queue.isSlow) state.slowInFlight -= 1;
  }
  if (isSlow !== queue.isSlow) state.slowInFlight += isSlow ? queue.inFlight : -queue.inFlight;
  queue.isSlow = isSlow;
  updateReadiness(state, id, queue);
}

function nextInMs<T>(state: State<T>): number {
  const now = state.clock();
  let soonest = Infinity;
  for (const ids of [state.ready.fast, state.ready.slow])
    for (const id of ids) {
      const inMs = queueOf(state, id).nextPacedAt - burstMs - now;
      // Other queues wait for a request to end, not for time to pass.
      if (inMs > 0) soonest = Math.min(soonest, inMs);
    }
  return soonest;
}
