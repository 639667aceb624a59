import { backOff } from '../../async/pause.ts';
import type { BoardReporter } from '../../projections/progress/status-board.ts';
import { type LeaderOptions, runUnderLeadership } from '../../projections/runner/runner.ts';
import type { ReportWait, StageDeps } from './stage.ts';

const idlePollMs = 30_000;
const pollMs = { first: 200, longest: 5_000 };

export interface EraserDeps extends Omit<LeaderOptions, 'signal'> {
  readonly progress: StageDeps['progress'];
  readonly onActivity?: BoardReporter['onActivity'];
}

/** Takes an erasure through its next step. @returns whether it advanced */
type Advance<E> = (erasure: E, reportWait: ReportWait, signal: AbortSignal) => Promise<boolean>;

/** Erasures that advance in steps, which may be repeated. */
interface Erasures<E> {
  /** The name of the lease. */
  readonly name: string;
  /** The read model that lists them. */
  readonly model: string;
  /** Returns the first that are not complete. */
  readonly open: () => Promise<readonly E[]>;
  /** Returns up to where an erasure is, for the status. */
  readonly placeOf: (erasure: E) => string;
  /** Prepares the steps of a time under the lease. */
  readonly begin: () => Advance<E>;
}

/** Advances erasures until the signal. One dispatcher at a time does so, under a lease. */
export const runEraser = <E>(
  deps: EraserDeps,
  { name, model, open, placeOf, begin }: Erasures<E>,
  signal: AbortSignal,
): Promise<void> =>
  runUnderLeadership(name, { ...deps, signal }, async (_, leading, reportProgress) => {
    const { progress, onState, onActivity } = deps;
    const reporterOf =
      (erasure: E): ReportWait =>
      (code, message, names = [], members = []) =>
        onActivity?.({ code, message, names, members, upTo: placeOf(erasure) });
    const retry = backOff(pollMs.first, pollMs.longest);
    const advance = begin();
    while (!leading.aborted) {
      const seen = progress.positionOf(model) ?? -1n;
      const erasures = await open();
      let hasAdvanced = false;
      for (const one of erasures) if (await advance(one, reporterOf(one), leading)) hasAdvanced = true;
      reportProgress();
      onState?.({ state: 'live' });
      if (hasAdvanced) retry.reset();
      else if (erasures.length > 0) await retry.wait(leading);
      else {
        onActivity?.(null);
        await progress.waitForChange(model, seen, idlePollMs, leading);
      }
    }
    return 'stopped';
  });
