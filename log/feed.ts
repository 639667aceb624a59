import type { EventPosition } from './log-point.ts';

/** Receives the end of the log: that the subscription is live, each item since, and how it ended. */
export interface Listener<T> {
  /** @param after everything after this event is heard; null from the start of the log */
  begun(after: EventPosition | null): void;
  heard(item: T): void;
  ended(error: unknown): void;
}

/** Listens to everything that is appended from now on; the answer makes an end of it. */
export type Tail<T extends EventPosition> = (listener: Listener<T>) => () => void;

/** What comes in, heard once and handed to all who follow it. */
export interface Feed<T extends EventPosition> {
  /**
   * Keeps a place: everything that is appended from now on can be taken there.
   * @param signal ends the waiting, here and in `take`
   * @throws what the feed ended with
   */
  reserve(signal: AbortSignal): Promise<FeedCursor<T>>;
}

/** Where a follower stands in a feed. */
export interface FeedCursor<T> {
  /** Everything after this event can be taken, whichever node of the event store it comes from; null: everything. */
  readonly after: EventPosition | null;
  /**
   * Waits for what comes next.
   * @returns at least one item, none after the signal; 'lost' where too much came meanwhile to be kept
   * @throws what the feed ended with, after all that came before
   */
  take(most: number): Promise<readonly T[] | 'lost'>;
  /** Whether `take` would answer at once. */
  isReady(): boolean;
  /** Gives the place up. With the last one, the feed stops listening. */
  leave(): void;
}

/** A place by the number of the item that it takes next. */
interface Taker {
  at: number;
  wake: () => void;
}

/** The feed from its beginning to its end, or to its failure: the next one is another. */
interface Run<T extends EventPosition> {
  readonly takers: Set<Taker>;
  /** The last event that was heard, or the one that the run begins after. */
  last: EventPosition | null;
  /** Comes with the failure, too. */
  readonly begun: Promise<void>;
  readonly stop: () => void;
  /** What somebody has yet to take, oldest first; `first` is the number of the oldest. */
  heard: T[];
  first: number;
  failure: { readonly error: unknown } | null;
}

const nothing = (): void => undefined;

/**
 * Whoever follows is woken so far apart at least: there are a dozen of them, and under load each has something to do
 * with every wake.
 */
const apartMs = 4;

/**
 * A feed that listens while somebody has a place in it. Nobody is waited for: whoever falls `capacity` items
 * behind loses the place and has to read up elsewhere, so that the others go on and memory does not grow.
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
    // After a silence in the same turn of the event loop; else later: what comes in between is taken together.
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

/** Lets go of what everybody has taken: answers are personal, and not kept without need. */
function forget<T extends EventPosition>(run: Run<T>): void {
  const end = run.first + run.heard.length;
  let oldest = end;
  for (const { at } of run.takers) if (at >= run.first && at < oldest) oldest = at;
  if (oldest > run.first) drop(run, oldest - run.first);
}
