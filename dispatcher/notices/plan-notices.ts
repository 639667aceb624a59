import { planNamed } from '../../commands/account/plans.ts';
import type { CommandDeps } from '../../commands/deps.ts';
import { account } from '../../domain/account/decider.ts';
import { quotaShares } from '../../domain/notice/kinds.ts';
import { noticeIdOf } from '../../domain/notice/notice-id.ts';
import type { NoticeTrigger } from '../../domain/notice/trigger.ts';
import { quota } from '../../domain/quota/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { StreamErased } from '../../log/log-errors.ts';
import { appendPlan } from './append-plan.ts';
import type { Announcement } from './planner.ts';

type Deps = Pick<CommandDeps, 'aggregates' | 'now' | 'plans'>;

/** What is older is no news: after a long outage, and in a rebuild, which finds the notices of then in the log. */
const maxAgeMs = 3 * 24 * 60 * 60_000;

/** Whether people still get a notice of an event at a time, ISO 8601. */
export const isNews = (now: Date, occurredAt: string): boolean =>
  now.getTime() - Date.parse(occurredAt) <= maxAgeMs;

/**
 * Plans the notices of what happened, each once: the id of a notice is derived from its trigger, its reader and its channel.
 * @throws LogUnavailable
 */
export async function planNotices(deps: Deps, announcements: readonly Announcement[]): Promise<void> {
  for (const announcement of announcements) {
    if (!isNews(deps.now(), announcement.occurredAt)) continue;
    try {
      const trigger = announcement.trigger ?? (await quotaTrigger(deps, announcement));
      if (trigger) await planFor(deps, announcement, trigger);
    } catch (error) {
      // The account was closed and erased meanwhile.
      if (!(error instanceof StreamErased)) throw error;
    }
  }
}

async function planFor(deps: Deps, announcement: Announcement, trigger: NoticeTrigger): Promise<void> {
  const { accountId, to, eventId, occurredAt } = announcement;
  for (const { personId, channel } of to) {
    const noticeId = noticeIdOf(trigger, { eventId, occurredAt }, { accountId, personId, channel });
    await appendPlan(deps, { noticeId, accountId, personId, channel, trigger, occurredAt }, announcement);
  }
}

/** Returns the highest share of the plan's quota that is reached as of an event; null below all shares, and without a quota. */
async function quotaTrigger(
  { aggregates, plans }: Deps,
  { accountId, stream, position }: Announcement,
): Promise<NoticeTrigger | null> {
  const { state: owner } = await aggregates.load(account, streamOf.account(accountId));
  const limit = owner.exists ? planNamed(plans, owner.plan).submissions_per_month : null;
  if (limit === null || limit === 0) return null;
  const { state } = await aggregates.loadAsOf(quota, stream, position);
  const share = quotaShares.findLast((one) => state.used * 100 >= one * limit);
  if (share === undefined) return null;
  return { kind: 'quota.reached', month: stream.slice(stream.lastIndexOf('-') + 1), share, limit };
}
