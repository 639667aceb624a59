import { planNamed, type Plans } from '../../commands/account/plans.ts';
import type { DestinationLimit } from '../../projections/read-models/destinations/destination-limits.ts';
import type { Budget } from './queues/budgets.ts';

/** The limits of the attempts at one host, for all accounts together. */
export interface HostLimit {
  readonly inFlight: number;
  /** Null for no limit. */
  readonly perSecond: number | null;
}

type Shares = NonNullable<DestinationLimit['shares']>;

/** A quarter of the attempts that a scheduler has in flight. */
const accountInFlight = 64;

/**
 * Returns the budgets of attempts that a destination shares: that of its account, by plan, and that of its host.
 * Each scheduler counts the attempts of its own destinations.
 */
export function attemptBudgets(plans: Plans, host: HostLimit): (shares: Shares) => readonly Budget[] {
  // They are asked for several times an attempt, and the shares of a destination are read every few seconds.
  const known = new WeakMap<Shares, readonly Budget[]>();
  return (shares) => {
    const before = known.get(shares);
    if (before) return before;
    const { attempts } = planNamed(plans, shares.plan);
    const ofAccount: Budget = {
      kind: 'account',
      name: shares.accountId,
      inFlight: attempts?.in_flight ?? accountInFlight,
      perSecond: attempts?.per_second ?? null,
    };
    const budgets: readonly Budget[] = [ofAccount, { kind: 'host', name: shares.host, ...host }];
    known.set(shares, budgets);
    return budgets;
  };
}
