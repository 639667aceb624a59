import { backOff } from '../../async/pause.ts';
import { runAsLeader } from '../../coordination/leases/leader-election.ts';
import { Fenced, type Lease } from '../../coordination/leases/lease.ts';
import type { Leases } from '../../coordination/leases/leases.ts';
import { LogDiverged } from '../../log/continuity.ts';
import type { ParkedKey } from '../parking/parking.ts';
import { modelId } from '../projection.ts';
import { follow, type Runnable, type RunnerDeps, type RunnerHooks } from './follow.ts';

/**
 * A runner's state: waiting for the lease, reading the backlog, following new events, or stopped by an error.
 */
export type RunnerState =
  | { readonly state: 'standby' | 'catching up' | 'live' }
  | { readonly state: 'stopped'; readonly error: unknown };

/** The part of a pino logger that a runner needs. */
export interface RunnerLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export type RunOptions<Action> = Runnable<Action> &
  RunnerDeps &
  RunnerHooks & {
    readonly leases: Leases;
    readonly signal: AbortSignal;
    readonly logger: RunnerLogger;
    readonly onState?: (state: RunnerState) => void;
    /** Called when the runner has ended. */
    readonly onEnded?: () => void;
    /** Called with the number of log items in each processed batch. */
    readonly onProgress?: (steps: number) => void;
  };

export type LeaderOptions = Pick<RunOptions<never>, 'leases' | 'signal' | 'logger' | 'onState' | 'onEnded'>;

/**
 * Keeps a read model or a process manager up to date until the signal. One runner of each leads, the others
 * stand by. An error is logged, and the runner retries after a delay from the stored checkpoint.
 */
export function runProjection<Action = never>(options: RunOptions<Action>): Promise<void> {
  const { projection, logger, onState, onProgress } = options;
  const id = modelId(projection);
  const following = { onParked: parkingLogger(logger, id), ...options };
  return runUnderLeadership(id, options, async (lease, leadership, progressed) => {
    await follow(options, following, lease, leadership, (step, count = 0) => {
      if (step === 'caught up') return onState?.({ state: 'live' });
      progressed();
      onProgress?.(count);
    });
    return 'stopped';
  });
}

/** Logs the keys that a model parks and releases. */
const parkingLogger =
  (logger: RunnerLogger, projection: string) =>
  ({ scope, event, cause, reason }: ParkedKey, change: 'parked' | 'released'): void => {
    const details = { projection, scope: `${scope.kind} ${scope.id}`, event: event.id, cause, reason };
    if (change === 'released') logger.info(details, 'a parked key was released');
    else logger.error(details, 'a key was parked: one of its events cannot be applied');
  };

/**
 * Runs `work` under the lease of `id` until the signal, or until the work returns `done`. An error is logged
 * and the work is retried, with delays that grow until the work reports progress.
 */
export async function runUnderLeadership(
  id: string,
  { leases, signal, logger, onState = () => undefined, onEnded = () => undefined }: LeaderOptions,
  work: (lease: Lease, leadership: AbortSignal, progressed: () => void) => Promise<'done' | 'stopped'>,
): Promise<void> {
  const retry = backOff(100, 10_000);
  const isOver = () => signal.aborted;
  let outcome: 'done' | 'stopped' = 'stopped';
  let hasDiverged = false;
  let isRetry = false;
  const isDone = () => outcome === 'done';
  try {
    while (!isOver() && !isDone()) {
      onState({ state: 'standby' });
      try {
        await runAsLeader({ leases, id, signal }, async (lease, leadership) => {
          if (!hasDiverged && !isRetry)
            logger.info({ projection: id, position: String(lease.position) }, 'leading');
          onState({ state: 'catching up' });
          outcome = await work(lease, leadership, retry.reset);
        });
      } catch (error) {
        if (isOver()) return;
        onState({ state: 'stopped', error });
        hasDiverged = error instanceof LogDiverged;
        isRetry = !(error instanceof Fenced);
        if (error instanceof Fenced) logger.warn({ projection: id }, error.message);
        // Only the stack: an error of the driver carries whole documents.
        // The process logs one line for all of its followers that have diverged.
        else if (!hasDiverged) logger.error({ projection: id, error: stackOf(error) }, 'projection stopped');
        await retry.wait(signal);
      }
    }
  } finally {
    onEnded();
  }
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
