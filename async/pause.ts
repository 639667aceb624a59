import { setTimeout as delay } from 'node:timers/promises';

/** Waits for some milliseconds, or until the signal. Never throws: the caller checks the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

/** Waits until the signal. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Returns delays that double from `firstMs` up to `maxMs`, each shortened at random by up to a half. */
export function backOff(firstMs: number, maxMs: number) {
  let ms = firstMs;
  return {
    reset: () => {
      ms = firstMs;
    },
    async wait(signal: AbortSignal): Promise<void> {
      const now = ms;
      ms = Math.min(ms * 2, maxMs);
      await pause(now * (1 - Math.random() / 2), signal);
    },
  };
}
