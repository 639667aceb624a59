import { openTurns } from '../../../async/turns.ts';
import type { Keyset } from '../../../projections/queries/keyset.ts';
import type {
  SubmissionQueries,
  SubmissionView,
} from '../../../projections/read-models/submissions/queries.ts';
import { indexedFilters, otherFilters, type SubmissionFilters } from './filters.tsx';

const [pageSize, mostLookedAt] = [200, 2_000];

interface Request {
  readonly accountId: string;
  readonly formId: string;
  readonly filters: SubmissionFilters;
  readonly now: Date;
  readonly limit: number;
  readonly after?: Keyset | undefined;
}

/**
 * Lists the submissions of a form that satisfy every filter, newest first, as the downloads do. A call looks at a limited number of
 * submissions, so a page may have few items or none, and yet a next page.
 */
export async function newestMatching(
  queries: Pick<SubmissionQueries, 'newestFirst'>,
  { accountId, formId, filters, now, limit, after }: Request,
) {
  const matches = otherFilters(filters) ?? (() => true);
  const filter = indexedFilters(filters, now);
  const found: SubmissionView[] = [];
  const turns = openTurns();
  let place = after;
  for (let looked = 0; looked < mostLookedAt; looked += pageSize) {
    const page = { ...filter, formId, limit: pageSize, after: place };
    const { items, next } = await queries.newestFirst(accountId, page);
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
