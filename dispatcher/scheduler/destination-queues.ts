import { createTransientMap } from '../../async/transient-map.ts';
import { openFairQueue, type Allowance } from './fair-queue.ts';

/** One attempt that is due. */
export interface DueAttempt {
  readonly deliveryId: string;
  readonly destinationId: string;
  readonly attempt: number;
}

export interface Limits {
  /** Attempts under way at once in all. */
  readonly inAll: number;
  /** Attempts that wait in memory for one destination; the queue itself is in the read model. */
  readonly waitingPerDestination: number;
  /** Attempts remembered in all. */
  readonly remembered: number;
}

/**
 * What the scheduler remembers of the queue: which attempts wait, are under way, or rest, and of which
 * destinations there is more than it remembers. An attempt that was made is remembered until the read model
 * shows it: until then the queue still offers it, and it must not be sent twice.
 */
export interface DestinationQueues {
  /** Takes in what the queue offers, unless it is known. What finds no room leaves its destination wanting. */
  offer(due: DueAttempt): void;
  /** The next attempt that may start. It counts as under way from then on. */
  next(): (DueAttempt & { readonly again: boolean }) | null;
  /** The attempt was made: it is remembered until the read model has come to `position`, where the log tells of it. */
  made(deliveryId: string, position: bigint): void;
  /** The read model has come so far: what was made up to there is forgotten. */
  shown(position: bigint): void;
  /** The attempt was not made; after `ms` it is to be looked at again. */
  rest(deliveryId: string, ms: number): void;
  /** Like `rest`, for longer with each time in a row. */
  backOff(deliveryId: string): void;
  /** What has rested, each told once: `settle` must be called with what the queue says of them. */
  rested(): readonly string[];
  /** Of those that have rested, the ones still due wait again; the others are forgotten. */
  settle(rested: readonly string[], stillDue: readonly DueAttempt[]): void;
  /** There may be more in the destination's queue than is remembered here. */
  want(destinationId: string): void;
  /** One destination whose own queue should be read now, with how much to read to come upon anything new. */
  wanting(): { readonly destinationId: string; readonly limit: number } | null;
  /** Its queue was read, and is about to be offered. */
  had(destinationId: string): void;
  /** What these destinations may have under way has changed. */
  allowed(destinationIds: readonly string[]): void;
  /** Forgets what waits for such destinations; what is under way stays until it ends. */
  drop(isDropped: (destinationId: string) => boolean): void;
  /** In how many milliseconds something may start or has rested, if nothing else happens. */
  nextInMs(): number;
  /** How many are remembered. */
  size(): number;
}

interface Entry {
  readonly due: DueAttempt;
  state: 'waiting' | 'under way' | 'resting' | 'rested';
  /** Whether it was sent before. */
  again: boolean;
  /** The next attempt, where the queue showed it before the answer to this one came. */
  later: DueAttempt | null;
  failures: number;
  /** Since when it is under way, or until when it rests. */
  at: number;
  /** Where the log tells of the attempt that was made; null while it was not. */
  madeAt: bigint | null;
}

const firstBackOffMs = 500;
const longestBackOffMs = 60_000;
/** How long the read model may take to show an attempt before the worker is asked about it once more. */
const showWithinMs = 30_000;

/**
 * @param allowanceOf how fast a destination may be sent to
 * @param clock monotonic milliseconds
 */
export function openDestinationQueues(
  limits: Limits,
  allowanceOf: (destinationId: string) => Allowance,
  clock: () => number = () => performance.now(),
): DestinationQueues {
  const entries = createTransientMap<string, Entry>();
  const turns = openFairQueue<Entry>(limits.inAll, allowanceOf, clock);
  /** How many are remembered of each destination. */
  const counts = new Map<string, number>();
  const wanted = new Set<string>();
  /** Of the entries, by id. */
  const resting = createTransientMap<string, Entry>();
  const notShown = createTransientMap<string, Entry>();
  let earliestRested = Infinity;

  function count(destinationId: string, change: number): void {
    const now = (counts.get(destinationId) ?? 0) + change;
    if (now === 0) counts.delete(destinationId);
    else counts.set(destinationId, now);
  }

  function forget(entry: Entry): void {
    const { deliveryId, destinationId } = entry.due;
    if (entries.get(deliveryId) !== entry) return;
    resting.take(deliveryId);
    notShown.take(deliveryId);
    entries.take(deliveryId);
    count(destinationId, -1);
  }

  function wait(due: DueAttempt, failures: number, again: boolean): void {
    const entry: Entry = { due, state: 'waiting', again, later: null, failures, at: 0, madeAt: null };
    entries.set(due.deliveryId, entry);
    count(due.destinationId, 1);
    turns.join(due.destinationId, entry);
  }

  function offer(due: DueAttempt): void {
    const { deliveryId, destinationId, attempt } = due;
    const known = entries.get(deliveryId);
    if (known) {
      if (known.due.attempt >= attempt || known.state === 'waiting') return;
      // The queue shows it once.
      if (known.state === 'under way') return void (known.later = due);
      // A later attempt proves that the one before was made.
      forget(known);
    }
    const isFull =
      turns.waitingFor(destinationId) >= limits.waitingPerDestination || entries.size >= limits.remembered;
    if (isFull) wanted.add(destinationId);
    else wait(due, 0, false);
  }

  function next() {
    const entry = turns.next();
    if (!entry) return null;
    entry.state = 'under way';
    entry.at = clock();
    return { ...entry.due, again: entry.again };
  }

  function rest(deliveryId: string, ms: number): Entry {
    const entry = entries.get(deliveryId);
    if (entry?.state !== 'under way') throw new Error(`delivery ${deliveryId} is not under way`);
    const now = clock();
    turns.ended(entry.due.destinationId, now - entry.at);
    entry.state = 'resting';
    entry.at = now + ms;
    resting.set(deliveryId, entry);
    earliestRested = Math.min(earliestRested, entry.at);
    return entry;
  }

  function made(deliveryId: string, position: bigint): void {
    const entry = rest(deliveryId, showWithinMs);
    entry.madeAt = position;
    notShown.set(deliveryId, entry);
    if (entry.later) offer(entry.later);
  }

  function shown(position: bigint): void {
    for (const entry of notShown.values())
      if (entry.madeAt !== null && entry.madeAt <= position) forget(entry);
  }

  function backOff(deliveryId: string): void {
    const { failures = 0 } = entries.get(deliveryId) ?? {};
    rest(deliveryId, Math.min(firstBackOffMs * 2 ** failures, longestBackOffMs)).failures += 1;
  }

  function rested(): string[] {
    const now = clock();
    if (earliestRested > now) return [];
    const ids: string[] = [];
    earliestRested = Infinity;
    for (const entry of resting.values()) {
      if (entry.at > now) {
        earliestRested = Math.min(earliestRested, entry.at);
        continue;
      }
      resting.take(entry.due.deliveryId);
      entry.state = 'rested';
      ids.push(entry.due.deliveryId);
    }
    return ids;
  }

  function settle(ids: readonly string[], stillDue: readonly DueAttempt[]): void {
    const due = new Map(stillDue.map((one) => [one.deliveryId, one]));
    for (const id of ids) {
      const entry = entries.get(id);
      if (entry?.state !== 'rested') continue;
      forget(entry);
      const still = due.get(id);
      if (still) wait(still, entry.failures, still.attempt === entry.due.attempt);
    }
  }

  function wanting() {
    if (entries.size >= limits.remembered) return null;
    for (const destinationId of wanted) {
      const waiting = turns.waitingFor(destinationId);
      if (waiting > limits.waitingPerDestination / 4) continue;
      const limit = (counts.get(destinationId) ?? 0) + limits.waitingPerDestination - waiting;
      return { destinationId, limit };
    }
    return null;
  }

  function drop(isDropped: (destinationId: string) => boolean): void {
    for (const destinationId of [...counts.keys(), ...wanted]) {
      if (!isDropped(destinationId)) continue;
      wanted.delete(destinationId);
      for (const entry of turns.clear(destinationId)) forget(entry);
    }
  }

  return {
    ...{ offer, next, made, shown, backOff, rested, settle, wanting, drop },
    rest: (deliveryId, ms) => void rest(deliveryId, ms),
    want: (destinationId) => void wanted.add(destinationId),
    had: (destinationId) => void wanted.delete(destinationId),
    allowed: (destinationIds) => destinationIds.forEach(turns.allowed),
    nextInMs: () => Math.min(turns.nextInMs(), earliestRested - clock()),
    size: () => entries.size,
  };
}
