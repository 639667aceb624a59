import type { BudgetWaits } from '../../../coordination/budget-waits.ts';
import type { DestinationQueries } from '../destinations/queries.ts';
import type { DeliverySummary } from './queries.ts';

/** Why a pending delivery is not attempted. */
export const heldReasons = [
  'destination_disabled',
  'destination_removed',
  'account_budget',
  'host_budget',
] as const;
export type HeldReason = (typeof heldReasons)[number];

/** Returns why a delivery is not attempted; null for any that is. */
export type Held = (delivery: DeliverySummary) => HeldReason | null;

interface HeldDeps {
  readonly queries: { readonly destinations: Pick<DestinationQueries, 'stopped'> };
  readonly budgetWaits: Pick<BudgetWaits, 'among'>;
  readonly now: () => Date;
}

/** Looks up why pending deliveries are not attempted. A ping reaches a disabled destination. */
export async function heldAmong(
  { queries: { destinations }, budgetWaits, now }: HeldDeps,
  deliveries: readonly DeliverySummary[],
): Promise<Held> {
  const pending = deliveries.filter(({ status }) => status === 'pending');
  const ids = [...new Set(pending.map(({ destination_id }) => destination_id))];
  if (ids.length === 0) return () => null;
  const [stopped, waiting] = await Promise.all([destinations.stopped(ids), budgetWaits.among(ids)]);
  const at = now().toISOString();
  return ({ status, destination_id, kind, next_attempt_at: next }) => {
    if (status !== 'pending') return null;
    const reason = stopped.get(destination_id);
    if (reason && !(kind === 'ping' && reason === 'destination_disabled')) return reason;
    const budget = waiting.get(destination_id);
    return budget && next !== null && next <= at ? `${budget}_budget` : null;
  };
}
