import { setTimeout as delay } from 'node:timers/promises';

/** As exact as timers are. */
const earlyMs = 1;

/**
 * Begins tasks at a steady rate, whether or not those before have ended. They are scheduled one by one: thousands of
 * timers at once would hold up the first tasks.
 * @param task is called with the time it was due, by `performance.now()`
 * @returns for each the milliseconds from when it was due, or began before that, until it had ended: waiting in line counts
 * @throws what a task throws, once all were begun
 */
export async function paced(
  count: number,
  perSecond: number,
  task: (due: number) => Promise<unknown>,
): Promise<number[]> {
  const begun = performance.now();
  const timed = async (due: number): Promise<number> => {
    await task(due);
    return performance.now() - due;
  };
  const running: Promise<number>[] = [];
  for (let n = 0; n < count; n++) {
    const due = begun + (n * 1_000) / perSecond;
    // A timer may go off too early: it counts from when the event loop last looked at the clock.
    for (let restMs; (restMs = due - performance.now()) >= earlyMs;) await delay(restMs);
    const timing = timed(Math.min(due, performance.now()));
    // The last line reports the failure; until then nothing awaits this promise.
    timing.catch(() => undefined);
    running.push(timing);
  }
  return Promise.all(running);
}
