import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';
import type { RateLedger } from '../../coordination/rate-ledger.ts';
import type { RateLimit, RateWindows, WindowState } from './rate-windows.ts';

export interface SharedWindows {
  /** Counts a request if this process and the shared ledger have room for it. */
  admit(name: string, limit: RateLimit): Promise<WindowState>;
  /** Reads the window without counting a request. */
  peek(name: string, limit: RateLimit): WindowState;
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
const grantShare = 0.01;
/** The ledger's timeout, and the time for which each process counts alone after it. */
const defaultTimeoutMs = 250;
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
  timeoutMs = defaultTimeoutMs,
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

  async function admit(name: string, limit: RateLimit): Promise<WindowState> {
    const share = shareOf(name);
    return tryToAdmit(name, limit, share) ?? takeAndAdmit(name, limit, share);
  }

  /** Null if a grant is needed first. */
  function tryToAdmit(name: string, limit: RateLimit, share: Share): WindowState | null {
    const at = now();
    if (performance.now() < aloneUntil || !local.peek(name, limit).admitted) return local.admit(name, limit);
    if (share.credit > 0 && at < share.until) {
      share.credit -= 1;
      return seen(local.admit(name, limit), share, at);
    }
    return at < share.emptyUntil ? { ...seen(local.peek(name, limit), share, at), admitted: false } : null;
  }

  async function takeAndAdmit(name: string, limit: RateLimit, share: Share): Promise<WindowState> {
    share.waiting += 1;
    try {
      for (;;) {
        const state = tryToAdmit(name, limit, share);
        if (state) return state;
        await (share.taking ??= takeGrants(name, limit, share));
      }
    } finally {
      share.waiting -= 1;
    }
  }

  async function takeGrants(name: string, { requests, window_s }: RateLimit, share: Share): Promise<void> {
    const at = now();
    const windowMs = window_s * 1_000;
    const count = Math.max(1, Math.floor(requests * grantShare), share.waiting);
    try {
      const taking = ledger.takeGrants(name, { count, limit: requests, windowMs, at });
      const taken = await pTimeout(taking, { milliseconds: timeoutMs });
      Object.assign(share, { credit: taken.granted, until: at + windowMs, ...stateOf(taken, at) });
    } catch {
      aloneUntil = performance.now() + aloneMs;
    } finally {
      share.taking = null;
    }
  }

  const stateOf = (
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
      const state = local.peek(name, limit);
      const share = shares.get(name);
      return share && performance.now() >= aloneUntil ? seen(state, share, now()) : state;
    },
  };
}

/** The window of this process, narrowed by the last known state of the ledger. */
function seen(state: WindowState, { credit, free, freesAt, until }: Share, at: number): WindowState {
  const remaining = credit + free;
  if (at >= until || remaining >= state.remaining) return state;
  return { ...state, remaining, resetsAt: Math.max(at, freesAt) };
}
