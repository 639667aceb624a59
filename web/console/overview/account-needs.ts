import { type PlanUsage, planUsageOf } from '../../../commands/account/plan-usage.ts';
import { counted } from '../../../domain/check.ts';
import { failingThreshold } from '../../../projections/queries/overview/needs-attention.ts';
import type { WebDeps } from '../../web-deps.ts';
import { destinationHref, mostNeeds, type Need } from './need.ts';

/** Destinations that fail, or that were disabled. One that a person has disabled comes last. */
export async function destinationNeeds(
  { queries }: Pick<WebDeps, 'queries'>,
  accountId: string | null,
): Promise<Need[]> {
  const [disabled, failing] = await Promise.all([
    queries.attention.disabled(accountId, mostNeeds),
    queries.attention.failing(accountId, failingThreshold, mostNeeds),
  ]);
  const stopped = disabled
    .filter(({ disabled_because: reason }) => reason !== null)
    .map(({ id, label, account_id, disabled_because: reason, disabled_since: since }): Need => {
      const isFailure = reason?.kind === 'failures';
      return {
        urgency: reason?.kind === 'operator' ? 3 : 0,
        title: `The destination “${label}” is disabled`,
        detail: isFailure
          ? `${counted(reason.attempts, 'attempt')} in a row failed. Mend the receiver, then enable it and send what it missed.`
          : reason?.kind === 'gone'
            ? 'Its receiver answered 410: it wants no more webhooks.'
            : 'A person disabled it. It misses webhooks until it is enabled.',
        since,
        accountId: account_id,
        help: { label: isFailure ? 'Test and enable it' : 'See what it missed', href: destinationHref(id) },
      };
    });
  const weak = failing.map(({ destination: { id, label, account_id }, row }): Need => ({
    urgency: 1,
    title: `The destination “${label}” fails`,
    detail: `${counted(row.attempts, 'attempt')} in a row failed.`,
    since: row.failed_since,
    accountId: account_id,
    help: { label: 'See why', href: destinationHref(id) },
  }));
  return [...stopped, ...weak];
}

const resources = [
  ['submissions_this_month', "submissions of the month's quota"],
  ['published_forms', 'published forms'],
  ['destinations', 'destinations'],
  ['file_bytes', 'bytes of files'],
] as const satisfies readonly (readonly [keyof PlanUsage, string])[];

/** Limits of plans that are used up to four fifths, or whole. */
export async function quotaNeeds(
  deps: Pick<WebDeps, 'aggregates' | 'now' | 'plans' | 'queries' | 'quotas'>,
  accountIds: readonly string[],
  helpOf: (accountId: string) => Need['help'],
): Promise<Need[]> {
  const destinationIdsOf = deps.queries.destinations.idsOf;
  const found = await Promise.all(
    accountIds.map(async (accountId) => {
      const used = await planUsageOf({ ...deps, destinationIdsOf }, accountId);
      if (!used) return [];
      return resources.flatMap(([name, words]): Need[] => {
        const use = used.usage[name];
        if (use.limit === null || use.limit === 0 || use.used < use.limit * 0.8) return [];
        const isFull = use.used >= use.limit;
        return [
          {
            urgency: isFull && name === 'submissions_this_month' ? 1 : 2,
            title: `${isFull ? 'All' : `${Math.floor((use.used / use.limit) * 100)} % of the`} ${words} are used`,
            detail: `${use.used} of ${use.limit} in the plan “${used.plan}”.`,
            since: null,
            accountId,
            help: helpOf(accountId),
          },
        ];
      });
    }),
  );
  return found.flat();
}

/** Recoveries that wait for a person. */
export async function recoveryNeeds(
  { queries }: Pick<WebDeps, 'queries'>,
  accountIds: readonly string[],
  mayResume: boolean,
): Promise<Need[]> {
  const paused = await queries.attention.paused(accountIds, mostNeeds);
  return paused.map(
    ({ id, account_id: accountId, replayed, total, updated_at: since, paused_because: why }): Need => {
      const href = `/console/recoveries/${encodeURIComponent(id)}`;
      const isByPerson = why === 'operator';
      return {
        urgency: 2,
        title: 'A recovery is paused',
        detail: `${replayed} of ${counted(total, 'webhook')} done. ${isByPerson ? 'A person paused it.' : 'Its destination is disabled.'}`,
        since,
        accountId,
        help:
          isByPerson && mayResume
            ? { label: 'Resume it', post: `${href}/resume` }
            : { label: 'See the recovery', href },
      };
    },
  );
}
