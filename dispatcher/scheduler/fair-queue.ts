/** The limits of a destination. */
export interface Allowance {
  /** The highest number of concurrent requests. */
  readonly concurrency: number;
  /** The highest number of requests started in a second; null for no limit. */
  readonly perSecond: number | null;
}

/**
 * Queues items by destination and takes turns between the destinations. Each stays within its limits and none
 * delays another.
 */
export interface FairQueue<T> {
  /** Adds an item to the end of its destination's queue. */
  join(destinationId: string, item: T): void;
  /** Takes the next item, which counts as in flight from then on; null if none may start. */
  next(): T | null;
  /** Records the end of a destination's request, and its duration in milliseconds. */
  ended(destinationId: string, tookMs: number): void;
  /** Returns the number of a destination's waiting items. */
  waitingFor(destinationId: string): number;
  /** Re-evaluates a destination whose limits have changed. */
  allowed(destinationId: string): void;
  /** Empties a destination's queue. @returns the removed items */
  clear(destinationId: string): readonly T[];
  /** Returns the milliseconds until a rate-limited queue may continue; Infinity if there is none. */
  nextInMs(): number;
}

interface Line<T> {
  waiting: T[];
  underWay: number;
  /** Whether the last request was slow: the destination may be hanging. */
  slow: boolean;
  /** When the next request would start if requests were evenly spaced at the rate. */
  evenAt: number;
}

/** A request may start this much early, because timers are too coarse for exact spacing. */
const aheadMs = 50;
const slowMs = 1_000;

/**
 * Opens an empty queue.
 * @param inAll the highest number of items in flight; slow destinations take at most half of it, so that any
 * number of hanging destinations leave room for the others
 * @param clock monotonic milliseconds
 */
export function openFairQueue<T>(
  inAll: number,
  allowanceOf: (destinationId: string) => Allowance,
  clock: () => number,
): FairQueue<T> {
  const lines = new Map<string, Line<T>>();
  /** Destinations with waiting items and free concurrency, the longest unserved first. */
  const ready = { fast: new Set<string>(), slow: new Set<string>() };
  let underWay = 0;
  let slowUnderWay = 0;

  function lineOf(id: string): Line<T> {
    const known = lines.get(id);
    if (known) return known;
    const line = { waiting: [], underWay: 0, slow: false, evenAt: -Infinity };
    lines.set(id, line);
    return line;
  }

  function arrange(id: string, line: Line<T>): void {
    const [mine, other] = line.slow ? [ready.slow, ready.fast] : [ready.fast, ready.slow];
    other.delete(id);
    if (line.waiting.length > 0 && line.underWay < allowanceOf(id).concurrency) mine.add(id);
    else mine.delete(id);
    const isIdle = line.waiting.length === 0 && line.underWay === 0;
    // A slow queue is remembered; otherwise each retry would treat it as fast.
    if (isIdle && !line.slow && line.evenAt <= clock()) lines.delete(id);
  }

  function take(ids: Set<string>): T | null {
    const now = clock();
    for (const id of ids) {
      const line = lineOf(id);
      if (line.evenAt - aheadMs > now) continue;
      const item = line.waiting.shift();
      if (item === undefined) throw new Error(`it is the turn of ${id}, and nothing waits`);
      const { perSecond } = allowanceOf(id);
      if (perSecond !== null) line.evenAt = Math.max(line.evenAt, now) + 1_000 / perSecond;
      line.underWay += 1;
      underWay += 1;
      if (line.slow) slowUnderWay += 1;
      // Moves the destination to the end.
      ids.delete(id);
      arrange(id, line);
      return item;
    }
    return null;
  }

  function next(): T | null {
    if (underWay >= inAll) return null;
    const mayBeSlow = slowUnderWay < Math.ceil(inAll / 2);
    return take(ready.fast) ?? (mayBeSlow ? take(ready.slow) : null);
  }

  function ended(id: string, tookMs: number): void {
    const line = lineOf(id);
    line.underWay -= 1;
    underWay -= 1;
    if (line.slow) slowUnderWay -= 1;
    const isSlow = tookMs >= slowMs;
    if (isSlow !== line.slow) slowUnderWay += isSlow ? line.underWay : -line.underWay;
    line.slow = isSlow;
    arrange(id, line);
  }

  function nextInMs(): number {
    const now = clock();
    let soonest = Infinity;
    for (const ids of [ready.fast, ready.slow])
      for (const id of ids) {
        const inMs = lineOf(id).evenAt - aheadMs - now;
        // Other queues wait for a request to end, not for time to pass.
        if (inMs > 0) soonest = Math.min(soonest, inMs);
      }
    return soonest;
  }

  return {
    next,
    ended,
    nextInMs,
    join(id, item) {
      const line = lineOf(id);
      line.waiting.push(item);
      arrange(id, line);
    },
    allowed(id) {
      const line = lines.get(id);
      if (line) arrange(id, line);
    },
    waitingFor: (id) => lines.get(id)?.waiting.length ?? 0,
    clear(id) {
      const line = lineOf(id);
      const waited = line.waiting;
      line.waiting = [];
      arrange(id, line);
      return waited;
    },
  };
}
