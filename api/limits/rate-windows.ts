import { LRUCache } from 'lru-cache';

/** The number of requests allowed in any span of `seconds`. */
export interface RateLimit {
  readonly requests: number;
  readonly window_s: number;
}

/** The limits of the browsers of an address, which may be those of a whole office, in a minute. */
export interface FormRates {
  /** The pages of forms that they may ask for. */
  readonly pages: number;
  /** The forms that they may send, without those that come back with a problem. */
  readonly submissions: number;
  /** The forms that they may send, with those that come back. */
  readonly attempts: number;
  /** The forms that they may save. A browser saves a form every five seconds at most. */
  readonly saves: number;
  /** The forms that do not exist for which they may ask. */
  readonly unknown: number;
}

/** The state of a window. */
export interface WindowState {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** The time at which `remaining` grows by one, in epoch milliseconds. */
  readonly resetsAt: number;
}

export interface RateWindows {
  /** Counts a request if the window has room for it. */
  admit(name: string, limit: RateLimit): WindowState;
  /** Reads the window without counting a request. */
  peek(name: string, limit: RateLimit): WindowState;
}

/** The times of the counted requests, oldest first; those before index `start` have left the window. */
interface Window {
  times: number[];
  start: number;
}

/**
 * Exact rolling windows: each stores the times of its requests. Refused requests are not counted.
 * @param now epoch milliseconds
 * @param maxNames the number of windows kept; the least recently used window is dropped first
 */
export function openRateWindows(now: () => number, maxNames = 50_000): RateWindows {
  const windows = new LRUCache<string, Window>({ max: maxNames });

  function look(name: string, { requests, window_s }: RateLimit, counts: boolean): WindowState {
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
    // `remaining` grows when this request leaves the window.
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
  // Amortized: the entries moved are at most as many as were dropped since the last move.
  if (window.start * 2 < window.times.length) return;
  window.times = window.times.slice(window.start);
  window.start = 0;
}
