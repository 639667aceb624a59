import { shownTexts } from '../../domain/submission/search/answer-texts.ts';
import { wholeAnswer } from '../../domain/submission/search/whole-answer.ts';
import { isFoundIn, searchFor } from '../../domain/submission/search/words.ts';
import type {
  OriginChoice,
  SubmissionOrigin,
  SubmissionView,
} from '../../projections/read-models/submissions/queries.ts';
import { invalidRequest } from '../errors/errors.ts';

export type Matches = (submission: SubmissionView) => boolean;

/** Conditions on submissions that no index has. */
export interface SubmissionConditions {
  /** Words of the answers. */
  readonly search?: string | undefined;
  /** The key of a question, a colon and the whole answer to it. */
  readonly answer?: string | undefined;
  readonly source?: OriginChoice | undefined;
  readonly version?: number | undefined;
}

/** @throws ApiError `invalid_request` for a search that every submission would satisfy */
export function checkWords(search: string): void {
  if (searchFor(search).words.length > 0) return;
  const message = 'The search has no letter and no digit.';
  throw invalidRequest(message, [{ path: '/search', code: 'invalid_format', message }], 'query');
}

function hasWords(search: string): Matches {
  checkWords(search);
  const sought = searchFor(search);
  return (submission) => isFoundIn(sought, shownTexts(submission));
}

/** The condition of a parameter such as `email:ada@example.com`. */
function hasAnswer(parameter: string): Matches {
  const [key = ''] = parameter.split(':', 1);
  const isWhole = wholeAnswer(parameter.slice(key.length + 1));
  return ({ answers }) => answers.some((answer) => answer.key === key && isWhole(answer));
}

export const originOf = ({
  imported_at,
  source,
}: Pick<SubmissionView, 'imported_at' | 'source'>): SubmissionOrigin =>
  imported_at === undefined ? source : 'import';

/** Whether a submission comes from where a filter says. */
const isFrom = (choice: OriginChoice, submission: SubmissionView): boolean =>
  choice === 'api_or_import' ? originOf(submission) !== 'form' : originOf(submission) === choice;

/** Returns the condition that all conditions put on submissions; null if there is none. @throws ApiError `invalid_request` */
export function conditionOf({ search, answer, source, version }: SubmissionConditions): Matches | null {
  const conditions: Matches[] = [
    ...(source === undefined ? [] : [(one: SubmissionView) => isFrom(source, one)]),
    ...(version === undefined ? [] : [(one: SubmissionView) => one.form_version === version]),
    ...(answer === undefined ? [] : [hasAnswer(answer)]),
    ...(search === undefined ? [] : [hasWords(search)]),
  ];
  if (conditions.length === 0) return null;
  return (submission) => conditions.every((isSatisfied) => isSatisfied(submission));
}
