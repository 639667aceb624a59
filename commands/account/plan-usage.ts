import { account } from '../../domain/account/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandDeps } from '../deps.ts';
import type { EarlierDestinations } from '../destination/destination-grants.ts';
import { fileBytesOf } from '../file/file-bytes.ts';
import { destinationLimit, fileBytesLimit, planNamed, startedLimit } from './plans.ts';

/** The use of a resource; `limit` is null for no limit. */
export interface Use {
  readonly used: number;
  readonly limit: number | null;
}

/** The use of the resources that a plan limits. Submissions are counted only where the plan has a limit. */
export interface PlanUsage {
  readonly submissions_this_month: Use;
  /** The submissions that were begun before they were complete. */
  readonly started_submissions_this_month: Use;
  readonly published_forms: Use;
  readonly destinations: Use;
  readonly file_bytes: Use;
}

/** A plan by its name, and its use. */
export interface UsedPlan {
  readonly plan: string;
  /** When the counts of the month begin again: the first of the next month in UTC, in ISO 8601. */
  readonly resetsAt: string;
  readonly usage: PlanUsage;
}

interface Deps extends Pick<CommandDeps, 'aggregates' | 'plans' | 'quotas' | 'now'> {
  readonly destinationIdsOf: EarlierDestinations;
}

/**
 * Reads from the log the use of an account's plan.
 * @returns null if there is no such account
 */
export async function planUsageOf(
  { aggregates, plans, quotas, now, destinationIdsOf }: Deps,
  accountId: string,
): Promise<UsedPlan | null> {
  const at = now().toISOString();
  const [{ state }, submissions, started, fileBytes] = await Promise.all([
    aggregates.load(account, streamOf.account(accountId)),
    quotas.used(accountId, at),
    quotas.used(accountId, at, 'started'),
    fileBytesOf({ aggregates, plans, now }, accountId),
  ]);
  if (!state.exists) return null;
  const plan = planNamed(plans, state.plan);
  // An account that has added no destination since grants exist has not counted its earlier ones.
  const destinations = state.destinations?.size ?? (await destinationIdsOf(accountId)).length;
  return {
    plan: state.plan,
    resetsAt: nextMonth(at),
    usage: {
      submissions_this_month: { used: submissions, limit: plan.submissions_per_month },
      started_submissions_this_month: { used: started, limit: startedLimit(plan) },
      published_forms: { used: state.published.size, limit: plan.published_forms },
      destinations: { used: destinations, limit: destinationLimit(plan) },
      file_bytes: { used: fileBytes, limit: fileBytesLimit(plan) },
    },
  };
}

/** The beginning of the month after a time, in UTC. */
function nextMonth(at: string): string {
  const time = new Date(at);
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1)).toISOString();
}
