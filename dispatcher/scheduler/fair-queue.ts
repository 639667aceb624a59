/** How fast one destination may be sent to. */
export interface Allowance {
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Requests begun in a second; null: as many as come. */
  readonly perSecond: number | null;
}

/** Whose turn it is: one line a destination, each within its allowance, none in the way of another. */
export interface FairQueue<T> {
  /** Goes to the end of its destination's line. */
  join(destinationId: string, item: T): void;
  /** Takes the first of the line whose turn it is; it counts as under way from then on. */
  next(): T | null;
  /** One of a destination's is under way no more; it was for so long. */
  ended(destinationId: string, tookMs: number): void;
  waitingFor(destinationId: string): number;
  /** What the destination may have under way has changed. */
  allowed(destinationId: string): void;
  /** Empties a destination's line. @returns what waited in it */
  clear(destinationId: string): readonly T[];
  /** In how many milliseconds a line that its rate holds back goes on; Infinity when there is none. */
  nextInMs(): number;
}

interface Line<T> {
  waiting: T[];
  underWay: number;
  /** Its last request took long: it may be one that hangs. */
  slow: boolean;
  /** When the next request would begin if all were evenly spread at the rate. */
  evenAt: number;
}

/** A rate may be run ahead of by so much, so that timers, which are no finer, do not hold it down. */
const aheadMs = 50;
const slowMs = 1_000;

/**
 * @param inAll how many may be under way at once; those of slow destinations take half of it at most, so that
 * any number of them that hang leave room for the others
 * @param clock monotonic milliseconds
 */
export function openFairQueue<T>(
  inAll: number,
  allowanceOf: (destinationId: string) => Allowance,
  clock: () => number,
): FairQueue<T> {
  const lines = new Map<string, Line<T>>();
  /** Lines in which something waits that its concurrency lets go, the longest unserved first. */
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
    // A slow one is remembered, or it would be taken for a fast one with each retry.
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
      // To the end.
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
        // What is not held back waits for another to end, not for the time.
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
