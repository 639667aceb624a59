import { plusMs } from '../time.ts';
import type { AttemptOutcome } from './events.ts';

/** When a failed attempt is tried again. */
export interface RetrySchedule {
  /** The wait after the first failure, after the second, and so on; their number + 1 is the attempt limit. */
  readonly delaysMs: readonly number[];
  /** The largest part of a wait that is added to it at random, to spread retries; never subtracted. */
  readonly jitter: number;
  /** A receiver's `Retry-After` counts up to here. */
  readonly retryAfterCapMs: number;
}

const minute = 60_000;

export const defaultRetrySchedule: RetrySchedule = {
  delaysMs: [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minute),
  jitter: 0.1,
  retryAfterCapMs: 24 * 60 * minute,
};

/** What an outcome means for the delivery. */
export type Verdict = 'succeeded' | 'retry' | 'rejected' | 'gone';

export function judge(outcome: AttemptOutcome): Verdict {
  // What is forbidden is so by the destination's settings: only a person can mend that.
  if (outcome.kind === 'error') return outcome.errorClass === 'forbidden_address' ? 'rejected' : 'retry';
  const { status } = outcome;
  if (status >= 200 && status < 300) return 'succeeded';
  if (status === 410) return 'gone';
  return status >= 500 || status === 429 || status === 408 ? 'retry' : 'rejected';
}

/**
 * When to try again after attempt number `attempt` failed at `at`; null when that was the last one.
 * @param retryAfterMs what the receiver asked for, a floor
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
  const floor = Math.min(retryAfterMs, schedule.retryAfterCapMs);
  // Also on what the receiver asked for: it may have told everybody the same.
  return plusMs(at, Math.ceil(Math.max(delay, floor) * (1 + schedule.jitter * random)));
}
