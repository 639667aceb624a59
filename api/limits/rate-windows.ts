import { LRUCache } from 'lru-cache';

/** How many requests pass in any span of so many seconds. */
export interface RateLimit {
  readonly requests: number;
  readonly window_s: number;
}

/** Where a window stands. */
export interface Standing {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When one more request is allowed than is now, in epoch milliseconds. */
  readonly resetsAt: number;
}

export interface RateWindows {
  /** Counts a request, if it passes. */
  admit(name: string, limit: RateLimit): Standing;
  /** Tells how things stand, and counts nothing. */
  peek(name: string, limit: RateLimit): Standing;
}

/** The moments of the requests that passed, oldest first; those before `start` are forgotten. */
interface Window {
  times: number[];
  start: number;
}

/**
 * Rolling windows, exact to the request: each remembers when its requests came. Refused ones are not counted.
 * @param now epoch milliseconds
 * @param maxNames how many windows are kept; the one that was longest unused goes first
 */
export function openRateWindows(now: () => number, maxNames = 50_000): RateWindows {
  const windows = new LRUCache<string, Window>({ max: maxNames });

  function look(name: string, { requests, window_s }: RateLimit, counts: boolean): Standing {
    const at = now();
    const length = window_s * 1_000;
    const window = windows.get(name) ?? { times: [], start: 0 };
    forget(window, at - length);
    const used = window.times.length - window.start;
    const admitted = used < requests;
    if (counts && admitted) {
      window.times.push(at);
      windows.set(name, window);
    }
    const taken = counts && admitted ? used + 1 : used;
    // The request that has to leave the window before one more may pass than may now.
    const next = window.times[window.start + Math.max(0, taken - requests)];
    const resetsAt = next === undefined ? at : next + length;
    return { admitted, limit: requests, remaining: Math.max(0, requests - taken), resetsAt };
  }

  return {
    admit: (name, limit) => look(name, limit, true),
    peek: (name, limit) => look(name, limit, false),
  };
}

function forget(window: Window, until: number): void {
  while ((window.times[window.start] ?? Infinity) <= until) window.start += 1;
  // Moving what is left costs no more than what was forgotten since the last time.
  if (window.start * 2 < window.times.length) return;
  window.times = window.times.slice(window.start);
  window.start = 0;
}
