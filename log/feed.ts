import type { EventPosition } from './event-position.ts';
import { type FeedCursor, RunCursor } from './feed-cursor.ts';
import { FeedRun, type Interest, type Tail } from './feed-run.ts';

/** Shares one subscription to new events between all followers of a process. */
export interface Feed<T extends EventPosition> {
  /**
   * Reserves a cursor: everything that is appended from now on can be taken from it.
   * @param signal ends waiting, here and in `take`
   * @param interest absent for a follower that reads every item
   * @throws the error that ended the feed
   */
  reserve(signal: AbortSignal, interest?: Interest<T>): Promise<FeedCursor<T>>;
}

/**
 * Opens a feed that subscribes while it has cursors. A cursor that falls `capacity` items behind is lost, and
 * its follower must catch up from the log; so a slow follower neither delays the others nor fills memory.
 */
export function openFeed<T extends EventPosition>(tail: Tail<T>, capacity = 4_096): Feed<T> {
  let current: FeedRun<T> | null = null;

  function end(run: FeedRun<T>): void {
    if (current === run) current = null;
  }

  return {
    async reserve(signal, interest) {
      const run = (current ??= new FeedRun(tail, capacity, end));
      return RunCursor.open(run, signal, interest);
    },
  };
}
