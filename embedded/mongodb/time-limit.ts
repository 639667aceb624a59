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
const sliceMs = 10;

/** A turn of the thread: it begins when this is called. */
export interface Slice {
  isOver(): boolean;
}

export function beginSlice(limit?: TimeLimit): Slice {
  const end = performance.now() + Math.min(sliceMs, limit?.left() ?? sliceMs);
  return { isOver: () => performance.now() >= end };
}

/** @throws MongoError MaxTimeMSExpired when the time of the command is over */
export function checkTime(limit: TimeLimit): void {
  if (limit.left() <= 0) refuse('MaxTimeMSExpired', 'operation exceeded time limit');
}

/** Lets others have their turn. @throws MongoError MaxTimeMSExpired when the time of the command is over */
export async function pause(limit: TimeLimit): Promise<void> {
  checkTime(limit);
  await nextTurn();
}
