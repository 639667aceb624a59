import type { Budget } from './budgets.ts';

/** The limits of a destination's requests. */
export interface QueueLimit {
  /** The highest number of concurrent requests. */
  readonly concurrency: number;
  /** The highest number of requests started in a second; null for no limit. */
  readonly perSecond: number | null;
  /** How many requests beyond its concurrency may wait at a worker, which starts each when another ends. */
  readonly ahead: number;
  /** The limits that the destination shares with others. */
  readonly budgets: readonly Budget[];
}

/** The queue of one destination, and its requests in flight. */
export interface QueuedDestination<T> {
  waiting: T[];
  inFlight: number;
  /** The shared limits that the items in flight count against, the longest in flight first. */
  readonly counted: (readonly Budget[])[];
  /** The items taken ahead: each counts as in flight once another one has ended. */
  ahead: number;
  /** Whether the last request was slow: the destination may be hanging. */
  isSlow: boolean;
  /** When the next request would start if requests were evenly spaced at the rate. */
  nextPacedAt: number;
}

/** How a destination's next request may start: at once, among the slow destinations, or ahead of the end of another. */
export type Readiness = 'fast' | 'slow' | 'ahead';

export const emptyQueue = <T>(): QueuedDestination<T> => ({
  waiting: [],
  inFlight: 0,
  counted: [],
  ahead: 0,
  isSlow: false,
  nextPacedAt: -Infinity,
});

/** Returns how the next waiting item may start; null if none may. */
export function readinessOf<T>(
  { inFlight, ahead, isSlow }: QueuedDestination<T>,
  limit: QueueLimit,
): Readiness | null {
  if (inFlight < limit.concurrency) return isSlow ? 'slow' : 'fast';
  return ahead < limit.ahead && !isSlow ? 'ahead' : null;
}
