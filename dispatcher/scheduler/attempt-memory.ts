import { createTransientMap } from '../../async/transient-map.ts';

/** A due attempt of a delivery. */
export interface DueAttempt {
  readonly deliveryId: string;
  readonly destinationId: string;
  readonly attempt: number;
  /** The position of the event that planned the delivery, if the feed brought it. */
  readonly plannedAt?: bigint;
}

/** An attempt in memory. */
export interface AttemptEntry {
  readonly due: DueAttempt;
  state: 'waiting' | 'in flight' | 'delayed' | 'expired';
  /** Whether this attempt was requested before. */
  readonly again: boolean;
  /** The delivery's next attempt, if the read model showed it before this one's reply arrived. */
  successor: DueAttempt | null;
  failures: number;
  /** When the attempt started, or when its delay ends; monotonic milliseconds. */
  at: number;
  /** The position of the outcome in the log; null until the attempt is made. */
  outcomePosition: bigint | null;
}

/** The attempts in memory: one for each delivery. */
export interface AttemptMemory {
  get(deliveryId: string): AttemptEntry | undefined;
  add(due: DueAttempt, failures: number, again: boolean): AttemptEntry;
  /** Removes an entry; an entry that was replaced meanwhile stays replaced. */
  remove(entry: AttemptEntry): void;
  /** Delays an entry until a time in monotonic milliseconds. */
  delay(entry: AttemptEntry, until: number): void;
  /** Returns the deliveries whose delay has ended, each once. */
  takeExpired(now: number): readonly string[];
  /** Returns the time at which the next delay ends, or an earlier one; Infinity if there is none. */
  earliestExpiry(): number;
  /** Remembers a completed attempt until the read model reaches the position of its outcome. */
  awaitConfirmation(entry: AttemptEntry, position: bigint): void;
  /** Removes the completed attempts up to a position. */
  confirmUpTo(position: bigint): void;
  /** Returns the destinations of all entries. */
  destinations(): Iterable<string>;
  countOf(destinationId: string): number;
  size(): number;
}

/** Opens an empty memory. */
export function openAttemptMemory(): AttemptMemory {
  const entries = createTransientMap<string, AttemptEntry>();
  const delayed = createTransientMap<string, AttemptEntry>();
  const unconfirmed = createTransientMap<string, AttemptEntry>();
  /** The number of entries of each destination. */
  const counts = new Map<string, number>();
  let earliestExpiry = Infinity;

  function count(destinationId: string, change: number): void {
    const now = (counts.get(destinationId) ?? 0) + change;
    if (now === 0) counts.delete(destinationId);
    else counts.set(destinationId, now);
  }

  function remove(entry: AttemptEntry): void {
    const { deliveryId, destinationId } = entry.due;
    if (entries.get(deliveryId) !== entry) return;
    delayed.take(deliveryId);
    unconfirmed.take(deliveryId);
    entries.take(deliveryId);
    count(destinationId, -1);
  }

  function takeExpired(now: number): string[] {
    if (earliestExpiry > now) return [];
    const ids: string[] = [];
    earliestExpiry = Infinity;
    for (const entry of delayed.values()) {
      if (entry.at > now) {
        earliestExpiry = Math.min(earliestExpiry, entry.at);
        continue;
      }
      delayed.take(entry.due.deliveryId);
      entry.state = 'expired';
      ids.push(entry.due.deliveryId);
    }
    return ids;
  }

  return {
    get: (deliveryId) => entries.get(deliveryId),
    add(due, failures, again) {
      const entry: AttemptEntry = {
        due,
        state: 'waiting',
        again,
        successor: null,
        failures,
        at: 0,
        outcomePosition: null,
      };
      entries.set(due.deliveryId, entry);
      count(due.destinationId, 1);
      return entry;
    },
    remove,
    delay(entry, until) {
      entry.state = 'delayed';
      entry.at = until;
      delayed.set(entry.due.deliveryId, entry);
      earliestExpiry = Math.min(earliestExpiry, until);
    },
    takeExpired,
    earliestExpiry: () => earliestExpiry,
    awaitConfirmation(entry, position) {
      entry.outcomePosition = position;
      unconfirmed.set(entry.due.deliveryId, entry);
    },
    confirmUpTo(position) {
      for (const entry of unconfirmed.values())
        if (entry.outcomePosition !== null && entry.outcomePosition <= position) remove(entry);
    },
    destinations: () => counts.keys(),
    countOf: (destinationId) => counts.get(destinationId) ?? 0,
    size: () => entries.size,
  };
}
