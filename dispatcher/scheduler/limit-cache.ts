import { isDeepStrictEqual } from 'node:util';
import { defaultLimits } from '../../domain/destination/events.ts';
import type {
  DestinationLimit,
  DestinationLimits,
} from '../../projections/read-models/destinations/destination-limits.ts';

interface CachedLimit {
  limit: DestinationLimit;
  usedAt: number;
}

const unknown: DestinationLimit = { concurrency: 0, perSecond: null, shares: null };
const refreshEveryMs = 2_000;
const evictAfterMs = 60_000;

/** Caches the rate limits of destinations; a changed limit takes effect within seconds. */
export class LimitCache {
  readonly #limits: DestinationLimits;
  readonly #clock: () => number;
  readonly #cached = new Map<string, CachedLimit>();
  readonly #requested = new Set<string>();
  #refreshedAt: number;

  /** @param clock monotonic milliseconds */
  constructor(limits: DestinationLimits, clock: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#clock = clock;
    this.#refreshedAt = clock();
  }

  /** Returns a destination's limits; a concurrency of 0 until they are read. */
  of(destinationId: string): DestinationLimit {
    const found = this.#cached.get(destinationId);
    if (!found) this.#requested.add(destinationId);
    else found.usedAt = this.#clock();
    return found?.limit ?? unknown;
  }

  /** Whether limits are requested that have not been read. */
  hasRequests(): boolean {
    return this.#requested.size > 0;
  }

  /** Reads the requested limits. @returns the destinations whose limits changed */
  async refresh(): Promise<readonly string[]> {
    const now = this.#clock();
    if (now - this.#refreshedAt < refreshEveryMs) return this.#read([...this.#requested]);
    this.#refreshedAt = now;
    for (const [id, { usedAt }] of this.#cached) if (now - usedAt > evictAfterMs) this.#cached.delete(id);
    return this.#read([...this.#requested, ...this.#cached.keys()]);
  }

  /** A removed destination has no limits; its deliveries are only cancelled. */
  async #read(ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    const found = await this.#limits.of(ids);
    return ids.filter((id) => {
      const before = this.#cached.get(id);
      const now = found.get(id) ?? { ...unknown, concurrency: defaultLimits.concurrency };
      this.#cached.set(id, { limit: now, usedAt: before?.usedAt ?? this.#clock() });
      this.#requested.delete(id);
      return !isDeepStrictEqual(before?.limit ?? unknown, now);
    });
  }
}
