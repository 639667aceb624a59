import type { Logger } from 'pino';
import type { ParkedDestination, ParkedDestinations } from '../../read-store/parked-destinations.ts';
import type { DueQueries } from '../../projections/read-models/deliveries/due-deliveries.ts';
import type { Allowance } from './fair-queue.ts';

/** The reason for parking a destination: no worker can open one of its secrets. */
export interface Unopened {
  readonly keyId: string;
  readonly reason: string;
}

export interface ParkedQueueDeps {
  readonly stored: Omit<ParkedDestinations, 'count' | 'askRetry'>;
  readonly queue: Pick<DueQueries, 'of'>;
  /** The delays before the retries of a parked destination, in milliseconds; the last delay repeats. */
  readonly delaysMs: readonly number[];
  readonly isOurs: (destinationId: string) => boolean;
  readonly rangeOf: (destinationId: string) => number;
  /** Called when a destination is parked: its waiting attempts must leave memory. */
  readonly onParked: (destinationId: string) => void;
  /** Called when a destination may receive requests again: one at a time during a retry, then as usual. */
  readonly onAllowed: (destinationId: string) => void;
  /** Called once the parked destinations of a range are loaded. */
  readonly onLoaded: (range: number) => void;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** The parked destinations of this process, each with the time of its next retry. */
export interface ParkedQueue {
  /** Whether nothing may be sent to the destination: it is parked, or its range is not loaded yet. */
  holds(destinationId: string): boolean;
  /** Returns the destination's limits, with a concurrency of 1 during a retry. */
  allowanceOf(destinationId: string, usual: Allowance): Allowance;
  park(destinationId: string, because: Unopened): void;
  /** Releases the destination after a request was signed and recorded. */
  succeeded(destinationId: string): void;
  /** Retries a parked destination soon: its secret may have been replaced. */
  changed(destinationId: string): void;
  /** Schedules loading the parked destinations of a range that this process has gained. */
  gained(range: number): void;
  /** Removes the parked destinations of a range that this process has released. */
  left(range: number): void;
  /** Loads, retries and stores parked destinations. @throws an error of the store; the next call continues */
  tick(): Promise<void>;
}

interface Entry {
  readonly parked: ParkedDestination;
  isTrying: boolean;
  /** The time of the next retry, or of the next check during a retry. */
  tryAt: number;
}

const askEveryMs = 1_000;
const reloadEveryMs = 30_000;
/** The time after which every worker has reloaded a changed destination. */
const changeMs = 2_000;
/** The time after which a retry without an outcome is rechecked. */
const tryingMs = 60_000;
const triesAtOnce = 20;

/**
 * Opens the parked destinations of the ranges that this process holds. They outlive the process; their next
 * owner retries each at once, because the restart may have removed the cause.
 */
export function openParkedQueue(deps: ParkedQueueDeps): ParkedQueue {
  const { stored, queue, delaysMs, isOurs, rangeOf, now, logger } = deps;
  const entries = new Map<string, Entry>();
  /** Entries to write or remove; true if a retry has answered the operators' request. */
  const unsaved = new Map<string, boolean>();
  const gained = new Set<number>();
  const loaded = new Set<number>();
  let askedAt = -Infinity;
  let loadedAt = -Infinity;

  const ms = () => now().getTime();

  function put(parked: ParkedDestination): void {
    entries.set(parked.id, { parked, isTrying: false, tryAt: Date.parse(parked.nextRetryAt) });
    unsaved.set(parked.id, unsaved.get(parked.id) ?? false);
    deps.onParked(parked.id);
  }

  function park(id: string, { keyId, reason }: Unopened): void {
    const before = entries.get(id);
    if (before && !before.isTrying) return;
    const at = now().toISOString();
    const retries = before ? before.parked.retries + 1 : 0;
    const delayMs = delaysMs[Math.min(retries, delaysMs.length - 1)] ?? tryingMs;
    const nextRetryAt = new Date(ms() + delayMs).toISOString();
    const since = before?.parked.since ?? at;
    put({ id, keyId, reason, since, retries, retriedAt: before ? at : null, nextRetryAt });
    if (!before) logger.warn({ destination: id, reason, nextRetryAt }, 'a destination was parked');
  }

  function lift(id: string): void {
    const entry = entries.get(id);
    if (!entry) return;
    entries.delete(id);
    unsaved.set(id, true);
    logger.info({ destination: id, since: entry.parked.since }, 'a parked destination is sent to again');
    deps.onAllowed(id);
  }

  async function load(): Promise<void> {
    const ranges = [...gained];
    for (const one of await stored.list(Infinity)) {
      if (entries.has(one.id) || unsaved.has(one.id) || !isOurs(one.id)) continue;
      const isNew = !loaded.has(rangeOf(one.id));
      entries.set(one.id, {
        parked: one,
        isTrying: false,
        tryAt: isNew ? ms() : Date.parse(one.nextRetryAt),
      });
    }
    loadedAt = ms();
    for (const range of ranges) {
      gained.delete(range);
      loaded.add(range);
      deps.onLoaded(range);
    }
  }

  async function hearOperators(): Promise<void> {
    for (const id of await stored.asked()) {
      const entry = entries.get(id);
      if (entry && !entry.isTrying) entry.tryAt = ms();
    }
    askedAt = ms();
  }

  /** If nothing is due any more, there is nothing to retry: the destination may be disabled or removed. */
  async function tryAgain(id: string, entry: Entry): Promise<void> {
    const [due] = await queue.of(id, now().toISOString(), 1);
    if (entries.get(id) !== entry) return;
    if (!due) return lift(id);
    entry.tryAt = ms() + tryingMs;
    if (entry.isTrying) return;
    entry.isTrying = true;
    unsaved.set(id, true);
    deps.onAllowed(id);
  }

  async function save(): Promise<void> {
    for (const [id, isTried] of [...unsaved]) {
      unsaved.delete(id);
      const entry = entries.get(id);
      try {
        if (entry) await stored.save(entry.parked, isTried);
        else await stored.remove(id);
      } catch (error) {
        unsaved.set(id, isTried || unsaved.get(id) === true);
        throw error;
      }
    }
  }

  return {
    holds: (id) => entries.get(id)?.isTrying === false || !loaded.has(rangeOf(id)),
    allowanceOf: (id, usual) =>
      entries.has(id) ? { ...usual, concurrency: Math.min(1, usual.concurrency) } : usual,
    park,
    succeeded: lift,
    changed(id) {
      const entry = entries.get(id);
      if (entry && !entry.isTrying) entry.tryAt = Math.min(entry.tryAt, ms() + changeMs);
    },
    gained: (range) => void gained.add(range),
    left(range) {
      gained.delete(range);
      loaded.delete(range);
      for (const id of entries.keys())
        if (rangeOf(id) === range) {
          entries.delete(id);
          unsaved.delete(id);
        }
    },
    async tick() {
      if (gained.size > 0 || ms() - loadedAt >= reloadEveryMs) await load();
      if (ms() - askedAt >= askEveryMs) await hearOperators();
      const due = [...entries].filter(([, { tryAt }]) => tryAt <= ms()).slice(0, triesAtOnce);
      for (const [id, entry] of due) await tryAgain(id, entry);
      await save();
    },
  };
}
