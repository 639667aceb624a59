import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Result } from '../../../domain/result.ts';
import type { ApiFailure } from '../client/responses.ts';

/** Repeats a call until it succeeds, fails permanently, or the time limit is reached. */
export type Retry = <T>(attempt: () => Promise<Result<T, ApiFailure>>) => Promise<Result<T, ApiFailure>>;

export interface RetryOptions {
  /** How long a call may keep failing, in ms. Waiting for a slot does not count. */
  readonly retryForMs: number;
  /** Ends the retries; the result is the last failure. */
  readonly signal: AbortSignal;
  readonly firstPauseMs?: number;
  readonly longestPauseMs?: number;
}

/** Calls that share a retry share its pauses: a "too many requests" to one call delays all. */
export function createRetry({
  retryForMs,
  signal,
  firstPauseMs = 100,
  longestPauseMs = 5_000,
}: RetryOptions): Retry {
  // Every waiting call adds a listener.
  setMaxListeners(0, signal);
  let quietUntil = 0;
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined);

  async function waitUntilAllowed(): Promise<void> {
    for (let wait = quietUntil - Date.now(); wait > 0 && !signal.aborted; wait = quietUntil - Date.now())
      await pause(wait);
  }

  return async (attempt) => {
    let failingSince: number | null = null;
    let pauseMs = firstPauseMs;
    for (;;) {
      await waitUntilAllowed();
      const result = await attempt();
      if (result.ok || signal.aborted) return result;
      if (isRateLimit(result.error)) {
        quietUntil = Math.max(quietUntil, Date.now() + (retryAfter(result.error) ?? 1_000));
        failingSince = null;
        continue;
      }
      if (!isTransient(result.error)) return result;
      failingSince ??= Date.now();
      if (Date.now() - failingSince + pauseMs > retryForMs) return result;
      // Jitter, so that calls that failed together do not retry together.
      await pause(Math.max(pauseMs * (0.5 + Math.random() / 2), retryAfter(result.error) ?? 0));
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  };
}

const isRateLimit = (failure: ApiFailure): boolean => failure.kind === 'refused' && failure.status === 429;

const retryAfter = (failure: ApiFailure): number | null =>
  failure.kind === 'refused' ? failure.retryAfterMs : null;

/** Whether a later call may succeed. A proxy's error page counts by its status. */
const isTransient = (failure: ApiFailure): boolean =>
  failure.kind === 'unreachable' ||
  failure.status >= 500 ||
  failure.status === 408 ||
  (failure.kind === 'refused' && failure.code === 'idempotency_in_flight');
