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

/** How long to wait for a change of the model, while recoveries run and while there are none. */
const pollMs = { running: 500, idle: 30_000 } as const;
/** The highest number of concurrent recoveries; further recoveries wait. */
const maxConcurrent = 16;

/** Runs recoveries until the signal. One dispatcher at a time runs them, under a lease. */
export function runRecoveries(deps: RecoveriesDeps, signal: AbortSignal): Promise<void> {
  return runUnderLeadership('recoveries', { ...deps, signal }, async (_, leading, reportProgress) => {
    await new RecoverySupervisor(deps, leading).run(reportProgress);
    return 'stopped';
  });
}

/** Runs recoveries under the lease. */
class RecoverySupervisor {
  readonly #deps: RecoveriesDeps;
  readonly #stopping = new AbortController();
  readonly #signal: AbortSignal;
  readonly #inProgress = new Map<string, Promise<void>>();
  /** Interrupted recoveries without progress since. */
  readonly #failing = new Set<string>();

  constructor(deps: RecoveriesDeps, leading: AbortSignal) {
    this.#deps = deps;
    this.#signal = AbortSignal.any([leading, this.#stopping.signal]);
  }

  /** Runs recoveries until the signal, and returns once all of them have stopped. */
  async run(reportProgress: () => void): Promise<void> {
    const { recoveries, progress, onState, onActivity } = this.#deps;
    try {
      while (!this.#signal.aborted) {
        const seen = progress.positionOf('recoveries') ?? -1n;
        const running = await recoveries.running(maxConcurrent);
        for (const id of this.#failing) if (!running.includes(id)) this.#failing.delete(id);
        if (this.#failing.size === 0) onState?.({ state: 'live' });
        for (const id of running) if (!this.#inProgress.has(id)) this.#inProgress.set(id, this.#runOne(id));
        reportProgress();
        onActivity?.(activityOf(running.length));
        const waitMs = running.length > 0 ? pollMs.running : pollMs.idle;
        await progress.waitForChange('recoveries', seen, waitMs, this.#signal);
      }
    } finally {
      // Also if the list could not be read: recoveries may take hours, and the next leader resumes them.
      this.#stopping.abort();
      await Promise.all(this.#inProgress.values());
    }
  }

  async #runOne(id: string): Promise<void> {
    const { logger, onState } = this.#deps;
    logger.info({ recovery: id }, 'recovery started');
    try {
      const onBatch = (): void => void this.#failing.delete(id);
      await runRecovery({ ...this.#deps, onBatch }, id, this.#signal);
      this.#failing.delete(id);
    } catch (error) {
      // The recovery stays unfinished and is found again.
      logger.warn({ err: error, recovery: id }, 'a recovery was interrupted');
      this.#failing.add(id);
      const reason = error instanceof Error ? error.message : String(error);
      onState?.({ state: 'stopped', error: new Error(`recovery ${id} was interrupted: ${reason}`) });
    } finally {
      this.#inProgress.delete(id);
    }
  }
}

function activityOf(count: number) {
  if (count === 0) return null;
  const message = `${count} ${count === 1 ? 'recovery is' : 'recoveries are'} in progress.`;
  return { code: 'recovery started', message, names: [], upTo: null };
}
