import type { DestinationLimit } from '../../projections/read-models/destinations/destination-limits.ts';
import type { LimitCache } from './limit-cache.ts';
import type { ParkedQueue } from './parked-queue.ts';
import type { Budget } from './queues/budgets.ts';
import type { QueueLimit } from './queues/queued-destination.ts';
import type { WorkerAffinity } from './worker-affinity.ts';

/** Returns the limits that the destinations of an account or at a host share. */
export type BudgetsOf = (shares: NonNullable<DestinationLimit['shares']>) => readonly Budget[];

interface Sources {
  readonly cache: Pick<LimitCache, 'of'>;
  readonly parked: Pick<ParkedQueue, 'limitOf'>;
  readonly affinity: Pick<WorkerAffinity, 'aheadOf'>;
  readonly budgetsOf: BudgetsOf;
}

/** Returns a function that returns the limits of a destination's attempts at the moment. */
export const attemptLimits =
  ({ cache, parked, affinity, budgetsOf }: Sources) =>
  (destinationId: string): QueueLimit => {
    const usual = cache.of(destinationId);
    const { concurrency, perSecond, shares } = parked.limitOf(destinationId, usual);
    const budgets = shares ? budgetsOf(shares) : [];
    // A request that waits at a worker would not begin when the rate says.
    const isPaced = perSecond !== null || budgets.some((budget) => budget.perSecond !== null);
    const ahead = isPaced ? 0 : affinity.aheadOf(destinationId, concurrency);
    return { concurrency, perSecond, ahead, budgets };
  };
