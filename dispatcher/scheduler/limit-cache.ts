import { isDeepStrictEqual } from 'node:util';
import { defaultLimits } from '../../domain/destination/events.ts';
import type {
  DestinationLimit,
  DestinationLimits,
} from '../../projections/read-models/destinations/destination-limits.ts';

/** Caches the rate limits of destinations; a changed limit takes effect within seconds. */
export interface LimitCache {
  /** Returns a destination's limits; a concurrency of 0 until they are read. */
  of(destinationId: string): DestinationLimit;
  /** Whether limits are requested that have not been read. */
  hasRequests(): boolean;
  /** Reads the requested limits. @returns the destinations whose limits changed */
  refresh(): Promise<readonly string[]>;
}

interface CachedLimit {
  limit: DestinationLimit;
  usedAt: number;
}

const unknown: DestinationLimit = { concurrency: 0, perSecond: null, shares: null };
const refreshEveryMs = 2_000;
const evictAfterMs = 60_000;

/** @param clock monotonic milliseconds */
export function openLimitCache(
  limits: DestinationLimits,
  clock: () => number = () => performance.now(),
): LimitCache {
  const cached = new Map<string, CachedLimit>();
  const requested = new Set<string>();
  let refreshedAt = clock();

  function of(id: string): DestinationLimit {
    const found = cached.get(id);
    if (!found) requested.add(id);
    else found.usedAt = clock();
    return found?.limit ?? unknown;
  }

  /** A removed destination has no limits; its deliveries are only cancelled. */
  async function read(ids: readonly string[]): Promise<string[]> {
    const found = await limits.of(ids);
    return ids.filter((id) => {
      const before = cached.get(id);
      const now = found.get(id) ?? { ...unknown, concurrency: defaultLimits.concurrency };
      cached.set(id, { limit: now, usedAt: before?.usedAt ?? clock() });
      requested.delete(id);
      return !isDeepStrictEqual(before?.limit ?? unknown, now);
    });
  }

  async function refresh(): Promise<readonly string[]> {
    const now = clock();
    if (now - refreshedAt < refreshEveryMs) return requested.size > 0 ? read([...requested]) : [];
    refreshedAt = now;
    for (const [id, { usedAt }] of cached) if (now - usedAt > evictAfterMs) cached.delete(id);
    const ids = [...requested, ...cached.keys()];
    return ids.length > 0 ? read(ids) : [];
  }

  return { of, refresh, hasRequests: () => requested.size > 0 };
}
