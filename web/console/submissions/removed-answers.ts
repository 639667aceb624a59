import { askedQuestions, type Question } from '../../../domain/form/definition.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { displayOf } from '../../../domain/submission/display.ts';
import type { DisplayedAnswer } from '../../../domain/submission/labelled.ts';
import { questionId } from '../../../domain/submission/table/table-questions.ts';
import type { SubmissionView } from '../../../projections/read-models/submissions/queries.ts';
import type { WebDeps } from '../../web-deps.ts';

/**
 * Returns the answers to questions that the form no longer had when the submission was completed. Choices have their last labels.
 * @throws LogUnavailable
 */
export async function removedAnswers(
  { log }: Pick<WebDeps, 'log'>,
  { form_id: formId, removed = [] }: SubmissionView,
): Promise<readonly DisplayedAnswer[]> {
  if (removed.length === 0) return [];
  const questions = new Map<string, Question>();
  for await (const { event } of log.readStream(streamOf.form(formId)))
    if (event.type === 'FormCreated' || event.type === 'FormFieldsChanged')
      for (const question of askedQuestions(event.data.fields)) questions.set(questionId(question), question);
  return removed.map((answer) => {
    const question = questions.get(questionId(answer)) ?? answer;
    return { ...answer, display: displayOf(question)(answer.value) };
  });
}
