import { createTransientMap } from '../../async/transient-map.ts';
import type { DestinationLimit } from '../../projections/read-models/destinations/destination-limits.ts';
import { openFairQueue } from './fair-queue.ts';

/** A due attempt of a delivery. */
export interface DueAttempt {
  readonly deliveryId: string;
  readonly destinationId: string;
  readonly attempt: number;
}

export interface QueueLimits {
  /** The highest number of attempts in flight. */
  readonly inFlight: number;
  /**
   * The highest number of attempts that wait in memory for one destination; the whole queue is in the read
   * model.
   */
  readonly waitingPerDestination: number;
  /** The highest number of attempts in memory. */
  readonly inMemory: number;
}

/**
 * The scheduler's part of the queue in memory: the attempts that wait, are in flight or back off, and the
 * destinations with a backlog beyond memory. A completed attempt is remembered until the read model reflects
 * it: until then the read model still shows it as due, and it must not be sent twice.
 */
export interface DestinationQueues {
  /** Adds a due attempt, unless it is known. If there is no room, its destination becomes backlogged. */
  offer(due: DueAttempt): void;
  /**
   * Returns the next attempt that may start, which counts as in flight from then on; null if there is none.
   * `again` says whether the attempt was requested before.
   */
  next(): (DueAttempt & { readonly again: boolean }) | null;
  /**
   * Records that an attempt was made. It is remembered until the read model reaches `position`, where the log
   * holds the outcome.
   */
  complete(deliveryId: string, position: bigint): void;
  /** Removes the attempts that were made up to a position, which the read model has reached. */
  confirmUpTo(position: bigint): void;
  /** Records that an attempt was not made; it is rechecked after `ms` milliseconds. */
  delay(deliveryId: string, ms: number): void;
  /** As `rest`, with a delay that doubles on each consecutive call. */
  backOff(deliveryId: string): void;
  /** Returns the deliveries whose delay has ended, each once; the caller must pass them to `settle`. */
  takeExpired(): readonly string[];
  /** Of the deliveries in `rested`, queues those that are still due and removes the others. */
  recheck(takeExpired: readonly string[], dueAttempts: readonly DueAttempt[]): void;
  /** Marks a destination as backlogged: the read model may hold more due attempts than memory. */
  markBacklogged(destinationId: string): void;
  /**
   * Returns a backlogged destination with room in memory, and the number of due deliveries to read so that
   * new ones are among them; null if there is none.
   */
  nextBacklogged(): { readonly destinationId: string; readonly limit: number } | null;
  /** Clears a destination's mark before its queue is offered again. */
  clearBacklogged(destinationId: string): void;
  /** Re-evaluates destinations whose limits have changed. */
  limitsChanged(destinationIds: readonly string[]): void;
  /** Removes the waiting attempts of destinations; attempts in flight stay until they end. */
  drop(isDropped: (destinationId: string) => boolean): void;
  /** Returns the milliseconds until an attempt may start or a delay ends, if nothing else happens. */
  nextInMs(): number;
  /** Returns the number of attempts in memory. */
  size(): number;
}

interface Entry {
  readonly due: DueAttempt;
  state: 'waiting' | 'under way' | 'resting' | 'rested';
  /** Whether this attempt was requested before. */
  again: boolean;
  /** The delivery's next attempt, if the read model showed it before this one's reply arrived. */
  successor: DueAttempt | null;
  failures: number;
  /** When the attempt started, or when its delay ends; monotonic milliseconds. */
  since: number;
  /** The position of the outcome in the log; null until the attempt is made. */
  outcomePosition: bigint | null;
}

const firstBackOffMs = 500;
const longestBackOffMs = 60_000;
/** The time after which a completed attempt that the read model does not reflect is requested again. */
const confirmWithinMs = 30_000;

/**
 * Opens empty queues.
 * @param limitOf returns the limits of a destination
 * @param clock monotonic milliseconds
 */
export function openDestinationQueues(
  limits: QueueLimits,
  limitOf: (destinationId: string) => DestinationLimit,
  clock: () => number = () => performance.now(),
): DestinationQueues {
  const entries = createTransientMap<string, Entry>();
  const fairQueue = openFairQueue<Entry>(limits.inFlight, limitOf, clock);
  /** The number of attempts in memory for each destination. */
  const counts = new Map<string, number>();
  const backlogged = new Set<string>();
  /** Entries in a delay, by delivery id. */
  const delayed = createTransientMap<string, Entry>();
  const unconfirmed = createTransientMap<string, Entry>();
  let earliestExpiry = Infinity;

  function count(destinationId: string, change: number): void {
    const now = (counts.get(destinationId) ?? 0) + change;
    if (now === 0) counts.delete(destinationId);
    else counts.set(destinationId, now);
  }

  function remove(entry: Entry): void {
    const { deliveryId, destinationId } = entry.due;
    if (entries.get(deliveryId) !== entry) return;
    delayed.take(deliveryId);
    unconfirmed.take(deliveryId);
    entries.take(deliveryId);
    count(destinationId, -1);
  }

  function enqueue(due: DueAttempt, failures: number, again: boolean): void {
    const entry: Entry = {
      due,
      state: 'waiting',
      again,
      successor: null,
      failures,
      since: 0,
      outcomePosition: null,
    };
    entries.set(due.deliveryId, entry);
    count(due.destinationId, 1);
    fairQueue.enqueue(due.destinationId, entry);
  }

  function offer(due: DueAttempt): void {
    const { deliveryId, destinationId, attempt } = due;
    const known = entries.get(deliveryId);
    if (known) {
      if (known.due.attempt >= attempt || known.state === 'waiting') return;
      // The read model shows the next attempt only once.
      if (known.state === 'under way') return void (known.successor = due);
      // A later attempt implies that this one was made.
      remove(known);
    }
    const isFull =
      fairQueue.waitingFor(destinationId) >= limits.waitingPerDestination || entries.size >= limits.inMemory;
    if (isFull) backlogged.add(destinationId);
    else enqueue(due, 0, false);
  }

  function next() {
    const entry = fairQueue.next();
    if (!entry) return null;
    entry.state = 'under way';
    entry.since = clock();
    return { ...entry.due, again: entry.again };
  }

  function delay(deliveryId: string, ms: number): Entry {
    const entry = entries.get(deliveryId);
    if (entry?.state !== 'under way') throw new Error(`delivery ${deliveryId} is not under way`);
    const now = clock();
    fairQueue.finished(entry.due.destinationId, now - entry.since);
    entry.state = 'resting';
    entry.since = now + ms;
    delayed.set(deliveryId, entry);
    earliestExpiry = Math.min(earliestExpiry, entry.since);
    return entry;
  }

  function complete(deliveryId: string, position: bigint): void {
    const entry = delay(deliveryId, confirmWithinMs);
    entry.outcomePosition = position;
    unconfirmed.set(deliveryId, entry);
    if (entry.successor) offer(entry.successor);
  }

  function confirmUpTo(position: bigint): void {
    for (const entry of unconfirmed.values())
      if (entry.outcomePosition !== null && entry.outcomePosition <= position) remove(entry);
  }

  function backOff(deliveryId: string): void {
    const { failures = 0 } = entries.get(deliveryId) ?? {};
    delay(deliveryId, Math.min(firstBackOffMs * 2 ** failures, longestBackOffMs)).failures += 1;
  }

  function takeExpired(): string[] {
    const now = clock();
    if (earliestExpiry > now) return [];
    const ids: string[] = [];
    earliestExpiry = Infinity;
    for (const entry of delayed.values()) {
      if (entry.since > now) {
        earliestExpiry = Math.min(earliestExpiry, entry.since);
        continue;
      }
      delayed.take(entry.due.deliveryId);
      entry.state = 'rested';
      ids.push(entry.due.deliveryId);
    }
    return ids;
  }

  function recheck(ids: readonly string[], dueAttempts: readonly DueAttempt[]): void {
    const due = new Map(dueAttempts.map((one) => [one.deliveryId, one]));
    for (const id of ids) {
      const entry = entries.get(id);
      if (entry?.state !== 'rested') continue;
      remove(entry);
      const dueAttempt = due.get(id);
      if (dueAttempt) enqueue(dueAttempt, entry.failures, dueAttempt.attempt === entry.due.attempt);
    }
  }

  function nextBacklogged() {
    if (entries.size >= limits.inMemory) return null;
    for (const destinationId of backlogged) {
      const waiting = fairQueue.waitingFor(destinationId);
      if (waiting > limits.waitingPerDestination / 4) continue;
      const limit = (counts.get(destinationId) ?? 0) + limits.waitingPerDestination - waiting;
      return { destinationId, limit };
    }
    return null;
  }

  function drop(isDropped: (destinationId: string) => boolean): void {
    for (const destinationId of [...counts.keys(), ...backlogged]) {
      if (!isDropped(destinationId)) continue;
      backlogged.delete(destinationId);
      for (const entry of fairQueue.clear(destinationId)) remove(entry);
    }
  }

  return {
    ...{ offer, next, complete, confirmUpTo, backOff, takeExpired, recheck, nextBacklogged, drop },
    delay: (deliveryId, ms) => void delay(deliveryId, ms),
    markBacklogged: (destinationId) => void backlogged.add(destinationId),
    clearBacklogged: (destinationId) => void backlogged.delete(destinationId),
    limitsChanged: (destinationIds) => destinationIds.forEach(fairQueue.limitChanged),
    nextInMs: () => Math.min(fairQueue.nextInMs(), earliestExpiry - clock()),
    size: () => entries.size,
  };
}
