import { setTimeout as delay } from 'node:timers/promises';

/**
 * Begins tasks at a steady rate, whether or not those before have ended.
 * @returns for each the milliseconds from when it was due until it had ended, so that waiting in line counts
 */
export function paced(count: number, perSecond: number, task: () => Promise<unknown>): Promise<number[]> {
  const begun = performance.now();
  const timed = async (n: number): Promise<number> => {
    const due = begun + (n * 1_000) / perSecond;
    await delay(due - performance.now());
    await task();
    return performance.now() - due;
  };
  return Promise.all(Array.from({ length: Math.ceil(count) }, (_, n) => timed(n)));
}
