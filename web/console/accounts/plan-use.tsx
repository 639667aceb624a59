import type { Use, UsedPlan } from '../../../commands/account/plan-usage.ts';
import { bytesInWords } from '../../../domain/file/file-rules.ts';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { UsageBar } from './usage-bar.tsx';

/** Quotas count submissions only where the plan limits them; elsewhere so many are counted for the page. */
const countedSubmissions = 10_000;

/** The complete submissions of the month of an account whose plan has no limit; an empty text for any other. */
export async function unlimitedSubmissions(
  { queries, now }: Pick<WebDeps, 'queries' | 'now'>,
  accountId: string,
  { limit }: Use,
): Promise<string> {
  if (limit !== null) return '';
  const until = now().toISOString();
  const since = `${until.slice(0, 7)}-01T00:00:00.000Z`;
  const count = await queries.submissions.countOfAccount(accountId, {
    since,
    until,
    limit: countedSubmissions + 1,
  });
  return count > countedSubmissions ? `more than ${countedSubmissions}` : String(count);
}

/** The plan of an account, its use, what is left of it, and when the counts of the month begin again. */
export const usageFacts = ({ plan, usage, resetsAt }: UsedPlan, unlimited: string) =>
  [
    ['Plan', <span safe>{plan}</span>],
    ['Submissions this month', <UsageBar use={usage.submissions_this_month} unlimited={unlimited} />],
    ['Begun this month', <UsageBar use={usage.started_submissions_this_month} unlimited="" />],
    ['The month ends', <Time at={resetsAt} />],
    ['Published forms', <UsageBar use={usage.published_forms} />],
    ['Destinations', <UsageBar use={usage.destinations} />],
    ['Files', <UsageBar use={usage.file_bytes} inWords={bytesInWords} />],
  ] as const;
