import { pause } from '../../async/pause.ts';
import type { Progress } from '../progress/progress.ts';

/** Keeps one generation of a model behind another, so that readers can be moved to the other at any moment. */
export interface HoldBack {
  /** From now on nothing is stored in `id` that `leader` does not hold yet. */
  putBehind(id: string, leader: string): void;
  release(id: string): void;
  /** For the runner of `id`: waits until it may store what leads up to a position. */
  holdBack(id: string): (position: bigint, signal: AbortSignal) => Promise<void>;
  /** Whether `leader` holds all that `id` holds or is about to. */
  isAhead(leader: string, id: string): boolean;
}

const firstWaitMs = 2;
const longestWaitMs = 100;

/** The order of the generations that run in this process. */
export function openHoldBack(progress: Pick<Progress, 'heardOf'>): HoldBack {
  const leaders = new Map<string, string>();
  /** Up to where each runner was let through, which it may be storing right now. */
  const passed = new Map<string, bigint>();
  const heard = (id: string) => progress.heardOf(id) ?? -1n;

  return {
    putBehind: (id, leader) => void leaders.set(id, leader),
    release: (id) => void leaders.delete(id),
    holdBack: (id) => async (position, signal) => {
      const mayPass = () => {
        const leader = leaders.get(id);
        return leader === undefined || heard(leader) >= position;
      };
      for (
        let waitMs = firstWaitMs;
        !mayPass() && !signal.aborted;
        waitMs = Math.min(2 * waitMs, longestWaitMs)
      )
        await pause(waitMs, signal);
      signal.throwIfAborted();
      passed.set(id, position);
    },
    isAhead(leader, id) {
      const at = passed.get(id) ?? -1n;
      return heard(leader) >= (at > heard(id) ? at : heard(id));
    },
  };
}
