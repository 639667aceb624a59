import { Fenced, type Leases, type Lease } from './leases.ts';
import { pause } from '../../async/pause.ts';

/** What is worked on under a lease. `isHeld` says whether the lease can still be relied on, by this machine's clock. */
export type Work = (lease: Lease, signal: AbortSignal, isHeld: () => boolean) => Promise<void>;

/**
 * Waits until the lease of `id` is free, then works under it. The signal that the work is given ends when
 * `signal` does, or when the lease is lost. Answers once the work has ended and the lease is given back.
 * @throws what the work throws; Fenced when the lease was lost
 */
export async function runAsLeader(
  { leases, id, signal }: { leases: Leases; id: string; signal: AbortSignal },
  work: Work,
): Promise<void> {
  const lease = await obtain(leases, id, signal);
  if (lease) await runUnderLease({ lease, leaseMs: leases.leaseMs, signal }, work);
}

async function obtain(leases: Leases, id: string, signal: AbortSignal): Promise<Lease | null> {
  while (!signal.aborted) {
    const lease = await leases.acquire(id);
    if (lease) return lease;
    await pause(leases.leaseMs / 5, signal);
  }
  return null;
}

/** Works under a lease that was just acquired, as `lead` does. @throws as `lead` does */
export async function runUnderLease(
  { lease, leaseMs, signal }: { lease: Lease; leaseMs: number; signal: AbortSignal },
  work: Work,
): Promise<void> {
  const lost = new AbortController();
  const renewing = keepRenewing(lease, leaseMs, () => lost.abort(new Fenced(lease.id)));
  try {
    await work(lease, AbortSignal.any([signal, lost.signal]), renewing.isHeld);
    lost.signal.throwIfAborted();
  } finally {
    await renewing.stop();
    // Where this fails the lease runs out by itself.
    await lease.release().catch(() => undefined);
  }
}

/** About so long, to a moment that is the same for all leases of a process: their renewals are one write then. */
function untilCommonMoment(everyMs: number): number {
  const restMs = everyMs - (performance.now() % everyMs);
  return restMs < everyMs / 2 ? restMs + everyMs : restMs;
}

/** Renews in good time, through short outages of the store; past the lease's end nothing can be relied on. */
function keepRenewing(lease: Lease, leaseMs: number, onLost: () => void) {
  const stopping = new AbortController();
  let { until } = lease;
  const isHeld = () => performance.now() < until;
  async function keepOn(): Promise<void> {
    for (;;) {
      await pause(untilCommonMoment(leaseMs / 4), stopping.signal);
      if (stopping.signal.aborted) return;
      const askedAt = performance.now();
      try {
        await lease.renew();
        until = askedAt + leaseMs;
      } catch (error) {
        if (!(error instanceof Fenced) && isHeld()) continue;
        until = -Infinity;
        return onLost();
      }
    }
  }
  const ended = keepOn();
  const stop = (): Promise<void> => {
    stopping.abort();
    return ended;
  };
  return { isHeld, stop };
}
