import { pause } from '../../async/pause.ts';
import type { Progress } from '../progress/progress.ts';

/**
 * Holds generations of a model behind its leading generation, so that readers can be switched to the leader
 * at any time.
 */
export interface HoldBack {
  /** From now on `id` stores nothing that `leader` does not hold yet. */
  limitTo(id: string, leader: string): void;
  /** Removes the constraint on `id`. */
  release(id: string): void;
  /** Returns the hook for the runner of `id`: waits until the runner may store changes up to a position. */
  holdBack(id: string): (position: bigint, signal: AbortSignal) => Promise<void>;
  /** Whether `leader` holds everything that `id` holds or is about to store. */
  isAhead(leader: string, id: string): boolean;
}

const firstWaitMs = 2;
const longestWaitMs = 100;

/** Opens the constraints between the generations that run in this process. */
export function openHoldBack(progress: Pick<Progress, 'positionOfGeneration'>): HoldBack {
  const leaders = new Map<string, string>();
  /** The position up to which each runner was last permitted to store. */
  const permitted = new Map<string, bigint>();
  const reached = (id: string) => progress.positionOfGeneration(id) ?? -1n;

  return {
    limitTo: (id, leader) => void leaders.set(id, leader),
    release: (id) => void leaders.delete(id),
    holdBack: (id) => async (position, signal) => {
      const mayPass = () => {
        const leader = leaders.get(id);
        return leader === undefined || reached(leader) >= position;
      };
      for (
        let waitMs = firstWaitMs;
        !mayPass() && !signal.aborted;
        waitMs = Math.min(2 * waitMs, longestWaitMs)
      )
        await pause(waitMs, signal);
      signal.throwIfAborted();
      permitted.set(id, position);
    },
    isAhead(leader, id) {
      const at = permitted.get(id) ?? -1n;
      return reached(leader) >= (at > reached(id) ? at : reached(id));
    },
  };
}
