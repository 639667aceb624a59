import type { Logger } from 'pino';
import type { Checkpoints } from '../projections/checkpoints.ts';
import { lead } from '../projections/lead.ts';
import { backOff } from '../projections/pause.ts';
import type { Progress } from '../projections/progress.ts';
import type { RecoveryQueries } from '../projections/queries/recoveries.ts';
import { carryOutRecovery, type RecoveryDeps } from './carry-out-recovery.ts';

export interface RecoveriesDeps extends RecoveryDeps {
  readonly recoveries: Pick<RecoveryQueries, 'running' | 'next'>;
  readonly progress: Pick<Progress, 'waitFor' | 'waitForChange' | 'positionOf'>;
  readonly checkpoints: Checkpoints;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

const pollMs = 500;
/** Jobs carried out at once; further ones wait for their turn. */
const atOnce = 16;

/** Carries recoveries out, as the only one of all dispatchers, until the signal. */
export async function runRecoveries(deps: RecoveriesDeps, signal: AbortSignal): Promise<void> {
  const { checkpoints, logger } = deps;
  const retry = backOff(100, 5_000);
  const isOver = () => signal.aborted;
  while (!isOver()) {
    try {
      await lead({ checkpoints, id: 'recoveries', signal }, (_, leading) =>
        carryOutAll(deps, leading, retry.reset),
      );
    } catch (error) {
      if (isOver()) return;
      logger.warn({ err: error }, 'recoveries stopped, and begin again');
      await retry.wait(signal);
    }
  }
}

/** Works under the lease; ends when every job has put down what it was doing. */
async function carryOutAll(deps: RecoveriesDeps, signal: AbortSignal, onWork: () => void): Promise<void> {
  const { recoveries, progress, logger } = deps;
  const underWay = new Map<string, Promise<void>>();

  async function carryOut(id: string): Promise<void> {
    logger.info({ recovery: id }, 'recovering');
    await carryOutRecovery(deps, id, signal)
      // It stays to be done, and is found again.
      .catch((error: unknown) => logger.warn({ err: error, recovery: id }, 'a recovery was interrupted'))
      .finally(() => underWay.delete(id));
  }

  try {
    while (!signal.aborted) {
      const seen = progress.positionOf('recoveries') ?? -1n;
      for (const id of await recoveries.running(atOnce))
        if (!underWay.has(id)) underWay.set(id, carryOut(id));
      onWork();
      await progress.waitForChange('recoveries', seen, pollMs, signal);
    }
  } finally {
    await Promise.all(underWay.values());
  }
}
