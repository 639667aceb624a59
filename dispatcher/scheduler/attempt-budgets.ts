import { planNamed, type Plans } from '../../commands/support/plans.ts';
import type { DestinationLimit } from '../../projections/read-models/destinations/destination-limits.ts';
import type { Budget } from './budgets.ts';

/** The limits of the attempts at one host, for all accounts together. */
export interface HostLimit {
  readonly inFlight: number;
  /** Null for no limit. */
  readonly perSecond: number | null;
}

/** A quarter of the attempts that a scheduler has in flight. */
const accountInFlight = 64;

/**
 * Returns the budgets of attempts that a destination shares: that of its account, by plan, and that of its host.
 * Each scheduler counts the attempts of its own destinations.
 */
export const attemptBudgets =
  (plans: Plans, host: HostLimit) =>
  ({ accountId, plan, host: name }: NonNullable<DestinationLimit['shares']>): readonly Budget[] => {
    const { attempts } = planNamed(plans, plan);
    return [
      {
        ...{ kind: 'account', name: accountId },
        inFlight: attempts?.in_flight ?? accountInFlight,
        perSecond: attempts?.per_second ?? null,
      },
      { kind: 'host', name, ...host },
    ];
  };
