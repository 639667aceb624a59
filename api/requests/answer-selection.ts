import type { AnswerSelection } from '../../projections/queries/answers/count-answers.ts';
import type { AnswersQuery } from '../contract/forms/answers.ts';
import { wrongTogether } from '../errors/errors.ts';
import { rangeOf } from './timestamps.ts';

const isComplete = { complete: true, incomplete: false, all: undefined } as const;

/**
 * The submissions that a query selects.
 * @throws ApiError `invalid_request` for an option without its question, or a question without an option
 */
export function answerSelection(
  { accountId, formId }: Pick<AnswerSelection, 'accountId' | 'formId'>,
  query: AnswersQuery,
): AnswerSelection {
  const { versions, source, completion = 'complete', question, option } = query;
  if ((question === undefined) !== (option === undefined))
    throw wrongTogether('question and option must be given together.', ['question', 'option']);
  return {
    accountId,
    formId,
    ...rangeOf(query),
    isComplete: isComplete[completion],
    source,
    versions: versions?.split(',').map(Number),
    ...(question !== undefined && option !== undefined && { chosen: { fieldId: question, value: option } }),
  };
}
