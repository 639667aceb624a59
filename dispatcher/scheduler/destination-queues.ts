import { createTransientMap } from '../../async/transient-map.ts';
import { openFairQueue, type Allowance } from './fair-queue.ts';

/** A due attempt of a delivery. */
export interface DueAttempt {
  readonly deliveryId: string;
  readonly destinationId: string;
  readonly attempt: number;
}

export interface Limits {
  /** The highest number of attempts in flight. */
  readonly inAll: number;
  /**
   * The highest number of attempts that wait in memory for one destination; the whole queue is in the read
   * model.
   */
  readonly waitingPerDestination: number;
  /** The highest number of attempts in memory. */
  readonly remembered: number;
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
  made(deliveryId: string, position: bigint): void;
  /** Removes the attempts that were made up to a position, which the read model has reached. */
  shown(position: bigint): void;
  /** Records that an attempt was not made; it is rechecked after `ms` milliseconds. */
  rest(deliveryId: string, ms: number): void;
  /** As `rest`, with a delay that doubles on each consecutive call. */
  backOff(deliveryId: string): void;
  /** Returns the deliveries whose delay has ended, each once; the caller must pass them to `settle`. */
  rested(): readonly string[];
  /** Of the deliveries in `rested`, queues those that are still due and removes the others. */
  settle(rested: readonly string[], stillDue: readonly DueAttempt[]): void;
  /** Marks a destination as backlogged: the read model may hold more due attempts than memory. */
  want(destinationId: string): void;
  /**
   * Returns a backlogged destination with room in memory, and the number of due deliveries to read so that
   * new ones are among them; null if there is none.
   */
  wanting(): { readonly destinationId: string; readonly limit: number } | null;
  /** Clears a destination's mark before its queue is offered again. */
  had(destinationId: string): void;
  /** Re-evaluates destinations whose limits have changed. */
  allowed(destinationIds: readonly string[]): void;
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
  later: DueAttempt | null;
  failures: number;
  /** When the attempt started, or when its delay ends; monotonic milliseconds. */
  at: number;
  /** The position of the outcome in the log; null until the attempt is made. */
  madeAt: bigint | null;
}

const firstBackOffMs = 500;
const longestBackOffMs = 60_000;
/** The time after which a completed attempt that the read model does not reflect is requested again. */
const showWithinMs = 30_000;

/**
 * Opens empty queues.
 * @param allowanceOf returns the limits of a destination
 * @param clock monotonic milliseconds
 */
export function openDestinationQueues(
  limits: Limits,
  allowanceOf: (destinationId: string) => Allowance,
  clock: () => number = () => performance.now(),
): DestinationQueues {
  const entries = createTransientMap<string, Entry>();
  const turns = openFairQueue<Entry>(limits.inAll, allowanceOf, clock);
  /** The number of attempts in memory for each destination. */
  const counts = new Map<string, number>();
  const wanted = new Set<string>();
  /** Entries in a delay, by delivery id. */
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
      // The read model shows the next attempt only once.
      if (known.state === 'under way') return void (known.later = due);
      // A later attempt implies that this one was made.
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
