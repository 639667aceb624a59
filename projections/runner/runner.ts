import { Fenced, type Leases, type Lease } from '../../read-store/leases/leases.ts';
import { follow, type Bounds, type Model, type Surroundings } from './follow.ts';
import { runAsLeader } from '../../read-store/leases/leader-election.ts';
import type { ParkedKey } from '../parking/parking.ts';
import { backOff } from '../../async/pause.ts';
import { modelId } from '../projection.ts';

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

export type RunOptions<Action> = Model<Action> &
  Surroundings &
  Bounds & {
    readonly leases: Leases;
    readonly signal: AbortSignal;
    readonly logger: RunnerLogger;
    readonly onState?: (state: RunnerState) => void;
    /** Called with the number of log items in each processed batch. */
    readonly onWork?: (steps: number) => void;
  };

export type LeadOptions = Pick<RunOptions<never>, 'leases' | 'signal' | 'logger' | 'onState'>;

/**
 * Keeps a read model or a process manager up to date until the signal. One runner of each leads, the others
 * stand by. An error is logged, and the runner retries after a delay from the stored checkpoint.
 */
export function runProjection<Action = never>(options: RunOptions<Action>): Promise<void> {
  const { projection, logger, onState, onWork } = options;
  const id = modelId(projection);
  const following = { onParked: loggingParked(logger, id), ...options };
  return keepLeading(id, options, async (lease, leading, worked) => {
    await follow(options, following, lease, leading, (step, count = 0) => {
      if (step === 'caught up') return onState?.({ state: 'live' });
      worked();
      onWork?.(count);
    });
    return 'stopped';
  });
}

/** Logs the keys that a model parks and releases. */
const loggingParked =
  (logger: RunnerLogger, projection: string) =>
  ({ scope, event, cause, reason }: ParkedKey, change: 'parked' | 'taken'): void => {
    const details = { projection, scope: `${scope.kind} ${scope.id}`, event: event.id, cause, reason };
    if (change === 'taken') logger.info(details, 'a parked key was taken up again');
    else logger.error(details, 'a key was parked: an event of it cannot be taken');
  };

/**
 * Runs `work` under the lease of `id` until the signal, or until the work returns `done`. An error is logged
 * and the work is retried, with delays that grow until the work reports progress.
 */
export async function keepLeading(
  id: string,
  { leases, signal, logger, onState = () => undefined }: LeadOptions,
  work: (lease: Lease, leading: AbortSignal, worked: () => void) => Promise<'done' | 'stopped'>,
): Promise<void> {
  const retry = backOff(100, 10_000);
  const over = () => signal.aborted;
  let ending: 'done' | 'stopped' = 'stopped';
  const isDone = () => ending === 'done';
  while (!over() && !isDone()) {
    onState({ state: 'standby' });
    try {
      await runAsLeader({ leases, id, signal }, async (lease, leading) => {
        logger.info({ projection: id, position: String(lease.position) }, 'leading');
        onState({ state: 'catching up' });
        ending = await work(lease, leading, retry.reset);
      });
    } catch (error) {
      if (over()) return;
      onState({ state: 'stopped', error });
      if (error instanceof Fenced) logger.warn({ projection: id }, error.message);
      // Only the stack: an error of the driver carries whole documents.
      else logger.error({ projection: id, error: stackOf(error) }, 'projection stopped');
      await retry.wait(signal);
    }
  }
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
