import type { Progress } from '../../projections/progress/progress.ts';
import type { BoardReporter } from '../../projections/progress/status-board.ts';
import type { RecoveryQueries } from '../../projections/read-models/recoveries/queries.ts';
import { type LeaderOptions, runUnderLeadership } from '../../projections/runner/runner.ts';
import { type RecoveryDeps, runRecovery } from './run-recovery.ts';

export interface RecoveriesDeps extends Omit<RecoveryDeps, 'onBatch'>, Omit<LeaderOptions, 'signal'> {
  readonly recoveries: Pick<RecoveryQueries, 'running' | 'next'>;
  readonly progress: Pick<Progress, 'waitFor' | 'waitForChange' | 'positionOf'>;
  /** Called with the number of running recoveries. */
  readonly onActivity?: BoardReporter['onActivity'];
}

const pollMs = 500;
/** The highest number of concurrent recoveries; further recoveries wait. */
const maxConcurrent = 16;

/** Runs recoveries until the signal. One dispatcher at a time runs them, under a lease. */
export function runRecoveries(deps: RecoveriesDeps, signal: AbortSignal): Promise<void> {
  return runUnderLeadership('recoveries', { ...deps, signal }, async (_, leading, reportProgress) => {
    await superviseRecoveries(deps, leading, reportProgress);
    return 'stopped';
  });
}

/** Runs recoveries under the lease, and returns once all of them have stopped. */
async function superviseRecoveries(
  deps: RecoveriesDeps,
  leading: AbortSignal,
  reportProgress: () => void,
): Promise<void> {
  const { recoveries, progress, logger, onState, onActivity } = deps;
  const stopping = new AbortController();
  const signal = AbortSignal.any([leading, stopping.signal]);
  const inProgress = new Map<string, Promise<void>>();
  /** Interrupted recoveries without progress since. */
  const failing = new Set<string>();

  async function runOne(id: string): Promise<void> {
    logger.info({ recovery: id }, 'recovery started');
    try {
      await runRecovery({ ...deps, onBatch: () => failing.delete(id) }, id, signal);
      failing.delete(id);
    } catch (error) {
      // The recovery stays unfinished and is found again.
      logger.warn({ err: error, recovery: id }, 'a recovery was interrupted');
      failing.add(id);
      const reason = error instanceof Error ? error.message : String(error);
      onState?.({ state: 'stopped', error: new Error(`recovery ${id} was interrupted: ${reason}`) });
    } finally {
      inProgress.delete(id);
    }
  }

  try {
    while (!signal.aborted) {
      const seen = progress.positionOf('recoveries') ?? -1n;
      const running = await recoveries.running(maxConcurrent);
      for (const id of failing) if (!running.includes(id)) failing.delete(id);
      if (failing.size === 0) onState?.({ state: 'live' });
      for (const id of running) if (!inProgress.has(id)) inProgress.set(id, runOne(id));
      reportProgress();
      onActivity?.(activityOf(running.length));
      await progress.waitForChange('recoveries', seen, pollMs, signal);
    }
  } finally {
    // Also if the list could not be read: recoveries may take hours, and the next leader resumes them.
    stopping.abort();
    await Promise.all(inProgress.values());
  }
}

function activityOf(count: number) {
  if (count === 0) return null;
  const message = `${count} ${count === 1 ? 'recovery is' : 'recoveries are'} in progress.`;
  return { code: 'recovery started', message, names: [], upTo: null };
}
