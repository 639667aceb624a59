import type { QuestionFigures } from '../../../domain/submission/tally/figures.ts';
import type { AnswerSelection } from '../../../projections/queries/answers/count-answers.ts';
import { questionName } from './question-name.ts';

/** What a bar or a cell of a chart counts. */
export interface Counted {
  readonly value: string;
  /** The row of a matrix. */
  readonly row?: string;
}

/** The address of the list of the submissions that a bar or a cell counts, with the filters of the chart. */
export function submissionsCounted(
  { accountId, formId, since, until, isComplete, source, versions, chosen }: AnswerSelection,
  question: Pick<QuestionFigures, 'kind' | 'field_id'>,
  { value, row }: Counted,
): string {
  const parameters = {
    account: accountId,
    form: formId,
    since,
    until,
    status: isComplete === undefined ? undefined : isComplete ? 'complete' : 'incomplete',
    // Of imported submissions, too, the API is the source.
    source: source === 'api' ? 'api_or_import' : source,
    version: versions?.[0],
    group: chosen && `${chosen.fieldId}:${chosen.value}`,
    question: questionName(question),
    value,
    row,
  };
  const given = Object.entries(parameters).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, String(text)] as [string, string]],
  );
  return `/console/submissions?${new URLSearchParams(given).toString()}`;
}
