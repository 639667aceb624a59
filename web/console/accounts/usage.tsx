import { account } from '../../../domain/account/decider.ts';
import { quota } from '../../../domain/quota/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { monthOf } from '../../../domain/time.ts';
import { planNamed } from '../../../commands/support/plans.ts';
import type { WebDeps } from '../../web-deps.ts';

/** What an account uses of its plan. A limit of null is none. */
export interface Usage {
  readonly plan: string;
  readonly published: number;
  readonly publishedLimit: number | null;
  /** Reserved and taken places of the month; counted only where the plan has a limit. */
  readonly submissions: number;
  readonly submissionLimit: number | null;
}

/** Reads from the log what an account uses of its plan. Null if there is no such account. */
export async function usageOf({ aggregates, plans, now }: WebDeps, accountId: string): Promise<Usage | null> {
  const month = monthOf(now().toISOString());
  const [{ state }, used] = await Promise.all([
    aggregates.load(account, streamOf.account(accountId)),
    aggregates.load(quota, streamOf.quota(accountId, month)),
  ]);
  if (!state.exists) return null;
  const { published_forms: publishedLimit, submissions_per_month: submissionLimit } = planNamed(
    plans,
    state.plan,
  );
  return {
    ...{ plan: state.plan, published: state.published.size, publishedLimit },
    ...{ submissions: used.state.used, submissionLimit },
  };
}

/** A number against its limit. */
export const Against = ({ used, limit }: { readonly used: number; readonly limit: number | null }) =>
  limit === null ? (
    <span class="quiet">without limit</span>
  ) : (
    <>
      <progress value={String(used)} max={String(Math.max(1, limit))} aria-label={`${used} of ${limit}`} />
      <span safe>{`${used} of ${limit}`}</span>
    </>
  );
