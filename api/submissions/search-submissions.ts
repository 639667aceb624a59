import type { Page } from '../../projections/queries/keyset.ts';
import type {
  SubmissionFilter,
  SubmissionQueries,
  SubmissionSummary,
} from '../../projections/read-models/submissions/queries.ts';
import type { SubmissionList } from '../contract/submissions/submission-schemas.ts';
import { invalidRequest } from '../errors/errors.ts';
import { newestMatching } from '../requests/newest-matching.ts';
import { checkWords, conditionOf, type SubmissionConditions } from '../requests/submission-conditions.ts';

interface Found {
  readonly page: Page<SubmissionSummary>;
  /** Of a search: how far it went, as a member of the response. */
  readonly extent: Pick<SubmissionList, 'coverage'>;
}

interface Searched extends SubmissionFilter, Pick<SubmissionConditions, 'search' | 'answer'> {}

/** Finds the submissions of a form with a whole answer, by looking through them. */
async function withAnswer(
  queries: SubmissionQueries,
  accountId: string,
  { search, answer, formId, ...filter }: Searched,
) {
  const matches = conditionOf({ search, answer }) ?? (() => true);
  if (formId !== undefined) return newestMatching(queries, accountId, { ...filter, formId, matches });
  const message = 'The answer to a question is searched in one form: give form_id as well.';
  throw invalidRequest(message, [{ path: '/form_id', code: 'required', message }], 'query');
}

/**
 * Lists submissions, newest first; those that have all words of a search and an answer, if these are given.
 * @throws ApiError `invalid_request`
 */
export async function searchSubmissions(
  queries: SubmissionQueries,
  accountId: string,
  request: Searched,
): Promise<Found> {
  const { search, answer, ...filter } = request;
  if (search === undefined && answer === undefined)
    return { page: await queries.list(accountId, filter), extent: {} };
  if (search !== undefined) checkWords(search);
  const page =
    answer === undefined
      ? await queries.matching(accountId, { ...filter, search })
      : await withAnswer(queries, accountId, request);
  const { lookedBackTo, longAnswersBackTo } = page;
  return {
    page,
    extent: { coverage: { searched_back_to: lookedBackTo, long_answers_back_to: longAnswersBackTo } },
  };
}

/** The values that bind a cursor to the filters that a later release has added; cursors of earlier releases stay valid. */
export const laterFilters = ({
  status,
  search,
  answer,
}: Pick<Searched, 'status' | 'search' | 'answer'>): string[] => [
  ...(status === undefined ? [] : [status]),
  ...(search === undefined ? [] : ['search', search]),
  ...(answer === undefined ? [] : ['answer', answer]),
];
