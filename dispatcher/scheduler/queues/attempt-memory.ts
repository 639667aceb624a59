import { createTransientMap } from '../../../async/transient-map.ts';
import type { DeliveryOrigin } from '../../../log/planned-deliveries.ts';

/** A due attempt of a delivery. */
export interface DueAttempt {
  readonly deliveryId: string;
  readonly destinationId: string;
  readonly attempt: number;
  /** Where the delivery comes from, for a first attempt. */
  readonly origin?: DeliveryOrigin;
  /** The position of the source event, if the feed brought it. */
  readonly plannedAt?: bigint;
  /** The feed brought it before the read model showed it: nothing has happened to the delivery yet. */
  readonly isNew?: boolean;
}

/** An attempt in memory. */
export interface AttemptEntry {
  due: DueAttempt;
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
export class AttemptMemory {
  readonly #entries = createTransientMap<string, AttemptEntry>();
  readonly #delayed = createTransientMap<string, AttemptEntry>();
  readonly #unconfirmed = createTransientMap<string, AttemptEntry>();
  /** The number of entries of each destination. */
  readonly #counts = new Map<string, number>();
  /** The time at which the next delay ends, or an earlier time. */
  #earliestExpiry = Infinity;

  get size(): number {
    return this.#entries.size;
  }

  get(deliveryId: string): AttemptEntry | undefined {
    return this.#entries.get(deliveryId);
  }

  all(): Iterable<AttemptEntry> {
    return this.#entries.values();
  }

  add(due: DueAttempt, failures: number, again: boolean): AttemptEntry {
    const entry: AttemptEntry = {
      due,
      state: 'waiting',
      again,
      successor: null,
      failures,
      at: 0,
      outcomePosition: null,
    };
    this.#entries.set(due.deliveryId, entry);
    this.#count(due.destinationId, 1);
    return entry;
  }

  /** Removes an entry; an entry that was replaced meanwhile stays replaced. */
  remove(entry: AttemptEntry): void {
    const { deliveryId, destinationId } = entry.due;
    if (this.#entries.get(deliveryId) !== entry) return;
    this.#delayed.take(deliveryId);
    this.#unconfirmed.take(deliveryId);
    this.#entries.take(deliveryId);
    this.#count(destinationId, -1);
  }

  /** Delays an entry until a time in monotonic milliseconds. */
  delay(entry: AttemptEntry, until: number): void {
    entry.state = 'delayed';
    entry.at = until;
    this.#delayed.set(entry.due.deliveryId, entry);
    this.#earliestExpiry = Math.min(this.#earliestExpiry, until);
  }

  /** Returns the deliveries whose delay has ended, each once. */
  takeExpired(now: number): readonly string[] {
    if (this.#earliestExpiry > now) return [];
    const ids: string[] = [];
    this.#earliestExpiry = Infinity;
    for (const entry of this.#delayed.values()) {
      if (entry.at > now) {
        this.#earliestExpiry = Math.min(this.#earliestExpiry, entry.at);
        continue;
      }
      this.#delayed.take(entry.due.deliveryId);
      entry.state = 'expired';
      ids.push(entry.due.deliveryId);
    }
    return ids;
  }

  /** Returns the time at which the next delay ends, or an earlier one; Infinity if there is none. */
  earliestExpiry(): number {
    return this.#earliestExpiry;
  }

  /** Remembers a completed attempt until the read model reaches the position of its outcome. */
  awaitConfirmation(entry: AttemptEntry, position: bigint): void {
    entry.outcomePosition = position;
    this.#unconfirmed.set(entry.due.deliveryId, entry);
  }

  /** Removes the completed attempts up to a position. */
  confirmUpTo(position: bigint): void {
    for (const entry of this.#unconfirmed.values())
      if (entry.outcomePosition !== null && entry.outcomePosition <= position) this.remove(entry);
  }

  /** Returns the destinations of all entries. */
  destinations(): Iterable<string> {
    return this.#counts.keys();
  }

  countOf(destinationId: string): number {
    return this.#counts.get(destinationId) ?? 0;
  }

  #count(destinationId: string, change: number): void {
    const now = this.countOf(destinationId) + change;
    if (now === 0) this.#counts.delete(destinationId);
    else this.#counts.set(destinationId, now);
  }
}
