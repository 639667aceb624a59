import { setImmediate as nextTurn } from 'node:timers/promises';
import { pause } from '../../async/pause.ts';

/** The work, in milliseconds, after which others get their turn. */
const turnMs = 5;
/** While requests are served, work rests so many times as long as it took. */
const restFactor = 4;

/** Divides long work on read models into turns, which give way to requests. */
export interface Pace {
  /** Called between small parts of the work: waits if the work has taken its turn. */
  giveWay(signal: AbortSignal): Promise<void>;
}

/** @param isBusy whether requests are being served */
export function openPace(
  isBusy: () => boolean,
  {
    now = () => performance.now(),
    rest = pause,
  }: { readonly now?: () => number; readonly rest?: typeof pause } = {},
): Pace {
  let begun = now();
  return {
    async giveWay(signal) {
      const worked = now() - begun;
      if (worked < turnMs) return;
      await (isBusy() ? rest(restFactor * worked, signal) : nextTurn());
      begun = now();
    },
  };
}
