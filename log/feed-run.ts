import type { EventPosition } from './event-position.ts';

/** Receives the events of a subscription to the log. */
export interface Subscriber<T> {
  /**
   * Called once the subscription is live. @param after every event after this one will be delivered; null for
   * all events
   */
  live(after: EventPosition | null): void;
  received(item: T): void;
  failed(error: unknown): void;
}

/** Subscribes to everything that is appended from now on; returns an unsubscribe function. */
export type Tail<T extends EventPosition> = (subscriber: Subscriber<T>) => () => void;

/** The items that a follower reads. While it waits for one of them it is not woken for others. */
export interface Interest<T> {
  wants(item: T): boolean;
  /** Called with the last of some other items that arrived while the follower waited. */
  passedOver(last: T): void;
}

/** A reader of a run, whose items it counts from 0. */
export interface FeedReader {
  /** The number of the item that it takes next. */
  readonly next: number;
  wake(): void;
}

const nothing = (): void => undefined;

/**
 * The longest interval between two wake-ups of the followers, in milliseconds. There are a dozen followers, and
 * under load each wake-up costs work in all of them.
 */
const longestIntervalMs = 4;
/** With few events the followers have time for each of them: the interval grows with the events of the last wake-up. */
const intervalMsPerItem = 0.5;

/** One subscription, from its beginning to its end or failure, and the items that some reader has not taken yet. */
export class FeedRun<T extends EventPosition> {
  /** Resolves when the subscription is live, and also when it fails. */
  readonly live: Promise<void>;
  readonly #capacity: number;
  readonly #unsubscribe: () => void;
  readonly #readers = new Set<FeedReader>();
  /** The oldest first; `#first` is the number of the oldest. */
  #received: T[] = [];
  #first = 0;
  /** The last received event; before any, the event after which the run begins. */
  #last: EventPosition | null = null;
  #failure: { readonly error: unknown } | null = null;
  /** The items since the last wake-up. */
  #unannounced = 0;
  #isWakeUpScheduled = false;
  #wakeNotBefore = -Infinity;

  readonly #onEnd: (run: FeedRun<T>) => void;

  /** Begins a run. @param onEnd called when the subscription fails, and when its last reader has left */
  constructor(tail: Tail<T>, capacity: number, onEnd: (run: FeedRun<T>) => void) {
    let becomeLive = nothing;
    this.live = new Promise<void>((resolve) => (becomeLive = resolve));
    this.#capacity = capacity;
    this.#onEnd = onEnd;
    this.#unsubscribe = tail({
      live: (after) => {
        this.#last ??= after;
        becomeLive();
      },
      received: (item) => this.#receive(item),
      failed: (error) => {
        this.#failure ??= { error };
        onEnd(this);
        becomeLive();
        this.#wakeSoon();
      },
    });
  }

  get last(): EventPosition | null {
    return this.#last;
  }

  get failure(): { readonly error: unknown } | null {
    return this.#failure;
  }

  /** The number that the next received item gets. */
  get end(): number {
    return this.#first + this.#received.length;
  }

  /** Whether the item of this number was dropped, because a reader was too slow. */
  isLost(number: number): boolean {
    return number < this.#first;
  }

  /** The last received item, unless every reader has taken it. */
  get newest(): T | undefined {
    return this.#received.at(-1);
  }

  /** Returns up to `count` items from this number on. */
  itemsFrom(number: number, count: number): readonly T[] {
    const at = number - this.#first;
    return this.#received.slice(at, at + count);
  }

  /** Whether an item from this number on is wanted. */
  holdsWanted(interest: Pick<Interest<T>, 'wants'>, number: number): boolean {
    for (let at = number - this.#first; at < this.#received.length; at++) {
      const item = this.#received[at];
      if (item && interest.wants(item)) return true;
    }
    return false;
  }

  add(reader: FeedReader): void {
    this.#readers.add(reader);
  }

  /** Removes a reader; the subscription ends with the last one. */
  remove(reader: FeedReader): void {
    if (!this.#readers.delete(reader)) return;
    this.dropTaken();
    if (this.#readers.size > 0) return;
    this.#onEnd(this);
    this.#unsubscribe();
  }

  /**
   * Drops the items that every reader has taken: answers are personal data, and are not retained without need.
   */
  dropTaken(): void {
    let oldest = this.end;
    for (const { next } of this.#readers) if (!this.isLost(next) && next < oldest) oldest = next;
    if (oldest > this.#first) this.#dropOldest(oldest - this.#first);
  }

  #receive(item: T): void {
    this.#received.push(item);
    this.#last = item;
    if (this.#received.length > this.#capacity) this.#dropOldest(Math.ceil(this.#capacity / 4));
    this.#wakeSoon();
  }

  #dropOldest(count: number): void {
    this.#received = this.#received.slice(count);
    this.#first += count;
  }

  /**
   * Wakes all readers, and only once for items that come soon after each other: after a quiet period in the same turn of
   * the event loop, otherwise later.
   */
  #wakeSoon(): void {
    this.#unannounced += 1;
    if (this.#isWakeUpScheduled) return;
    this.#isWakeUpScheduled = true;
    const delayMs = this.#wakeNotBefore - performance.now();
    if (delayMs > 0) setTimeout(() => this.#wakeAll(), delayMs);
    else setImmediate(() => this.#wakeAll());
  }

  #wakeAll(): void {
    this.#isWakeUpScheduled = false;
    this.#wakeNotBefore =
      performance.now() + Math.min(longestIntervalMs, this.#unannounced * intervalMsPerItem);
    this.#unannounced = 0;
    for (const reader of this.#readers) reader.wake();
  }
}
