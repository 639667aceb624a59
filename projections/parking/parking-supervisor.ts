import { pause } from '../../async/pause.ts';
import type { ParkedStore } from './parked-keys.ts';
import type { ParkedKey } from './parking.ts';

export interface ParkingSupervisorDeps {
  readonly parked: ParkedStore;
  /** Retries a key, with the latest list of skipped events. @returns whether the key was released */
  readonly retry: (name: string) => Promise<boolean>;
  readonly onReleased: (key: ParkedKey) => void;
  readonly signal: AbortSignal;
}

const pollMs = 1_000;
const firstActionRetryMs = 10_000;
const longestActionRetryMs = 10 * 60_000;

/**
 * Retries parked keys until the signal: every key once at the start, because a new release may handle its
 * event; keys for which an operator requests a retry; and, at growing intervals, keys whose action failed,
 * because its cause may lie elsewhere.
 * @throws any error of the log or the store
 */
export async function superviseParking({
  parked,
  retry,
  onReleased,
  signal,
}: ParkingSupervisorDeps): Promise<void> {
  let actionRetryMs = firstActionRetryMs;
  let actionRetryAt = performance.now() + actionRetryMs;

  async function retryAll(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const key = parked.keys().get(name);
      if (signal.aborted || !key) continue;
      if (await retry(name)) onReleased(key);
    }
  }

  function dueActionRetries(): readonly string[] {
    if (performance.now() < actionRetryAt) return [];
    actionRetryMs = Math.min(2 * actionRetryMs, longestActionRetryMs);
    actionRetryAt = performance.now() + actionRetryMs;
    return [...parked.keys()].filter(([, { cause }]) => cause === 'effect').map(([name]) => name);
  }

  await retryAll([...parked.keys().keys()]);
  for (; !signal.aborted; await pause(pollMs, signal)) {
    if (parked.keys().size === 0) {
      actionRetryMs = firstActionRetryMs;
      await parked.untilParked(signal);
      continue;
    }
    await retryAll(await parked.retryRequests());
    await retryAll(dueActionRetries());
  }
}
