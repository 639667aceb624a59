import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';
import type { RateLedger } from '../../coordination/rate-ledger.ts';
import type { RateLimit, RateWindows, Standing } from './rate-windows.ts';

export interface SharedWindows {
  /** Counts a request if this process and the shared ledger have room for it. */
  admit(name: string, limit: RateLimit): Promise<Standing>;
  /** Reads the window without counting a request. */
  peek(name: string, limit: RateLimit): Standing;
}

/** The state of a name in this process: unused granted requests, and the last known state of the ledger. */
interface Share {
  credit: number;
  /** The time at which the last grant expires. */
  until: number;
  free: number;
  freesAt: number;
  /** Until then no process has requests left. */
  emptyUntil: number;
  /** Requests that wait for the grant under way. */
  waiting: number;
  taking: Promise<void> | null;
}

/** The share of a limit that each process is granted at once: unused grants of a few processes stay far below 5 %. */
const takenAtOnce = 0.01;
/** The ledger's timeout, and the time for which each process counts alone after it. */
const defaultPatienceMs = 250;
const aloneMs = 1_000;

/**
 * Rolling windows that processes share. Each process keeps an exact window of its own and gets grants from a ledger, a
 * hundredth of the limit at a time; requests within a grant need no round trip. Without the ledger each process counts
 * alone: a rate limit must not cause an outage.
 */
export function openSharedWindows(
  local: RateWindows,
  ledger: RateLedger,
  now: () => number,
  patienceMs = defaultPatienceMs,
): SharedWindows {
  const shares = new LRUCache<string, Share>({ max: 50_000 });
  let aloneUntil = 0;

  function shareOf(name: string): Share {
    const known = shares.get(name);
    if (known) return known;
    const share = { credit: 0, until: 0, free: 0, freesAt: 0, emptyUntil: 0, waiting: 0, taking: null };
    shares.set(name, share);
    return share;
  }

  async function admit(name: string, limit: RateLimit): Promise<Standing> {
    const share = shareOf(name);
    return tryToAdmit(name, limit, share) ?? takeAndAdmit(name, limit, share);
  }

  /** Null if a grant is needed first. */
  function tryToAdmit(name: string, limit: RateLimit, share: Share): Standing | null {
    const at = now();
    if (performance.now() < aloneUntil || !local.peek(name, limit).admitted) return local.admit(name, limit);
    if (share.credit > 0 && at < share.until) {
      share.credit -= 1;
      return seen(local.admit(name, limit), share, at);
    }
    return at < share.emptyUntil ? { ...seen(local.peek(name, limit), share, at), admitted: false } : null;
  }

  async function takeAndAdmit(name: string, limit: RateLimit, share: Share): Promise<Standing> {
    share.waiting += 1;
    try {
      for (;;) {
        const standing = tryToAdmit(name, limit, share);
        if (standing) return standing;
        await (share.taking ??= takeGrants(name, limit, share));
      }
    } finally {
      share.waiting -= 1;
    }
  }

  async function takeGrants(name: string, { requests, window_s }: RateLimit, share: Share): Promise<void> {
    const at = now();
    const windowMs = window_s * 1_000;
    const count = Math.max(1, Math.floor(requests * takenAtOnce), share.waiting);
    try {
      const taking = ledger.takeGrants(name, { count, limit: requests, windowMs, at });
      const taken = await pTimeout(taking, { milliseconds: patienceMs });
      Object.assign(share, { credit: taken.granted, until: at + windowMs, ...standOf(taken, at) });
    } catch {
      aloneUntil = performance.now() + aloneMs;
    } finally {
      share.taking = null;
    }
  }

  const standOf = (
    { granted, free, freesAt }: Awaited<ReturnType<RateLedger['takeGrants']>>,
    at: number,
  ) => ({
    free,
    freesAt,
    emptyUntil: granted > 0 ? 0 : Math.max(freesAt, at + 1),
  });

  return {
    admit,
    peek: (name, limit) => {
      const standing = local.peek(name, limit);
      const share = shares.get(name);
      return share && performance.now() >= aloneUntil ? seen(standing, share, now()) : standing;
    },
  };
}

/** The window of this process, narrowed by the last known state of the ledger. */
function seen(standing: Standing, { credit, free, freesAt, until }: Share, at: number): Standing {
  const remaining = credit + free;
  if (at >= until || remaining >= standing.remaining) return standing;
  return { ...standing, remaining, resetsAt: Math.max(at, freesAt) };
}
