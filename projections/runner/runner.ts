import { Fenced, type Leases, type Lease } from '../../read-store/leases/leases.ts';
import { follow, type Bounds, type Model, type Surroundings } from './follow.ts';
import { runAsLeader } from '../../read-store/leases/leader-election.ts';
import type { ParkedKey } from '../parking/parking.ts';
import { backOff } from '../../async/pause.ts';
import { modelId } from '../projection.ts';

/** What a runner is doing: waiting for its turn, reading what it missed, following, or standing still. */
export type RunnerState =
  | { readonly state: 'standby' | 'catching up' | 'live' }
  | { readonly state: 'stopped'; readonly error: unknown };

/** As much of a pino logger as a runner needs. */
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
    /** Told how many steps of the log were gone through, each time that some were. */
    readonly onWork?: (steps: number) => void;
  };

export type LeadOptions = Pick<RunOptions<never>, 'leases' | 'signal' | 'logger' | 'onState'>;

/**
 * Keeps a read model up to date, or a process manager at work, until the signal. One runner of each leads,
 * any others stand by. Whatever goes wrong is told, and tried again after a while from what is stored.
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

/** Says in the log what a model parks, and what it takes up again. */
const loggingParked =
  (logger: RunnerLogger, projection: string) =>
  ({ scope, event, cause, reason }: ParkedKey, change: 'parked' | 'taken'): void => {
    const details = { projection, scope: `${scope.kind} ${scope.id}`, event: event.id, cause, reason };
    if (change === 'taken') logger.info(details, 'a parked key was taken up again');
    else logger.error(details, 'a key was parked: an event of it cannot be taken');
  };

/**
 * Works under the lease of `id` until the signal, or until the work answers that it is done. Whatever goes wrong is
 * told, and tried again after a while that grows until the work says that it got somewhere.
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
      // The stack and nothing beside it: an error of the driver carries whole documents.
      else logger.error({ projection: id, error: stackOf(error) }, 'projection stopped');
      await retry.wait(signal);
    }
  }
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
