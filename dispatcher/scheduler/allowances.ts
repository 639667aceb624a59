import { defaultLimits } from '../../domain/destination/events.ts';
import type { DestinationLimits } from '../../projections/read-models/destinations/destination-limits.ts';
import type { Allowance } from './fair-queue.ts';

/** Caches the rate limits of destinations; a changed limit takes effect within seconds. */
export interface Allowances {
  /** Returns a destination's limits; a concurrency of 0 until they are read. */
  of(destinationId: string): Allowance;
  /** Whether limits are requested that have not been read. */
  isAsked(): boolean;
  /** Reads the requested limits. @returns the destinations whose limits changed */
  refresh(): Promise<readonly string[]>;
}

interface Known {
  allowance: Allowance;
  askedAt: number;
}

const unknown: Allowance = { concurrency: 0, perSecond: null };
const refreshEveryMs = 2_000;
const forgetAfterMs = 60_000;

/** @param clock monotonic milliseconds */
export function openAllowances(
  limits: DestinationLimits,
  clock: () => number = () => performance.now(),
): Allowances {
  const known = new Map<string, Known>();
  const asked = new Set<string>();
  let refreshedAt = clock();

  function of(id: string): Allowance {
    const found = known.get(id);
    if (!found) asked.add(id);
    else found.askedAt = clock();
    return found?.allowance ?? unknown;
  }

  /** A removed destination has no limits; its deliveries are only cancelled. */
  async function read(ids: readonly string[]): Promise<string[]> {
    const found = await limits.of(ids);
    return ids.filter((id) => {
      const before = known.get(id);
      const now = found.get(id) ?? { concurrency: defaultLimits.concurrency, perSecond: null };
      known.set(id, { allowance: now, askedAt: before?.askedAt ?? clock() });
      asked.delete(id);
      const { concurrency, perSecond } = before?.allowance ?? unknown;
      return concurrency !== now.concurrency || perSecond !== now.perSecond;
    });
  }

  async function refresh(): Promise<readonly string[]> {
    const now = clock();
    if (now - refreshedAt < refreshEveryMs) return asked.size > 0 ? read([...asked]) : [];
    refreshedAt = now;
    for (const [id, { askedAt }] of known) if (now - askedAt > forgetAfterMs) known.delete(id);
    const ids = [...asked, ...known.keys()];
    return ids.length > 0 ? read(ids) : [];
  }

  return { of, refresh, isAsked: () => asked.size > 0 };
}
