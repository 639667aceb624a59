import type { Logger } from 'pino';
import type { ParkedDestinations } from '../../coordination/parked-destinations.ts';
import type { DueQueries } from '../../projections/read-models/deliveries/due-deliveries.ts';
import type { DestinationLimit } from '../../projections/read-models/destinations/destination-limits.ts';
import { ParkedEntries, type ParkedEntry } from './parked-entries.ts';
import { rangeOf } from './shards.ts';

/** The reason for parking a destination: no worker can open one of its secrets. */
export interface UnreadableSecret {
  readonly keyId: string;
  readonly reason: string;
}

export interface ParkedQueueDeps {
  readonly stored: Omit<ParkedDestinations, 'count' | 'requestRetry'>;
  readonly queue: Pick<DueQueries, 'of'>;
  /** The delays before the retries of a parked destination, in milliseconds; the last delay repeats. */
  readonly delaysMs: readonly number[];
  /** Whether this process holds the range of a destination. */
  readonly isHeld: (destinationId: string) => boolean;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

const readRequestsEveryMs = 1_000;
const loadEveryMs = 30_000;
/** The time after which every worker has reloaded a changed destination. */
const reloadMs = 2_000;
/** The time after which a retry without an outcome is rechecked. */
const retryTimeoutMs = 60_000;
/** The time within which the read model shows the deliveries that the scheduler took from the feed. */
const shownMs = 2_000;
const recheckUnshownMs = 250;
const retriesPerCall = 20;

/**
 * The parked destinations of the ranges that this process holds, each with the time of its next retry. They outlive the
 * process; their next owner retries each at once, because the restart may have removed the cause.
 */
export class ParkedQueue {
  readonly #deps: ParkedQueueDeps;
  readonly #entries: ParkedEntries;
  /** The ranges of shards whose parked destinations are in memory, and those whose are to be loaded. */
  readonly #loaded = new Set<number>();
  readonly #toLoad = new Set<number>();
  #loadedAt = -Infinity;
  #requestsReadAt = -Infinity;

  constructor(deps: ParkedQueueDeps) {
    this.#deps = deps;
    this.#entries = new ParkedEntries(deps.stored);
  }

  /** Whether this process knows of no parked destination. */
  isEmpty(): boolean {
    return this.#entries.all().length === 0;
  }

  /** Whether nothing may be sent to the destination: it is parked, or its range is not loaded yet. */
  isBlocked(id: string): boolean {
    return this.#entries.get(id)?.isRetrying === false || !this.#isLoaded(id);
  }

  /** Returns the destination's limits, with a concurrency of 1 during a retry. */
  limitOf(id: string, usual: DestinationLimit): DestinationLimit {
    return this.#entries.get(id) ? { ...usual, concurrency: Math.min(1, usual.concurrency) } : usual;
  }

  /** Parks a destination. @returns whether its waiting attempts must leave memory */
  park(id: string, { keyId, reason }: UnreadableSecret): boolean {
    // Of an attempt that was in flight when its range was released: the next owner finds out by itself.
    if (!this.#isLoaded(id)) return false;
    const before = this.#entries.get(id);
    if (before && !before.isRetrying) return false;
    const { delaysMs, now, logger } = this.#deps;
    const at = now().toISOString();
    const retries = before ? before.parked.retries + 1 : 0;
    const delayMs = delaysMs[Math.min(retries, delaysMs.length - 1)] ?? retryTimeoutMs;
    const retryAt = this.#nowMs() + delayMs;
    const nextRetryAt = new Date(retryAt).toISOString();
    const since = before?.parked.since ?? at;
    this.#entries.set(
      { id, keyId, reason, since, retries, retriedAt: before ? at : null, nextRetryAt },
      retryAt,
    );
    this.#entries.markUnsaved(id);
    if (!before) logger.warn({ destination: id, reason, nextRetryAt }, 'a destination was parked');
    return true;
  }

  /** Releases a destination, if it is parked. @returns whether it may receive requests as usual from now on */
  release(id: string): boolean {
    const entry = this.#entries.get(id);
    if (!entry) return false;
    this.#entries.remove(id);
    this.#entries.markUnsaved(id, true);
    const { since } = entry.parked;
    this.#deps.logger.info({ destination: id, since }, 'a parked destination is active again');
    return true;
  }

  /** Retries a parked destination soon: its secret may have been replaced. */
  changed(id: string): void {
    const entry = this.#entries.get(id);
    if (entry && !entry.isRetrying) entry.retryAt = Math.min(entry.retryAt, this.#nowMs() + reloadMs);
  }

  /** Schedules loading the parked destinations of a range that this process has gained. */
  addRange(range: number): void {
    this.#toLoad.add(range);
  }

  /** Forgets the parked destinations of a range that this process releases. */
  removeRange(range: number): void {
    this.#toLoad.delete(range);
    this.#loaded.delete(range);
    this.#entries.drop((id) => rangeOf(id) === range);
  }

  /**
   * Loads the added ranges; now and then all ranges again.
   * @returns the loaded ranges that were added
   * @throws an error of the store
   */
  async load(): Promise<readonly number[]> {
    if (this.#toLoad.size === 0 && this.#nowMs() - this.#loadedAt < loadEveryMs) return [];
    const added = [...this.#toLoad];
    for (const parked of await this.#deps.stored.list(Infinity)) {
      const { id, nextRetryAt } = parked;
      if (this.#entries.isKnown(id) || !this.#deps.isHeld(id)) continue;
      this.#entries.set(parked, this.#isLoaded(id) ? Date.parse(nextRetryAt) : this.#nowMs());
    }
    this.#loadedAt = this.#nowMs();
    // Without those that were released meanwhile.
    const ranges = added.filter((range) => this.#toLoad.delete(range));
    for (const range of ranges) this.#loaded.add(range);
    return ranges;
  }

  /** Returns some destinations whose retry is due. @throws an error of the store */
  async due(): Promise<readonly string[]> {
    if (!this.isEmpty() && this.#nowMs() - this.#requestsReadAt >= readRequestsEveryMs) {
      for (const id of await this.#deps.stored.retryRequests()) {
        const entry = this.#entries.get(id);
        if (entry && !entry.isRetrying) entry.retryAt = this.#nowMs();
      }
      this.#requestsReadAt = this.#nowMs();
    }
    const due = this.#entries.all().filter(({ retryAt }) => retryAt <= this.#nowMs());
    return due.slice(0, retriesPerCall).map(({ parked }) => parked.id);
  }

  /**
   * Retries a destination; releases it if it has nothing due any more: it may be disabled or removed.
   * @returns whether the destination may receive requests from now on: one at a time during the retry, then as usual
   * @throws an error of the store
   */
  async retry(id: string): Promise<boolean> {
    const entry = this.#entries.get(id);
    if (!entry || entry.retryAt > this.#nowMs()) return false;
    const [due] = await this.#deps.queue.of(id, this.#deps.now().toISOString(), 1);
    if (this.#entries.get(id) !== entry) return false;
    if (!due) return this.#isShown(entry) ? this.release(id) : this.#recheckSoon(entry);
    entry.retryAt = this.#nowMs() + retryTimeoutMs;
    if (entry.isRetrying) return false;
    entry.isRetrying = true;
    this.#entries.markUnsaved(id, true);
    return true;
  }

  /** Stores what has changed. @throws an error of the store; the next call continues */
  save(): Promise<void> {
    return this.#entries.save();
  }

  #isShown({ parked }: ParkedEntry): boolean {
    return this.#nowMs() - Date.parse(parked.since) >= shownMs;
  }

  #recheckSoon(entry: ParkedEntry): false {
    entry.retryAt = this.#nowMs() + recheckUnshownMs;
    return false;
  }

  #isLoaded(id: string): boolean {
    return this.#loaded.has(rangeOf(id));
  }

  #nowMs(): number {
    return this.#deps.now().getTime();
  }
}
