import type { EventPosition } from './event-position.ts';
import type { FeedReader, FeedRun, Interest } from './feed-run.ts';

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

const nothing = (): void => undefined;

/** A cursor in one run of a feed. */
export class RunCursor<T extends EventPosition> implements FeedCursor<T>, FeedReader {
  readonly #run: FeedRun<T>;
  readonly #signal: AbortSignal;
  readonly #interest: Interest<T> | undefined;
  readonly #onAbort = (): void => this.wake();
  #after: EventPosition | null = null;
  #next = 0;
  #wakeUp = nothing;

  private constructor(run: FeedRun<T>, signal: AbortSignal, interest: Interest<T> | undefined) {
    this.#run = run;
    this.#signal = signal;
    this.#interest = interest;
    run.add(this);
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Adds a cursor to a run, and places it at the end once the run is live. @throws the error that ended the run */
  static async open<T extends EventPosition>(
    run: FeedRun<T>,
    signal: AbortSignal,
    interest: Interest<T> | undefined,
  ): Promise<RunCursor<T>> {
    const cursor = new RunCursor(run, signal, interest);
    if (!signal.aborted)
      await new Promise<void>((resolve) => {
        cursor.#wakeUp = resolve;
        void run.live.then(resolve);
      });
    cursor.#next = run.end;
    cursor.#after = run.last && { position: run.last.position, stream: run.last.stream };
    if (!run.failure) return cursor;
    cursor.close();
    throw run.failure.error;
  }

  get after(): EventPosition | null {
    return this.#after;
  }

  get next(): number {
    return this.#next;
  }

  wake(): void {
    this.#wakeUp();
  }

  async take(maxItems: number): Promise<readonly T[] | 'lost'> {
    for (;;) {
      if (this.#run.isLost(this.#next)) return 'lost';
      if (this.#next < this.#run.end) {
        const taken = this.#run.itemsFrom(this.#next, maxItems);
        this.#next += taken.length;
        this.#run.dropTaken();
        return taken;
      }
      if (this.#run.failure) throw this.#run.failure.error;
      if (this.#signal.aborted) return [];
      await this.#waitForItem();
    }
  }

  isReady(): boolean {
    return this.#next < this.#run.end || this.#run.failure !== null || this.#signal.aborted;
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#run.remove(this);
  }

  #waitForItem(): Promise<void> {
    return new Promise((resolve) => {
      this.#wakeUp = () => {
        if (this.#passOver()) return;
        // A follower that is at work must not be passed by.
        this.#wakeUp = nothing;
        resolve();
      };
    });
  }

  /** Passes over what has arrived. @returns false if there is something to take, an end, or nothing */
  #passOver(): boolean {
    const run = this.#run;
    const { newest } = run;
    if (!this.#interest || this.#signal.aborted || run.failure || !newest || run.isLost(this.#next))
      return false;
    if (run.holdsWanted(this.#interest, this.#next)) return false;
    this.#next = run.end;
    run.dropTaken();
    this.#interest.passedOver(newest);
    return true;
  }
}
