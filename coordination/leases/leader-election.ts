import { pause } from '../../async/pause.ts';
import { Fenced, type Lease } from './lease.ts';
import type { Leases } from './leases.ts';
import { renewalShare } from './session.ts';

/** Work under a lease. `isHeld` returns whether the lease is still held by this machine's clock. */
export type Work = (lease: Lease, signal: AbortSignal, isHeld: () => boolean) => Promise<void>;

/**
 * Waits until the lease of `id` is free, then runs the work under it. The work's signal is aborted with
 * `signal`, or when the lease is lost. Resolves once the work has ended and the lease is released.
 * @throws the error of the work; Fenced if the lease was lost
 */
export async function runAsLeader(
  { leases, id, signal }: { leases: Leases; id: string; signal: AbortSignal },
  work: Work,
): Promise<void> {
  const lease = await acquireWhenFree(leases, id, signal);
  if (lease) await runUnderLease({ lease, leaseMs: leases.leaseMs, signal }, work);
}

async function acquireWhenFree(leases: Leases, id: string, signal: AbortSignal): Promise<Lease | null> {
  while (!signal.aborted) {
    const lease = await leases.acquire(id);
    if (lease) return lease;
    await pause(leases.leaseMs / 5, signal);
  }
  return null;
}

/**
 * Runs work under a lease that was just acquired. @throws the error of the work; Fenced if the lease was lost
 */
export async function runUnderLease(
  { lease, leaseMs, signal }: { lease: Lease; leaseMs: number; signal: AbortSignal },
  work: Work,
): Promise<void> {
  const lost = new AbortController();
  const renewing = renewInBackground(lease, leaseMs, () => lost.abort(new Fenced(lease.id)));
  try {
    await work(lease, AbortSignal.any([signal, lost.signal, lease.lost]), renewing.isHeld);
    lease.lost.throwIfAborted();
    lost.signal.throwIfAborted();
  } finally {
    await renewing.stop();
    // An unreleased lease expires by itself.
    await lease.release().catch(() => undefined);
  }
}

/**
 * Returns a delay of about this length, up to a time that all leases of the process share, so that their
 * renewals share one write.
 */
function delayToSharedTime(everyMs: number): number {
  const remainingMs = everyMs - (performance.now() % everyMs);
  return remainingMs < everyMs / 2 ? remainingMs + everyMs : remainingMs;
}

/** Renews a lease until it is stopped, or the lease has ended. */
function renewInBackground(lease: Lease, leaseMs: number, onLost: () => void) {
  const stopping = new AbortController();
  let { until } = lease;
  const isHeld = () => performance.now() < until;
  async function renewRepeatedly(): Promise<void> {
    let pauseMs = delayToSharedTime(renewalShare * leaseMs);
    for (;;) {
      await pause(pauseMs, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        until = await lease.renew();
        pauseMs = delayToSharedTime(renewalShare * leaseMs);
      } catch (error) {
        pauseMs = 0.1 * leaseMs;
        if (!(error instanceof Fenced) && isHeld()) continue;
        until = -Infinity;
        return onLost();
      }
    }
  }
  const ended = renewRepeatedly();
  const stop = (): Promise<void> => {
    stopping.abort();
    return ended;
  };
  return { isHeld, stop };
}
