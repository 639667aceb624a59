import Type, { type Static } from 'typebox';
import { destinationLimit, planNamed } from '../../commands/account/plans.ts';
import { account } from '../../domain/account/decider.ts';
import { quota } from '../../domain/quota/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { monthOf } from '../../domain/time.ts';
import type { ApiDeps } from '../api-deps.ts';

const Use = Type.Object({
  used: Type.Integer(),
  limit: Type.Union([Type.Integer(), Type.Null()], { description: 'Null for no limit.' }),
});
export type Use = Static<typeof Use>;

export const Usage = Type.Object(
  {
    submissions_this_month: Type.Object(Use.properties, {
      description: 'Reserved and taken places; counted only where the plan has a limit.',
    }),
    published_forms: Use,
    destinations: Use,
  },
  { description: 'The use of the resources that the plan limits.' },
);
export type Usage = Static<typeof Usage>;

type Deps = Pick<ApiDeps, 'aggregates' | 'plans' | 'now' | 'queries'>;

/**
 * Reads from the log the use of an account's plan.
 * @returns the name of the plan and the use of each resource; null if there is no such account
 */
export async function usageOf(
  { aggregates, plans, now, queries }: Deps,
  accountId: string,
): Promise<{ readonly plan: string; readonly usage: Usage } | null> {
  const month = monthOf(now().toISOString());
  const [{ state }, places] = await Promise.all([
    aggregates.load(account, streamOf.account(accountId)),
    aggregates.load(quota, streamOf.quota(accountId, month)),
  ]);
  if (!state.exists) return null;
  const plan = planNamed(plans, state.plan);
  // An account that has added no destination since grants exist has not counted its earlier ones.
  const destinations = state.destinations?.size ?? (await queries.destinations.idsOf(accountId)).length;
  return {
    plan: state.plan,
    usage: {
      submissions_this_month: { used: places.state.used, limit: plan.submissions_per_month },
      published_forms: { used: state.published.size, limit: plan.published_forms },
      destinations: { used: destinations, limit: destinationLimit(plan) },
    },
  };
}
