import { isDeepStrictEqual } from 'node:util';
import { inParallel } from '../../async/in-parallel.ts';
import { account } from '../../domain/account/decider.ts';
import { destination } from '../../domain/destination/decider.ts';
import { defaultLimits } from '../../domain/destination/events.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { Aggregates } from '../../log/aggregates.ts';
import type {
  DestinationLimit,
  DestinationLimits,
} from '../../projections/read-models/destinations/destination-limits.ts';

export interface LimitSources {
  readonly destinationLimits: DestinationLimits;
  readonly aggregates: Pick<Aggregates, 'load'>;
}

interface CachedLimit {
  limit: DestinationLimit;
  usedAt: number;
}

const unknown: DestinationLimit = { concurrency: 0, perSecond: null, shares: null };
/** A removed destination has no limits of its own: its deliveries are only cancelled. */
const removed: DestinationLimit = { ...unknown, concurrency: defaultLimits.concurrency };
const refreshEveryMs = 2_000;
const evictAfterMs = 60_000;
const parallelLoads = 16;

/**
 * Caches the rate limits of destinations; a changed limit takes effect within seconds. The limits of a destination that
 * the read model does not show come from the log: the destination is newer than the read model, or removed.
 */
export class LimitCache {
  readonly #sources: LimitSources;
  readonly #clock: () => number;
  readonly #cached = new Map<string, CachedLimit>();
  readonly #requested = new Set<string>();
  #refreshedAt: number;

  /** @param clock monotonic milliseconds */
  constructor(sources: LimitSources, clock: () => number = () => performance.now()) {
    this.#sources = sources;
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

  async #read(ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    const shown = await this.#sources.destinationLimits.of(ids);
    const changed: string[] = [];
    await inParallel(parallelLoads, ids, async (id) => {
      const before = this.#cached.get(id);
      // What cannot be read stays as it was, and is read again.
      const now = shown.get(id) ?? (await this.#byLog(id).catch(() => null));
      if (!now) return;
      this.#cached.set(id, { limit: now, usedAt: before?.usedAt ?? this.#clock() });
      this.#requested.delete(id);
      if (!isDeepStrictEqual(before?.limit ?? unknown, now)) changed.push(id);
    });
    return changed;
  }

  async #byLog(id: string): Promise<DestinationLimit> {
    const { aggregates } = this.#sources;
    const { state } = await aggregates.load(destination, streamOf.destination(id), refreshEveryMs);
    if (!state.exists || state.removed) return removed;
    const { accountId, settings } = state;
    const { concurrency, ratePerSecond: perSecond, url } = settings;
    const owner = await aggregates.load(account, streamOf.account(accountId), refreshEveryMs);
    const plan = owner.state.exists ? owner.state.plan : '';
    return { concurrency, perSecond, shares: { accountId, plan, host: new URL(url).hostname } };
  }
}
