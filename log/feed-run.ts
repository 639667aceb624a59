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

/** A follower's position in a feed. */
export interface FeedCursor<T> {
  /**
   * The event after which the cursor begins; null for the start of the log. Every later event can be taken,
   * from whichever node of the event store.
   */
  readonly after: EventPosition | null;
  /**
   * Waits for the next items.
   * @returns at least one item, none after the signal; 'lost' if the cursor fell behind the feed's capacity
   * @throws the error that ended the feed, after all earlier items
   */
  take(maxItems: number): Promise<readonly T[] | 'lost'>;
  /** Whether `take` would return at once. */
  isReady(): boolean;
  /** Closes the cursor. The feed unsubscribes with the last one. */
  close(): void;
}

/** The items that a follower reads. While it waits for one of them it is not woken for others. */
export interface Interest<T> {
  wants(item: T): boolean;
  /** Called with the last of some other items that arrived while the follower waited. */
  passedOver(last: T): void;
}

/** A cursor, by the number of the item that it takes next. */
interface Cursor {
  next: number;
  wake: () => void;
}

/** One subscription, from its beginning to its end or failure. */
export interface Run<T extends EventPosition> {
  readonly cursors: Set<Cursor>;
  /** The last received event; before any, the event after which the run begins. */
  last: EventPosition | null;
  /** Resolves when the subscription is live, and also when it fails. */
  readonly live: Promise<void>;
  readonly stop: () => void;
  /** Items that some cursor has not taken yet, oldest first; `first` is the number of the oldest. */
  received: T[];
  first: number;
  failure: { readonly error: unknown } | null;
}

const nothing = (): void => undefined;

/**
 * The longest interval between two wake-ups of the followers, in milliseconds. There are a dozen followers, and
 * under load each wake-up costs work in all of them.
 */
const longestIntervalMs = 4;
/** With few events the followers have time for each of them: the interval grows with the events of the last wake-up. */
const intervalMsPerItem = 0.5;

/** Begins a run. @param onFailure called when the subscription ends */
export function subscribe<T extends EventPosition>(
  tail: Tail<T>,
  capacity: number,
  onFailure: (run: Run<T>) => void,
): Run<T> {
  let becomeLive = nothing;
  const live = new Promise<void>((resolve) => (becomeLive = resolve));
  const cursors = new Set<Cursor>();
  const wakeSoon = wakingTogether(cursors);
  const run: Run<T> = {
    cursors,
    live,
    stop: () => unsubscribe(),
    received: [],
    first: 0,
    last: null,
    failure: null,
  };
  const unsubscribe = tail({
    live(after) {
      run.last ??= after;
      becomeLive();
    },
    received(item) {
      run.received.push(item);
      run.last = item;
      if (run.received.length > capacity) dropOldest(run, Math.ceil(capacity / 4));
      wakeSoon();
    },
    failed(error) {
      run.failure ??= { error };
      onFailure(run);
      becomeLive();
      wakeSoon();
    },
  });
  return run;
}

/** Returns a function that wakes all cursors for an item, and for those that come soon after it. */
function wakingTogether(cursors: ReadonlySet<Cursor>): () => void {
  let items = 0;
  let isScheduled = false;
  let notBefore = -Infinity;
  function wakeAll(): void {
    isScheduled = false;
    notBefore = performance.now() + Math.min(longestIntervalMs, items * intervalMsPerItem);
    items = 0;
    for (const cursor of cursors) cursor.wake();
  }
  // After a quiet period, wakes in the same turn of the event loop; otherwise later, so that items in between
  // are taken together.
  return () => {
    items += 1;
    if (isScheduled) return;
    isScheduled = true;
    const delayMs = notBefore - performance.now();
    if (delayMs > 0) setTimeout(wakeAll, delayMs);
    else setImmediate(wakeAll);
  };
}

/** Adds a cursor to a run. `open` places it at the end of the run. @param onLast called when the last cursor closes */
export function addCursor<T extends EventPosition>(
  run: Run<T>,
  { signal, interest, onLast }: { signal: AbortSignal; interest: Interest<T> | undefined; onLast(): void },
) {
  const cursor: Cursor = { next: 0, wake: nothing };
  run.cursors.add(cursor);
  const wake = (): void => cursor.wake();
  signal.addEventListener('abort', wake, { once: true });

  function close(): void {
    signal.removeEventListener('abort', wake);
    if (!run.cursors.delete(cursor)) return;
    dropTaken(run);
    if (run.cursors.size === 0) onLast();
  }

  async function take(maxItems: number): Promise<readonly T[] | 'lost'> {
    for (;;) {
      if (cursor.next < run.first) return 'lost';
      const from = cursor.next - run.first;
      if (from < run.received.length) {
        const taken = run.received.slice(from, from + maxItems);
        cursor.next += taken.length;
        dropTaken(run);
        return taken;
      }
      if (run.failure) throw run.failure.error;
      if (signal.aborted) return [];
      await new Promise<void>((resolve) => {
        cursor.wake = () => {
          if (passOver()) return;
          // A follower that is at work must not be passed by.
          cursor.wake = nothing;
          resolve();
        };
      });
    }
  }

  /** Passes over what has arrived. @returns false if there is something to take, an end, or nothing */
  function passOver(): boolean {
    const last = run.received.at(-1);
    if (!interest || signal.aborted || run.failure || !last || cursor.next < run.first) return false;
    for (let at = cursor.next - run.first; at < run.received.length; at++) {
      const item = run.received[at];
      if (item && interest.wants(item)) return false;
    }
    cursor.next = run.first + run.received.length;
    dropTaken(run);
    interest.passedOver(last);
    return true;
  }

  const isReady = (): boolean =>
    cursor.next < run.first + run.received.length || run.failure !== null || signal.aborted;

  function open(): FeedCursor<T> {
    cursor.next = run.first + run.received.length;
    const after = run.last && { position: run.last.position, stream: run.last.stream };
    if (!run.failure) return { after, take, isReady, close };
    close();
    throw run.failure.error;
  }

  return { cursor, open };
}

function dropOldest<T extends EventPosition>(run: Run<T>, count: number): void {
  run.received = run.received.slice(count);
  run.first += count;
}

/**
 * Drops the items that every cursor has taken: answers are personal data, and are not retained without need.
 */
function dropTaken<T extends EventPosition>(run: Run<T>): void {
  const end = run.first + run.received.length;
  let oldest = end;
  for (const { next } of run.cursors) if (next >= run.first && next < oldest) oldest = next;
  if (oldest > run.first) dropOldest(run, oldest - run.first);
}
