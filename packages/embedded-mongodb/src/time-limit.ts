import { setImmediate as nextTurn } from 'node:timers/promises';
import { refuse } from './error.ts';

/** How long a command may work. The time between the batches of a cursor does not count. */
export class TimeLimit {
  readonly #maxMs: number;
  #worked = 0;
  /** Undefined while the time stands still. */
  #since: number | undefined = performance.now();

  /** @param maxMs zero for no limit */
  constructor(maxMs: number) {
    this.#maxMs = maxMs > 0 ? maxMs : Infinity;
  }

  start(): void {
    this.#since ??= performance.now();
  }

  stop(): void {
    this.#worked += this.#sinceStart;
    this.#since = undefined;
  }

  /** Milliseconds. */
  get left(): number {
    return this.#maxMs - this.#worked - this.#sinceStart;
  }

  get #sinceStart(): number {
    return this.#since === undefined ? 0 : performance.now() - this.#since;
  }

  /** @throws MongoError MaxTimeMSExpired when the time of the command is over */
  check(): void {
    if (this.left <= 0) refuse('MaxTimeMSExpired', 'operation exceeded time limit');
  }
}

/** How long a command holds the thread before others get their turn, in milliseconds. */
const sliceMs = 4;

/** A turn of the thread: it begins when this is called. */
export interface Slice {
  isOver(): boolean;
}

let slices = 0;

export function beginSlice(limit?: TimeLimit): Slice {
  slices++;
  const end = performance.now() + Math.min(sliceMs, limit?.left ?? sliceMs);
  return { isOver: () => performance.now() >= end };
}

/** The number of the present turn: rows that were read in an earlier turn may have changed since. */
export const sliceNumber = (): number => slices;

/**
 * Visits the items of a source, until `visit` returns false, while other commands have their turns. The source yields
 * undefined for each step of its work without an item.
 * @returns whether the source has ended
 * @throws MongoError MaxTimeMSExpired when the time of the command is over
 */
export async function visitAll<T>(
  source: Iterator<T | undefined>,
  limit: TimeLimit,
  visit: (item: T) => unknown,
): Promise<boolean> {
  for (let slice = beginSlice(limit); ;) {
    const next = source.next();
    if (next.done) return true;
    if (next.value !== undefined && visit(next.value) === false) return false;
    if (!slice.isOver()) continue;
    limit.check();
    await nextTurn();
    slice = beginSlice(limit);
  }
}
