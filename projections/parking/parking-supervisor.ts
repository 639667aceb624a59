import type { ParkedStore } from './parked-keys.ts';
import type { ParkedKey } from './parking.ts';
import { pause } from '../../async/pause.ts';

export interface ParkingSupervisorDeps {
  readonly parked: ParkedStore;
  /** Retries a key, with the latest list of skipped events. @returns whether the key was released */
  readonly retry: (name: string) => Promise<boolean>;
  readonly onTaken: (key: ParkedKey) => void;
  readonly signal: AbortSignal;
}

const lookEveryMs = 1_000;
const firstEffectMs = 10_000;
const longestEffectMs = 10 * 60_000;

/**
 * Retries parked keys until the signal: every key once at the start, because a new release may handle its
 * event; keys for which an operator requests a retry; and, at growing intervals, keys whose action failed,
 * because its cause may lie elsewhere.
 * @throws any error of the log or the store
 */
export async function superviseParking({
  parked,
  retry,
  onTaken,
  signal,
}: ParkingSupervisorDeps): Promise<void> {
  let effectMs = firstEffectMs;
  let effectsAt = performance.now() + effectMs;

  async function retryAll(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const key = parked.keys().get(name);
      if (signal.aborted || !key) continue;
      if (await retry(name)) onTaken(key);
    }
  }

  function effectsDue(): readonly string[] {
    if (performance.now() < effectsAt) return [];
    effectMs = Math.min(2 * effectMs, longestEffectMs);
    effectsAt = performance.now() + effectMs;
    return [...parked.keys()].filter(([, { cause }]) => cause === 'effect').map(([name]) => name);
  }

  await retryAll([...parked.keys().keys()]);
  for (; !signal.aborted; await pause(lookEveryMs, signal)) {
    if (parked.keys().size === 0) {
      effectMs = firstEffectMs;
      continue;
    }
    await retryAll(await parked.asked());
    await retryAll(effectsDue());
  }
}
