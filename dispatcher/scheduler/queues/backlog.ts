import type { AttemptEntry, AttemptMemory } from './attempt-memory.ts';
import type { FairQueue } from './fair-queue.ts';

export interface MemoryLimits {
  /**
   * The highest number of attempts that wait in memory for one destination; the whole queue is in the read
   * model.
   */
  readonly waitingPerDestination: number;
  /** The highest number of attempts in memory. */
  readonly inMemory: number;
}

/** How many attempts wait in memory for a destination that waits for a budget. */
const waitingForBudget = 16;

/** The destinations of which the read model may hold more due attempts than memory. */
export class Backlog {
  readonly #limits: MemoryLimits;
  readonly #memory: Pick<AttemptMemory, 'size' | 'countOf'>;
  readonly #waiting: Pick<FairQueue<AttemptEntry>, 'waitingFor' | 'waitsFor'>;
  readonly #destinations = new Set<string>();

  constructor(
    limits: MemoryLimits,
    memory: Pick<AttemptMemory, 'size' | 'countOf'>,
    waiting: Pick<FairQueue<AttemptEntry>, 'waitingFor' | 'waitsFor'>,
  ) {
    this.#limits = limits;
    this.#memory = memory;
    this.#waiting = waiting;
  }

  add(destinationId: string): void {
    this.#destinations.add(destinationId);
  }

  remove(destinationId: string): void {
    this.#destinations.delete(destinationId);
  }

  destinations(): Iterable<string> {
    return this.#destinations;
  }

  /** Whether one more attempt of a destination may wait in memory. */
  hasRoom(destinationId: string): boolean {
    const isFull = this.#memory.size >= this.#limits.inMemory;
    return !isFull && this.#waiting.waitingFor(destinationId) < this.#roomOf(destinationId);
  }

  /**
   * Returns a destination with room in memory, and the number of due deliveries to read so that new ones are among
   * them; null if there is none.
   */
  next(): { readonly destinationId: string; readonly limit: number } | null {
    if (this.#memory.size >= this.#limits.inMemory) return null;
    for (const destinationId of this.#destinations) {
      const inMemory = this.#waiting.waitingFor(destinationId);
      const room = this.#roomOf(destinationId);
      if (inMemory > room / 4) continue;
      const limit = this.#memory.countOf(destinationId) + room - inMemory;
      return { destinationId, limit };
    }
    return null;
  }

  /**
   * Returns how many attempts of a destination may wait in memory. Those of an account or a host that has used up its
   * budget leave room for others.
   */
  #roomOf(destinationId: string): number {
    const { waitingPerDestination } = this.#limits;
    const isWaiting = this.#waiting.waitsFor(destinationId) !== null;
    return isWaiting ? Math.min(waitingPerDestination, waitingForBudget) : waitingPerDestination;
  }
}
