import Type, { type Static } from 'typebox';
import { destinationLimit, planNamed } from '../../commands/account/plans.ts';
import { account } from '../../domain/account/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
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

type Deps = Pick<ApiDeps, 'aggregates' | 'plans' | 'quotas' | 'now' | 'queries'>;

/**
 * Reads from the log the use of an account's plan.
 * @returns the name of the plan and the use of each resource; null if there is no such account
 */
export async function usageOf(
  { aggregates, plans, quotas, now, queries }: Deps,
  accountId: string,
): Promise<{ readonly plan: string; readonly usage: Usage } | null> {
  const [{ state }, submissions] = await Promise.all([
    aggregates.load(account, streamOf.account(accountId)),
    quotas.used(accountId, now().toISOString()),
  ]);
  if (!state.exists) return null;
  const plan = planNamed(plans, state.plan);
  // An account that has added no destination since grants exist has not counted its earlier ones.
  const destinations = state.destinations?.size ?? (await queries.destinations.idsOf(accountId)).length;
  return {
    plan: state.plan,
    usage: {
      submissions_this_month: { used: submissions, limit: plan.submissions_per_month },
      published_forms: { used: state.published.size, limit: plan.published_forms },
      destinations: { used: destinations, limit: destinationLimit(plan) },
    },
  };
}
