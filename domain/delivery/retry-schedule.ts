import { plusMs } from '../time.ts';
import type { AttemptOutcome } from './events.ts';

/** The schedule of the attempts after a failure. */
export interface RetrySchedule {
  /** The delays after the first failure, the second and so on; their number + 1 is the limit of attempts. */
  readonly delaysMs: readonly number[];
  /** The largest share of a delay that is added at random, to spread retries; it is never subtracted. */
  readonly jitter: number;
  /** The limit up to which a receiver's `Retry-After` is respected. */
  readonly retryAfterCapMs: number;
}

const minute = 60_000;

export const defaultRetrySchedule: RetrySchedule = {
  delaysMs: [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minute),
  jitter: 0.1,
  retryAfterCapMs: 24 * 60 * minute,
};

/** The consequence of an outcome for the delivery. */
export type Verdict = 'succeeded' | 'retry' | 'rejected' | 'gone';

/** Too Many Requests and its like: the receiver may accept the same request later. */
const temporary: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Returns the consequence of an outcome: success, a retry, or a final failure.
 * @param hasRetryAfter whether the receiver named a time for the next attempt, which makes a 4xx temporary
 */
export function judge(outcome: AttemptOutcome, hasRetryAfter = false): Verdict {
  // A forbidden address follows from the destination's settings, which only a person can change.
  if (outcome.kind === 'error') return outcome.errorClass === 'forbidden_address' ? 'rejected' : 'retry';
  const { status } = outcome;
  if (status >= 200 && status < 300) return 'succeeded';
  if (status === 410) return 'gone';
  if (status >= 500 || temporary.has(status)) return 'retry';
  return status >= 400 && hasRetryAfter ? 'retry' : 'rejected';
}

/**
 * Returns when to retry after attempt number `attempt` failed at `at`; null after the last attempt.
 * @param retryAfterMs the delay that the receiver requested, as a minimum
 * @param random from 0 up to 1, drawn by the caller
 */
export function nextAttempt(
  schedule: RetrySchedule,
  attempt: number,
  at: string,
  retryAfterMs: number,
  random: number,
): string | null {
  const delay = schedule.delaysMs[attempt - 1];
  if (delay === undefined) return null;
  // Jitter is also added to the receiver's delay, which many requests may have received.
  const spread = 1 + schedule.jitter * random;
  const requested = Math.min(retryAfterMs * spread, schedule.retryAfterCapMs);
  return plusMs(at, Math.ceil(Math.max(delay * spread, requested)));
}
