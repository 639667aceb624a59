import { shownTexts } from '../../domain/submission/search/answer-texts.ts';
import { isFoundIn, searchFor } from '../../domain/submission/search/words.ts';
import type { Page } from '../../projections/queries/keyset.ts';
import type {
  SubmissionFilter,
  SubmissionQueries,
  SubmissionSummary,
  SubmissionView,
} from '../../projections/read-models/submissions/queries.ts';
import type { SubmissionList } from '../contract/submissions/submission-schemas.ts';
import { invalidRequest } from '../errors/errors.ts';

interface Found {
  readonly page: Page<SubmissionSummary>;
  /** Of a search: how far it went, as a member of the response. */
  readonly extent: Pick<SubmissionList, 'coverage'>;
}

/** @throws ApiError `invalid_request` for a search that every submission would satisfy */
function checkWords(search: string): void {
  if (searchFor(search).words.length > 0) return;
  const message = 'The search has no letter and no digit.';
  throw invalidRequest(message, [{ path: '/search', code: 'invalid_format', message }], 'query');
}

/** Lists submissions, newest first; those that have all words of a search, if there is one. @throws ApiError `invalid_request` */
export async function searchSubmissions(
  queries: SubmissionQueries,
  accountId: string,
  { search, ...filter }: SubmissionFilter & { readonly search?: string | undefined },
): Promise<Found> {
  if (search === undefined) return { page: await queries.list(accountId, filter), extent: {} };
  checkWords(search);
  const page = await queries.matching(accountId, { ...filter, search });
  const { lookedBackTo, longAnswersBackTo } = page;
  return {
    page,
    extent: { coverage: { searched_back_to: lookedBackTo, long_answers_back_to: longAnswersBackTo } },
  };
}

/** Returns the condition that a search puts on submissions; none without a search. @throws ApiError `invalid_request` */
export function conditionOf(search: string | undefined): {
  readonly matches?: (submission: SubmissionView) => boolean;
} {
  if (search === undefined) return {};
  checkWords(search);
  const sought = searchFor(search);
  return { matches: (submission) => isFoundIn(sought, shownTexts(submission)) };
}
