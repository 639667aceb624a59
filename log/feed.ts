import type { EventPosition } from './log-point.ts';

/** Receives the events of a subscription to the log. */
export interface Listener<T> {
  /**
   * Called once the subscription is live. @param after every event after this one will be delivered; null for
   * all events
   */
  begun(after: EventPosition | null): void;
  heard(item: T): void;
  ended(error: unknown): void;
}

/** Subscribes to everything that is appended from now on; returns an unsubscribe function. */
export type Tail<T extends EventPosition> = (listener: Listener<T>) => () => void;

/** Shares one subscription to new events between all followers of a process. */
export interface Feed<T extends EventPosition> {
  /**
   * Reserves a cursor: everything that is appended from now on can be taken from it.
   * @param signal ends waiting, here and in `take`
   * @throws the error that ended the feed
   */
  reserve(signal: AbortSignal): Promise<FeedCursor<T>>;
}

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
  take(most: number): Promise<readonly T[] | 'lost'>;
  /** Whether `take` would return at once. */
  isReady(): boolean;
  /** Closes the cursor. The feed unsubscribes with the last one. */
  leave(): void;
}

/** A cursor, by the number of the item that it takes next. */
interface Taker {
  at: number;
  wake: () => void;
}

/** One subscription, from its beginning to its end or failure. */
interface Run<T extends EventPosition> {
  readonly takers: Set<Taker>;
  /** The last received event; before any, the event after which the run begins. */
  last: EventPosition | null;
  /** Resolves when the subscription is live, and also when it fails. */
  readonly begun: Promise<void>;
  readonly stop: () => void;
  /** Items that some cursor has not taken yet, oldest first; `first` is the number of the oldest. */
  heard: T[];
  first: number;
  failure: { readonly error: unknown } | null;
}

const nothing = (): void => undefined;

/**
 * The shortest interval between two wake-ups of the followers, in milliseconds. There are a dozen followers,
 * and under load each wake-up costs work in all of them.
 */
const apartMs = 4;

/**
 * Opens a feed that subscribes while it has cursors. A cursor that falls `capacity` items behind is lost, and
 * its follower must catch up from the log; so a slow follower neither delays the others nor fills memory.
 */
export function openFeed<T extends EventPosition>(tail: Tail<T>, capacity = 4_096): Feed<T> {
  let current: Run<T> | null = null;

  function begin(): Run<T> {
    let begun = nothing;
    let waking = false;
    let wokenAt = -Infinity;
    const wakeAll = (): void => {
      waking = false;
      wokenAt = performance.now();
      for (const taker of run.takers) taker.wake();
    };
    // After a quiet period, wakes in the same turn of the event loop; otherwise later, so that items in
    // between are taken together.
    const wakeSoon = (): void => {
      if (waking) return;
      waking = true;
      const restMs = wokenAt + apartMs - performance.now();
      if (restMs > 0) setTimeout(wakeAll, restMs);
      else setImmediate(wakeAll);
    };
    const listener: Listener<T> = {
      begun(after) {
        run.last ??= after;
        begun();
      },
      heard(item) {
        run.heard.push(item);
        run.last = item;
        if (run.heard.length > capacity) drop(run, Math.ceil(capacity / 4));
        wakeSoon();
      },
      ended(error) {
        run.failure ??= { error };
        if (current === run) current = null;
        begun();
        wakeSoon();
      },
    };
    const run: Run<T> = {
      takers: new Set(),
      begun: new Promise((resolve) => (begun = resolve)),
      stop: () => stopTail(),
      ...{ heard: [], first: 0, last: null, failure: null },
    };
    const stopTail = tail(listener);
    return run;
  }

  async function reserve(signal: AbortSignal): Promise<FeedCursor<T>> {
    const run = (current ??= begin());
    const taker: Taker = { at: 0, wake: nothing };
    run.takers.add(taker);
    const wake = (): void => taker.wake();
    signal.addEventListener('abort', wake, { once: true });

    function leave(): void {
      signal.removeEventListener('abort', wake);
      if (!run.takers.delete(taker)) return;
      forget(run);
      if (run.takers.size > 0) return;
      if (current === run) current = null;
      run.stop();
    }

    async function take(most: number): Promise<readonly T[] | 'lost'> {
      for (;;) {
        if (taker.at < run.first) return 'lost';
        const from = taker.at - run.first;
        if (from < run.heard.length) {
          const taken = run.heard.slice(from, from + most);
          taker.at += taken.length;
          forget(run);
          return taken;
        }
        if (run.failure) throw run.failure.error;
        if (signal.aborted) return [];
        await new Promise<void>((resolve) => (taker.wake = resolve));
      }
    }

    const isReady = (): boolean =>
      taker.at < run.first + run.heard.length || run.failure !== null || signal.aborted;

    if (!signal.aborted)
      await new Promise<void>((resolve) => {
        taker.wake = resolve;
        void run.begun.then(resolve);
      });
    taker.at = run.first + run.heard.length;
    const after = run.last && { position: run.last.position, stream: run.last.stream };
    if (!run.failure) return { after, take, isReady, leave };
    leave();
    throw run.failure.error;
  }

  return { reserve };
}

function drop<T extends EventPosition>(run: Run<T>, count: number): void {
  run.heard = run.heard.slice(count);
  run.first += count;
}

/**
 * Drops the items that every cursor has taken: answers are personal data, and are not retained without need.
 */
function forget<T extends EventPosition>(run: Run<T>): void {
  const end = run.first + run.heard.length;
  let oldest = end;
  for (const { at } of run.takers) if (at >= run.first && at < oldest) oldest = at;
  if (oldest > run.first) drop(run, oldest - run.first);
}
