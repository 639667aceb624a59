import type { BudgetKind } from '../../coordination/budget-waits.ts';
import {
  type AttemptEntry,
  type AttemptMemory,
  type DueAttempt,
  openAttemptMemory,
} from './attempt-memory.ts';
import { type FairQueue, openFairQueue, type QueueLimit } from './fair-queue.ts';

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
  /** The duration of a request in milliseconds from which on its destination counts as slow; 1,000 if absent. */
  readonly slowMs?: number;
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
  /** Returns the destinations that wait for a limit which they share with others, with its kind. */
  waitingForBudgets(): ReadonlyMap<string, BudgetKind>;
  /** Returns the number of attempts in memory. */
  size(): number;
}

/** How many attempts wait in memory for a destination that waits for a budget. */
const waitingForBudget = 16;
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
  limitOf: (destinationId: string) => QueueLimit,
  clock: () => number = () => performance.now(),
): DestinationQueues {
  const memory = openAttemptMemory();
  const waiting: FairQueue<AttemptEntry> = openFairQueue(limits.inFlight, limitOf, clock, limits.slowMs);
  const backlogged = new Set<string>();

  function enqueue(due: DueAttempt, failures: number, again: boolean): void {
    waiting.enqueue(due.destinationId, memory.add(due, failures, again));
  }

  function offer(due: DueAttempt): void {
    const { deliveryId, destinationId, attempt } = due;
    const known = memory.get(deliveryId);
    if (known) {
      if (known.due.attempt >= attempt || known.state === 'waiting') return;
      // The read model shows the next attempt only once.
      if (known.state === 'in flight') return void (known.successor = due);
      // A later attempt implies that this one was made.
      memory.remove(known);
    }
    if (isFull(limits, memory, waiting, destinationId)) backlogged.add(destinationId);
    else enqueue(due, 0, false);
  }

  function next() {
    const entry = waiting.next();
    if (!entry) return null;
    entry.state = 'in flight';
    entry.at = clock();
    return { ...entry.due, again: entry.again };
  }

  function delay(deliveryId: string, ms: number): AttemptEntry {
    const entry = memory.get(deliveryId);
    if (entry?.state !== 'in flight') throw new Error(`delivery ${deliveryId} is not in flight`);
    const now = clock();
    waiting.finished(entry.due.destinationId, now - entry.at);
    memory.delay(entry, now + ms);
    return entry;
  }

  function complete(deliveryId: string, position: bigint): void {
    const entry = delay(deliveryId, confirmWithinMs);
    memory.awaitConfirmation(entry, position);
    if (entry.successor) offer(entry.successor);
  }

  function drop(isDropped: (destinationId: string) => boolean): void {
    for (const destinationId of [...memory.destinations(), ...backlogged]) {
      if (!isDropped(destinationId)) continue;
      backlogged.delete(destinationId);
      for (const entry of waiting.clear(destinationId)) memory.remove(entry);
    }
  }

  return {
    offer,
    next,
    complete,
    confirmUpTo: memory.confirmUpTo,
    delay: (deliveryId, ms) => void delay(deliveryId, ms),
    backOff(deliveryId) {
      delay(deliveryId, backOffMs(memory.get(deliveryId))).failures += 1;
    },
    takeExpired: () => memory.takeExpired(clock()),
    recheck: (ids, dueAttempts) => recheck(memory, enqueue, ids, dueAttempts),
    markBacklogged: (destinationId) => void backlogged.add(destinationId),
    nextBacklogged: () => nextBacklogged(limits, memory, waiting, backlogged),
    clearBacklogged: (destinationId) => void backlogged.delete(destinationId),
    limitsChanged: (destinationIds) => destinationIds.forEach(waiting.limitChanged),
    drop,
    nextInMs: () => Math.min(waiting.nextInMs(), memory.earliestExpiry() - clock()),
    waitingForBudgets: waiting.waitingForBudgets,
    size: memory.size,
  };
}

type Enqueue = (due: DueAttempt, failures: number, again: boolean) => void;

function recheck(
  memory: AttemptMemory,
  enqueue: Enqueue,
  ids: readonly string[],
  dueAttempts: readonly DueAttempt[],
): void {
  const due = new Map(dueAttempts.map((one) => [one.deliveryId, one]));
  for (const id of ids) {
    const entry = memory.get(id);
    if (entry?.state !== 'expired') continue;
    memory.remove(entry);
    const dueAttempt = due.get(id);
    if (dueAttempt) enqueue(dueAttempt, entry.failures, dueAttempt.attempt === entry.due.attempt);
  }
}

function nextBacklogged(
  limits: QueueLimits,
  memory: AttemptMemory,
  waiting: Waiting,
  backlogged: ReadonlySet<string>,
) {
  if (memory.size() >= limits.inMemory) return null;
  for (const destinationId of backlogged) {
    const inMemory = waiting.waitingFor(destinationId);
    const room = roomOf(limits, waiting, destinationId);
    if (inMemory > room / 4) continue;
    const limit = memory.countOf(destinationId) + room - inMemory;
    return { destinationId, limit };
  }
  return null;
}

type Waiting = Pick<FairQueue<AttemptEntry>, 'waitingFor' | 'waitsFor'>;

/**
 * How many attempts of a destination may wait in memory. Those of an account or a host that has used up its budget leave
 * room for others.
 */
const roomOf = ({ waitingPerDestination }: QueueLimits, waiting: Waiting, destinationId: string): number =>
  waiting.waitsFor(destinationId) === null
    ? waitingPerDestination
    : Math.min(waitingPerDestination, waitingForBudget);

const isFull = (
  limits: QueueLimits,
  memory: AttemptMemory,
  waiting: Waiting,
  destinationId: string,
): boolean =>
  waiting.waitingFor(destinationId) >= roomOf(limits, waiting, destinationId) ||
  memory.size() >= limits.inMemory;

const backOffMs = ({ failures }: Pick<AttemptEntry, 'failures'> = { failures: 0 }): number =>
  Math.min(firstBackOffMs * 2 ** failures, longestBackOffMs);
