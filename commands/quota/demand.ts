import { LRUCache } from 'lru-cache';

export interface Demand {
  /** Records a request for `name`. */
  record(name: string): void;
  /** Returns how many requests for `name` to expect within `seconds`; 0 while few arrive. */
  expected(name: string, seconds: number): number;
}

const windowMs = 1_000;
/** Below this rate in a second, nothing is prepared. */
const minRate = 5;
const maxExpected = 256;

interface Count {
  readonly since: number;
  readonly now: number;
  readonly before: number;
}

/** Counts the recent requests for each name, so that a process can prepare for the next ones. */
export function openDemand(clock = () => performance.now()): Demand {
  const counts = new LRUCache<string, Count>({ max: 10_000 });

  function countOf(name: string): Count {
    const at = clock();
    const count = counts.get(name);
    if (!count || at - count.since >= 2 * windowMs) return { since: at, now: 0, before: 0 };
    if (at - count.since < windowMs) return count;
    return { since: count.since + windowMs, now: 0, before: count.now };
  }

  return {
    record(name) {
      const count = countOf(name);
      counts.set(name, { ...count, now: count.now + 1 });
    },
    expected(name, seconds) {
      const { now, before } = countOf(name);
      const recent = Math.max(now, before);
      return recent < minRate ? 0 : Math.min(Math.ceil(recent * seconds), maxExpected);
    },
  };
}
