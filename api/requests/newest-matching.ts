import { openTurns } from '../../async/turns.ts';
import type { Keyset } from '../../projections/queries/keyset.ts';
import type {
  SubmissionFilter,
  SubmissionQueries,
  SubmissionView,
} from '../../projections/read-models/submissions/queries.ts';

const [pageSize, mostLookedAt] = [200, 2_000];

export interface MatchingRequest extends Omit<SubmissionFilter, 'formId'> {
  readonly formId: string;
  /** The condition that no index has. */
  readonly matches: (submission: SubmissionView) => boolean;
}

/**
 * Lists the submissions of a form that satisfy a condition, newest first, as the downloads do. A call looks at a limited number of
 * submissions, so a page may have few items or none, and yet a next page.
 */
export async function newestMatching(
  queries: Pick<SubmissionQueries, 'newestFirst'>,
  accountId: string,
  { matches, limit, after, ...filter }: MatchingRequest,
) {
  const found: SubmissionView[] = [];
  const turns = openTurns();
  let place: Keyset | undefined = after;
  for (let looked = 0; looked < mostLookedAt; looked += pageSize) {
    const { items, next } = await queries.newestFirst(accountId, {
      ...filter,
      limit: pageSize,
      after: place,
    });
    for (const item of items) {
      if (turns.isOver()) await turns.next();
      if (!matches(item)) continue;
      const last = found.at(-1);
      if (last && found.length === limit)
        return {
          items: found,
          next: { at: last.submitted_at, id: last.id },
          lookedBackTo: null,
          longAnswersBackTo: null,
        };
      found.push(item);
    }
    if (next === null) return { items: found, next, lookedBackTo: null, longAnswersBackTo: null };
    place = next;
  }
  return { items: found, next: place ?? null, lookedBackTo: place?.at ?? null, longAnswersBackTo: null };
}
