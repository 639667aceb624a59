/** A semaphore, and how many requests of its name may be under way at once. */
export interface SemaphoreUse {
  readonly name: string;
  readonly limit: number;
}

/** The request was not sent: it waited too long for others to end, or was cancelled. */
export class NotSent extends Error {
  constructor() {
    super('the request was not sent, because too many others were in progress');
    this.name = 'NotSent';
  }
}

interface Waiting {
  readonly limit: number;
  /** In monotonic milliseconds. After a process was suspended, its timers may run late. */
  readonly until: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

interface Semaphore {
  underWay: number;
  /** The oldest first. */
  readonly waiting: Set<Waiting>;
}

/** Semaphores by name, each of which lets a limited number of requests be under way at once. */
export class Semaphores {
  readonly #longestWaitMs: number;
  readonly #semaphores = new Map<string, Semaphore>();

  /** @param longestWaitMs the time after which a waiting request is refused */
  constructor(longestWaitMs: number) {
    this.#longestWaitMs = longestWaitMs;
  }

  /** Resolves when the caller may start; `release` must follow. @throws NotSent */
  async acquire({ name, limit }: SemaphoreUse): Promise<void> {
    const semaphore = this.#semaphoreOf(name);
    if (semaphore.underWay >= limit) return this.#wait(semaphore, limit);
    semaphore.underWay += 1;
  }

  release(name: string): void {
    const semaphore = this.#semaphoreOf(name);
    semaphore.underWay -= 1;
    for (const next of semaphore.waiting) {
      if (semaphore.underWay >= next.limit) break;
      if (performance.now() > next.until) {
        next.refuse();
        continue;
      }
      semaphore.underWay += 1;
      next.start();
    }
    if (semaphore.underWay === 0 && semaphore.waiting.size === 0) this.#semaphores.delete(name);
  }

  /** Refuses all waiting requests. */
  cancelWaiting(): void {
    for (const { waiting } of this.#semaphores.values()) for (const { refuse } of waiting) refuse();
  }

  #semaphoreOf(name: string): Semaphore {
    const known = this.#semaphores.get(name);
    if (known) return known;
    const semaphore = { underWay: 0, waiting: new Set<Waiting>() };
    this.#semaphores.set(name, semaphore);
    return semaphore;
  }

  #wait({ waiting }: Semaphore, limit: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (settle: () => void) => (): void => {
        clearTimeout(timer);
        waiting.delete(self);
        settle();
      };
      const refuse = leave(() => reject(new NotSent()));
      const until = performance.now() + this.#longestWaitMs;
      const self: Waiting = { limit, until, start: leave(resolve), refuse };
      const timer = setTimeout(refuse, this.#longestWaitMs);
      waiting.add(self);
    });
  }
}
