import { setImmediate as nextTurn } from 'node:timers/promises';
import { refuse } from './error.ts';

/** How long a command may work; time in which a cursor waits for its client does not count. */
export interface TimeLimit {
  start(): void;
  stop(): void;
  /** Milliseconds. */
  left(): number;
}

/** @param maxMs zero for no limit */
export function timeLimit(maxMs: number): TimeLimit {
  let worked = 0;
  let since = performance.now();
  return {
    start: () => void (since = performance.now()),
    stop: () => void (worked += performance.now() - since),
    left: () => (maxMs > 0 ? maxMs - worked - (performance.now() - since) : Infinity),
  };
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
  const end = performance.now() + Math.min(sliceMs, limit?.left() ?? sliceMs);
  return { isOver: () => performance.now() >= end };
}

/** The number of the turn at hand: what was read in another one may have changed since. */
export const sliceNumber = (): number => slices;

/** @throws MongoError MaxTimeMSExpired when the time of the command is over */
export function checkTime(limit: TimeLimit): void {
  if (limit.left() <= 0) refuse('MaxTimeMSExpired', 'operation exceeded time limit');
}

/**
 * Visits what a source gives, until `visit` answers false, while others have their turn. For each step of its work
 * that led to nothing the source gives undefined.
 * @returns whether the source has ended
 * @throws MongoError MaxTimeMSExpired when the time of the command is over
 */
export async function visitAll<T>(
  source: Iterator<T | undefined>,
  limit: TimeLimit,
  visit: (one: T) => unknown,
): Promise<boolean> {
  for (let slice = beginSlice(limit); ;) {
    const next = source.next();
    if (next.done) return true;
    if (next.value !== undefined && visit(next.value) === false) return false;
    if (!slice.isOver()) continue;
    checkTime(limit);
    await nextTurn();
    slice = beginSlice(limit);
  }
}
