import type { ParkedStore } from './parked-keys.ts';
import type { ParkedKey } from './parking.ts';
import { pause } from '../../async/pause.ts';

export interface ParkingSupervisorDeps {
  readonly parked: ParkedStore;
  /** Tries a key again by the newest decisions on what to skip. @returns whether it is parked no longer */
  readonly retry: (name: string) => Promise<boolean>;
  readonly onTaken: (key: ParkedKey) => void;
  readonly signal: AbortSignal;
}

const lookEveryMs = 1_000;
const firstEffectMs = 10_000;
const longestEffectMs = 10 * 60_000;

/**
 * Tries parked keys again until the signal: each once at the start, since this may be the release that takes them; those
 * that an operator asks for; and again and again those whose effect failed, since what failed may be mended elsewhere.
 * @throws what the log or the store throw when they fail
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
