import { setTimeout as delay } from 'node:timers/promises';

const shortestPauseMs = 10;
const longestPauseMs = 100;

/**
 * Waits until `probe` answers something truthy, and returns it.
 * @param probe asked again and again; a throw counts as "not yet" and is reported if the limit passes
 * @param limitMs how long to wait in all
 * @throws when the limit passes, naming `what`
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T> | T,
  limitMs = 20_000,
): Promise<Exclude<T, false | null | undefined>> {
  const start = performance.now();
  let last: unknown;
  for (;;) {
    try {
      const value = await probe();
      if (isThere(value)) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    const waitedMs = performance.now() - start;
    if (waitedMs > limitMs) throw new Error(`not within ${limitMs} ms: ${what} (last: ${String(last)})`);
    // A probe costs what is waited for some of its time: after long it comes less often.
    await delay(Math.min(Math.max(waitedMs / 20, shortestPauseMs), longestPauseMs));
  }
}

const isThere = <T>(value: T): value is Exclude<T, false | null | undefined> =>
  value !== undefined && value !== null && value !== false;
