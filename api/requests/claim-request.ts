import { setTimeout as delay } from 'node:timers/promises';
import type { BeginResult, Claim, IdempotencyStore } from '../../coordination/idempotency-store.ts';

/** Shorter than the limit of a request, and long enough to see that a claim has lapsed. */
const waitMs = 5_000;
/** A claim that was not renewed for so long belongs to a process that died. */
const expiryMs = 3_000;
const renewEveryMs = 1_000;
const firstPauseMs = 20;
const longestPauseMs = 250;

/** The time that passes in this process: no clocks of two machines are compared. */
export interface Time {
  /** Milliseconds. */
  now(): number;
  pause(ms: number): Promise<unknown>;
}

const processTime: Time = { now: () => performance.now(), pause: (ms) => delay(ms) };

/**
 * Claims a request, unless it was made before. While another run of the request is in progress, waits for its answer.
 * If that run's process has died, takes its claim over.
 * @returns `in flight` if the other run is still in progress after five seconds
 */
export async function claimRequest(
  store: Pick<IdempotencyStore, 'begin'>,
  id: string,
  hash: string,
  { now, pause }: Time = processTime,
): Promise<BeginResult> {
  const until = now() + waitMs;
  let last = { seen: '', since: now() };
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const hasExpired = last.seen !== '' && now() - last.since >= expiryMs;
    const result = await store.begin(id, hash, hasExpired ? last.seen : undefined);
    if (result.state !== 'in flight' || now() >= until) return result;
    if (result.seen !== last.seen) last = { seen: result.seen, since: now() };
    // At random, so that of many requests that wait one soon finds a key that a refused request has freed.
    await pause(pauseMs * Math.random());
  }
}

/** Runs work, and renews its claim meanwhile. */
export async function withRenewals<T>(
  store: Pick<IdempotencyStore, 'renew'>,
  claim: Claim,
  work: () => Promise<T>,
): Promise<T> {
  // A claim that could not be renewed lapses, which does no harm: the log holds the request's events once.
  const renew = () => void store.renew(claim).catch(() => undefined);
  const renewing = setInterval(renew, renewEveryMs).unref();
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}
