import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest time for which work takes the main thread before others get their turn, in ms. */
const turnMs = 5;

/** Divides long work into turns, so that other requests do not wait for all of it. */
export interface Turns {
  /** Whether the work has taken its turn: others should have theirs. */
  isOver(): boolean;
  /** Waits until others had their turn. */
  next(): Promise<void>;
}

export function openTurns(): Turns {
  let begun = performance.now();
  return {
    isOver: () => performance.now() - begun > turnMs,
    async next() {
      await nextTurn();
      begun = performance.now();
    },
  };
}
