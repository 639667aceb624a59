import { newestMatching } from '../../../api/requests/newest-matching.ts';
import { searchFor } from '../../../domain/submission/search/words.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Pager } from '../parts/pager.ts';
import { answerCondition } from './answer-filters.ts';
import { indexedFilters, otherFilters, type SubmissionsQuery } from './filters.ts';
import { revisionsOf } from './form-versions.ts';
import type { Row } from './submission-table.tsx';

interface Found {
  readonly items: readonly Row[];
  readonly next: Parameters<Pager['next']>[2]['next'];
  readonly lookedBackTo: string | null;
  readonly longAnswersBackTo: string | null;
}

/** The result of a search without words, or of an unclear choice of a form. */
export const nothingFound: Found = { items: [], next: null, lookedBackTo: null, longAnswersBackTo: null };

/** Finds a page of the submissions that match the filters of the list, the newest first. */
export async function findSubmissions(
  { log, now, queries }: Pick<WebDeps, 'log' | 'now' | 'queries'>,
  account: string,
  formId: string | undefined,
  query: SubmissionsQuery,
  place: ReturnType<Pager['request']>,
): Promise<Found> {
  const request = { ...indexedFilters(query, now()), ...place, formId };
  const { source: origin, version, search } = query;
  if (search !== undefined && searchFor(search).words.length === 0) return nothingFound;
  if (formId !== undefined && answerCondition(query) !== null)
    return newestMatching(queries.submissions, account, {
      ...request,
      formId,
      matches: otherFilters(query) ?? (() => true),
    });
  if (search ?? origin ?? version)
    return queries.submissions.matching(account, {
      ...request,
      origin,
      version: version === undefined ? undefined : await revisionsOf(log, formId, version),
      search,
    });
  const page =
    formId === undefined
      ? await queries.submissions.list(account, request)
      : await queries.submissions.newestFirst(account, { ...request, formId });
  return { ...page, lookedBackTo: null, longAnswersBackTo: null };
}
