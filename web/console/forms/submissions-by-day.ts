import type { FormView } from '../../../projections/read-models/forms/queries.ts';
import type { SubmissionQueries } from '../../../projections/read-models/submissions/queries.ts';
import type { Bar } from '../../parts/bars.tsx';

const dayMs = 86_400_000;
const shownDays = 14;
/** Days with more submissions are shown as if they had this many. */
const countedADay = 10_000;

/** The submissions of the last days, by day in UTC. */
export function countByDay(
  submissions: Pick<SubmissionQueries, 'countOfForm'>,
  { account_id: account, id }: FormView,
  now: Date,
): Promise<Bar[]> {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return Promise.all(
    Array.from({ length: shownDays }, async (_, index) => {
      const [since = '', until = ''] = [0, 1].map((days) =>
        new Date(today - (shownDays - 1 - index - days) * dayMs).toISOString(),
      );
      const value = await submissions.countOfForm(account, id, { since, until, limit: countedADay });
      return { label: since.slice(0, 10), value };
    }),
  );
}
