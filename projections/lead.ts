import { Fenced, type Checkpoints, type Lease } from './checkpoints.ts';
import { pause } from './pause.ts';

/**
 * Waits until the lease of `id` is free, then works under it. The signal that the work is given ends when
 * `signal` does, or when the lease is lost. Answers once the work has ended and the lease is given back.
 * @throws what the work throws; Fenced when the lease was lost
 */
export async function lead(
  { checkpoints, id, signal }: { checkpoints: Checkpoints; id: string; signal: AbortSignal },
  work: (lease: Lease, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lease = await obtain(checkpoints, id, signal);
  if (!lease) return;
  const lost = new AbortController();
  const stopRenewing = keepRenewing(lease, checkpoints.leaseMs, () => lost.abort(new Fenced(id)));
  try {
    await work(lease, AbortSignal.any([signal, lost.signal]));
    lost.signal.throwIfAborted();
  } finally {
    await stopRenewing();
    // Where this fails the lease runs out by itself.
    await lease.release().catch(() => undefined);
  }
}

async function obtain(checkpoints: Checkpoints, id: string, signal: AbortSignal): Promise<Lease | null> {
  while (!signal.aborted) {
    const lease = await checkpoints.acquire(id);
    if (lease) return lease;
    await pause(checkpoints.leaseMs / 5, signal);
  }
  return null;
}

/** Renews in good time, through short outages of the store; past the lease's end nothing can be relied on. */
function keepRenewing(lease: Lease, leaseMs: number, onLost: () => void): () => Promise<void> {
  const stop = new AbortController();
  async function renewing(): Promise<void> {
    let until = performance.now() + leaseMs;
    for (;;) {
      await pause(leaseMs / 4, stop.signal);
      if (stop.signal.aborted) return;
      const askedAt = performance.now();
      try {
        await lease.renew();
        until = askedAt + leaseMs;
      } catch (error) {
        if (error instanceof Fenced || performance.now() > until) return onLost();
      }
    }
  }
  const ended = renewing();
  return () => {
    stop.abort();
    return ended;
  };
}
