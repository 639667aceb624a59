import type { Logger } from 'pino';
import type { ParkedDestination, ParkedDestinations } from '../../coordination/parked-destinations.ts';
import type { DueQueries } from '../../projections/read-models/deliveries/due-deliveries.ts';
import type { DestinationLimit } from '../../projections/read-models/destinations/destination-limits.ts';
import { openParkedEntries, type ParkedEntry } from './parked-entries.ts';
import { openParkedRanges } from './parked-ranges.ts';

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
  readonly isOwn: (destinationId: string) => boolean;
  readonly rangeOf: (destinationId: string) => number;
  /** Called when a destination is parked: its waiting attempts must leave memory. */
  readonly onParked: (destinationId: string) => void;
  /** Called when a destination may receive requests again: one at a time during a retry, then as usual. */
  readonly onReleased: (destinationId: string) => void;
  /** Called once the parked destinations of a range are loaded. */
  readonly onLoaded: (range: number) => void;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** The parked destinations of this process, each with the time of its next retry. */
export interface ParkedQueue {
  /** Whether nothing may be sent to the destination: it is parked, or its range is not loaded yet. */
  isBlocked(destinationId: string): boolean;
  /** Returns the destination's limits, with a concurrency of 1 during a retry. */
  limitOf(destinationId: string, usual: DestinationLimit): DestinationLimit;
  park(destinationId: string, because: UnreadableSecret): void;
  /** Releases the destination after a request was signed and recorded. */
  succeeded(destinationId: string): void;
  /** Retries a parked destination soon: its secret may have been replaced. */
  changed(destinationId: string): void;
  /** Schedules loading the parked destinations of a range that this process has gained. */
  addRange(range: number): void;
  /** Removes the parked destinations of a range that this process has released. */
  removeRange(range: number): void;
  /** Loads, retries and stores parked destinations. @throws an error of the store; the next call continues */
  run(): Promise<void>;
}

const readRequestsEveryMs = 1_000;
/** The time after which every worker has reloaded a changed destination. */
const reloadMs = 2_000;
/** The time after which a retry without an outcome is rechecked. */
const retryTimeoutMs = 60_000;
const retriesPerRun = 20;

/**
 * Opens the parked destinations of the ranges that this process holds. They outlive the process; their next
 * owner retries each at once, because the restart may have removed the cause.
 */
export function openParkedQueue(deps: ParkedQueueDeps): ParkedQueue {
  const { stored, queue, delaysMs, now, logger } = deps;
  const ms = () => now().getTime();
  const entries = openParkedEntries(stored);
  const ranges = openParkedRanges(entries, { ...deps, ms });
  let requestsReadAt = -Infinity;

  function add(parked: ParkedDestination): void {
    entries.set({ parked, isRetrying: false, retryAt: Date.parse(parked.nextRetryAt) });
    entries.markUnsaved(parked.id);
    deps.onParked(parked.id);
  }

  function park(id: string, { keyId, reason }: UnreadableSecret): void {
    // Of an attempt that was in flight when its range was released: the next owner finds out by itself.
    if (!ranges.isLoaded(id)) return;
    const before = entries.get(id);
    if (before && !before.isRetrying) return;
    const at = now().toISOString();
    const retries = before ? before.parked.retries + 1 : 0;
    const delayMs = delaysMs[Math.min(retries, delaysMs.length - 1)] ?? retryTimeoutMs;
    const nextRetryAt = new Date(ms() + delayMs).toISOString();
    const since = before?.parked.since ?? at;
    add({ id, keyId, reason, since, retries, retriedAt: before ? at : null, nextRetryAt });
    if (!before) logger.warn({ destination: id, reason, nextRetryAt }, 'a destination was parked');
  }

  function release(id: string): void {
    const entry = entries.get(id);
    if (!entry) return;
    entries.remove(id);
    entries.markUnsaved(id, true);
    logger.info({ destination: id, since: entry.parked.since }, 'a parked destination is active again');
    deps.onReleased(id);
  }

  async function readRetryRequests(): Promise<void> {
    for (const id of await stored.retryRequests()) {
      const entry = entries.get(id);
      if (entry && !entry.isRetrying) entry.retryAt = ms();
    }
    requestsReadAt = ms();
  }

  /** If nothing is due any more, there is nothing to retry: the destination may be disabled or removed. */
  async function retry(id: string, entry: ParkedEntry): Promise<void> {
    const [due] = await queue.of(id, now().toISOString(), 1);
    if (entries.get(id) !== entry) return;
    if (!due) return release(id);
    entry.retryAt = ms() + retryTimeoutMs;
    if (entry.isRetrying) return;
    entry.isRetrying = true;
    entries.markUnsaved(id, true);
    deps.onReleased(id);
  }

  return {
    isBlocked: (id) => entries.get(id)?.isRetrying === false || !ranges.isLoaded(id),
    limitOf: (id, usual) =>
      entries.get(id) ? { ...usual, concurrency: Math.min(1, usual.concurrency) } : usual,
    park,
    succeeded: release,
    changed(id) {
      const entry = entries.get(id);
      if (entry && !entry.isRetrying) entry.retryAt = Math.min(entry.retryAt, ms() + reloadMs);
    },
    addRange: ranges.add,
    removeRange: ranges.remove,
    async run() {
      await ranges.load();
      if (ms() - requestsReadAt >= readRequestsEveryMs) await readRetryRequests();
      const due = entries.all().filter(({ retryAt }) => retryAt <= ms());
      for (const entry of due.slice(0, retriesPerRun)) await retry(entry.parked.id, entry);
      await entries.save();
    },
  };
}
