import type { FormDefinition } from '../form/definition.ts';
import type { RecordedAnswer, SubmissionCreated } from './events.ts';

/** A submission with the questions that were asked and the form's properties at that time. */
export interface LabelledSubmission extends Omit<SubmissionCreated['data'], 'form' | 'answers'> {
  readonly form: Omit<FormDefinition, 'questions'>;
  readonly answers: readonly RecordedAnswer[];
}

/** Joins questions with the values that answer them, in order. */
export const labelledAnswers = (
  questions: FormDefinition['questions'],
  values: readonly unknown[],
): RecordedAnswer[] => questions.map((question, index) => ({ ...question, value: values[index] ?? null }));

/** Returns a submission as it was made. @param definition the form that it names */
export function labelled(
  { form: _, answers, ...created }: SubmissionCreated['data'],
  { questions, ...form }: FormDefinition,
): LabelledSubmission {
  const { submissionId, accountId, ...rest } = created;
  return { submissionId, accountId, form, answers: labelledAnswers(questions, answers), ...rest };
}
