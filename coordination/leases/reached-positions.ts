import type { EventIdentity } from '../../log/event-log.ts';

/** How far a reader of the log has come. */
export interface Checkpoint {
  /** Null for the start of the log. */
  readonly position: bigint | null;
  /** The last known event of the service up to the position; null if none is known. */
  readonly event: EventIdentity | null;
}

/** A checkpoint as its owner's session stores it. */
export interface StoredPosition extends Checkpoint {
  readonly id: string;
}

/** How soon a position is stored: `now` if another process may wait for it. */
export type Urgency = 'now' | 'soon';

/** The longest delay of a write, and the shortest interval between two writes, in milliseconds. */
const delays = { now: { delay: 10, interval: 50 }, soon: { delay: 250, interval: 1_000 } } as const;

/** The positions of a write. */
export interface PositionsToStore {
  readonly positions: readonly StoredPosition[];
  /** Called once they are stored. */
  stored(): void;
}

/**
 * The positions that the readers of a process have reached. All of them are stored with one write, which is due as soon
 * as the most urgent of them asks for it. Any other write of the session stores them as well.
 */
export class ReachedPositions {
  readonly #reached = new Map<string, Checkpoint>();
  readonly #save: () => void;
  readonly #lazyDelayMs: () => number | null;
  /** The readers that the stored session may name. */
  #stored: ReadonlySet<string> = new Set();
  #changes = 0;
  #storedChanges = 0;
  #storedAt = -Infinity;
  /** The time of the next write; Infinity if none is due. */
  #dueAt = Infinity;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param save called when a write is due
   * @param lazyDelayMs the delay of every write while no other process reads the positions; null while one may
   */
  constructor(save: () => void, lazyDelayMs: () => number | null) {
    this.#save = save;
    this.#lazyDelayMs = lazyDelayMs;
  }

  /** Returns the position that a reader has reached; undefined if it has reported none. */
  of(id: string): Checkpoint | undefined {
    return this.#reached.get(id);
  }

  /** Whether the stored session may name a reader. */
  isStored(id: string): boolean {
    return this.#stored.has(id);
  }

  /** Whether a reported position is not stored yet. */
  get isPending(): boolean {
    return this.#changes > this.#storedChanges;
  }

  advance(id: string, checkpoint: Checkpoint, urgency: Urgency): void {
    this.#reached.set(id, checkpoint);
    this.#changes += 1;
    const lazyMs = this.#lazyDelayMs();
    const { delay, interval } = delays[urgency];
    const now = performance.now();
    this.#schedule(lazyMs === null ? Math.max(now + delay, this.#storedAt + interval) : now + lazyMs);
  }

  /** Forgets a reader; the stored session names it until the next write. */
  forget(id: string): void {
    if (this.#reached.delete(id) || this.#stored.has(id)) this.#changes += 1;
  }

  /** Forgets all readers: their session is gone. */
  clear(): void {
    this.#reached.clear();
    this.#stored = new Set();
    this.close();
  }

  /** Returns the positions for a write that is about to begin. */
  take(): PositionsToStore {
    const changes = this.#changes;
    const positions = [...this.#reached].map(([id, checkpoint]) => ({ id, ...checkpoint }));
    this.#storedAt = performance.now();
    this.close();
    // A write that fails may have been made.
    this.#stored = new Set([...this.#stored, ...this.#reached.keys()]);
    const stored = (): void => {
      this.#stored = new Set(positions.map(({ id }) => id));
      this.#storedChanges = Math.max(this.#storedChanges, changes);
    };
    return { positions, stored };
  }

  /** Schedules a write again after one has failed. */
  retryIn(ms: number): void {
    if (this.isPending) this.#schedule(performance.now() + ms);
  }

  /** Ends the schedule. */
  close(): void {
    clearTimeout(this.#timer);
    this.#dueAt = Infinity;
  }

  #schedule(at: number): void {
    if (at >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = at;
    this.#timer = setTimeout(this.#save, Math.max(0, at - performance.now())).unref();
  }
}
