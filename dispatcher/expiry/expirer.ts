import { inParallel } from '../../async/in-parallel.ts';
import { pause } from '../../async/pause.ts';
import type { CommandDeps } from '../../commands/deps.ts';
import { expireSubmission } from '../../commands/submission/expire-submission.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { Aliases } from '../../projections/generations/aliases.ts';
import type { Progress } from '../../projections/progress/progress.ts';
import type {
  DueSubmission,
  DueSubmissionQueries,
} from '../../projections/read-models/submissions/due-submissions.ts';
import { submissions } from '../../projections/read-models/submissions/projection.ts';
import { type LeaderOptions, runUnderLeadership } from '../../projections/runner/runner.ts';

export interface ExpirerDeps extends Pick<CommandDeps, 'aggregates' | 'now'>, Omit<LeaderOptions, 'signal'> {
  readonly queue: DueSubmissionQueries;
  readonly aliases: Pick<Aliases, 'current'>;
  readonly progress: Pick<Progress, 'waitFor'>;
  /** The time between two reads while nothing is due, in milliseconds. */
  readonly idleMs?: number;
}

/** An expiry is a matter of days. */
const defaultIdleMs = 30_000;
const batchSize = 200;
const parallelExpiries = 16;
const modelLimitMs = 5_000;

/**
 * Ends the submissions that were not completed in time, until the signal. One dispatcher at a time does so, under a lease.
 * What is due follows from the read model, and every step may be repeated from any point after a crash.
 */
export const runExpirer = (deps: ExpirerDeps, signal: AbortSignal): Promise<void> =>
  runUnderLeadership('expirer', { ...deps, signal }, async (_, leading, progressed) => {
    const { idleMs = defaultIdleMs } = deps;
    while (!leading.aborted) {
      const hasErased = await expireSome(deps, leading);
      progressed();
      deps.onState?.({ state: 'live' });
      if (!hasErased) await pause(idleMs, leading);
    }
    return 'stopped';
  });

/** Ends some submissions that are due. @returns whether any was erased */
async function expireSome(deps: ExpirerDeps, leading: AbortSignal): Promise<boolean> {
  const { queue, aliases, progress, now } = deps;
  // An earlier version of the model does not hold them.
  if (aliases.current(submissions).version !== submissions.version) return false;
  const due = await queue.due(now().toISOString(), batchSize);
  let last = -1n;
  await inParallel(parallelExpiries, due, async (one) => {
    leading.throwIfAborted();
    const position = await expireSubmission(deps, one.id, contextOf(one));
    if (position !== null && position > last) last = position;
  });
  if (last < 0n) return false;
  // Until then the model shows the same ones again.
  await progress.waitFor([submissions.name], last, modelLimitMs, leading);
  return true;
}

const contextOf = ({ id, accountId }: DueSubmission): CommandContext => ({
  accountId,
  actor: { kind: 'system', id: 'expirer' },
  correlationId: id,
  causationId: id,
});
