import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits until `probe` answers something truthy, and returns it.
 * @param probe asked again and again; a throw counts as "not yet" and is reported if the limit passes
 * @param limitMs how long to wait in all
 * @throws when the limit passes, naming `what`
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T> | T,
  limitMs = 10_000,
): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + limitMs;
  let last: unknown;
  for (;;) {
    try {
      const value = await probe();
      if (isThere(value)) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end) throw new Error(`not within ${limitMs} ms: ${what} (last: ${String(last)})`);
    await delay(10);
  }
}

const isThere = <T>(value: T): value is Exclude<T, false | null | undefined> =>
  value !== undefined && value !== null && value !== false;
