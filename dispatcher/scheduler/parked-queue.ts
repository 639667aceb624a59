import type { Logger } from 'pino';
import type { ParkedDestination, ParkedDestinations } from '../../read-store/parked-destinations.ts';
import type { DueQueries } from '../../projections/read-models/deliveries/due-deliveries.ts';
import type { Allowance } from './fair-queue.ts';

/** Why a destination is parked: a secret of it that no worker could open. */
export interface Unopened {
  readonly keyId: string;
  readonly reason: string;
}

export interface ParkedQueueDeps {
  readonly stored: Omit<ParkedDestinations, 'count' | 'askRetry'>;
  readonly queue: Pick<DueQueries, 'of'>;
  /** The waits before a parked destination is tried again, in milliseconds; the last one is repeated. */
  readonly delaysMs: readonly number[];
  readonly isOurs: (destinationId: string) => boolean;
  readonly rangeOf: (destinationId: string) => number;
  /** Nothing of the destination may wait in memory any more. */
  readonly onParked: (destinationId: string) => void;
  /** It may be sent to again: one request at a time while it is tried, then as usual. */
  readonly onAllowed: (destinationId: string) => void;
  /** The parked destinations of a range are known from now on. */
  readonly onLoaded: (range: number) => void;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** Which destinations of this process are parked, each with the time of its next try. */
export interface ParkedQueue {
  /** Whether nothing may be sent to the destination: it is parked, or that is not known yet. */
  holds(destinationId: string): boolean;
  /** One request at a time while a parked destination is tried. */
  allowanceOf(destinationId: string, usual: Allowance): Allowance;
  park(destinationId: string, because: Unopened): void;
  /** A request was signed and recorded. */
  succeeded(destinationId: string): void;
  /** Tries a destination soon if it is parked: its secret may have been replaced. */
  changed(destinationId: string): void;
  gained(range: number): void;
  left(range: number): void;
  /** Loads, tries and stores what is to be. @throws what the store throws; the next call makes up for it */
  tick(): Promise<void>;
}

interface Entry {
  readonly parked: ParkedDestination;
  isTrying: boolean;
  /** When it is tried next, or looked at again while it is tried. */
  tryAt: number;
}

const askEveryMs = 1_000;
const reloadEveryMs = 30_000;
/** By then every worker has read a destination anew that was changed. */
const changeMs = 2_000;
/** After so long without an outcome, a try is looked at again. */
const tryingMs = 60_000;
const triesAtOnce = 20;

/**
 * Follows the parked destinations of the ranges that this process holds. The documents outlive the process; their new
 * owner tries each at once, since whatever it was restarted for may have mended it.
 */
export function openParkedQueue(deps: ParkedQueueDeps): ParkedQueue {
  const { stored, queue, delaysMs, isOurs, rangeOf, now, logger } = deps;
  const entries = new Map<string, Entry>();
  /** Entries whose document is to be written or removed; true where a try answers what operators asked for. */
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

  /** Where nothing is due any more there is nothing to try: the destination may have been disabled or removed. */
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
