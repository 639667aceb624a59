import type { FormDefinition } from '../form/definition.ts';
import { displaysOf } from './display.ts';
import type { RecordedAnswer, SubmissionCreated } from './events.ts';

/** A submission with the questions that were asked and the form's properties at that time. */
export interface LabelledSubmission extends Omit<SubmissionCreated['data'], 'form' | 'answers'> {
  readonly form: Omit<FormDefinition, 'questions'>;
  readonly answers: readonly RecordedAnswer[];
}

/** An answer with its text as the person saw it; null for no answer. */
export interface DisplayedAnswer extends RecordedAnswer {
  readonly display: string | null;
  /** Of a telephone number: in the form of E.164; null where it is not known. */
  readonly e164?: string | null;
}

/** Joins questions with the values that answer them, in order. */
export const labelledAnswers = (
  questions: FormDefinition['questions'],
  values: readonly unknown[],
): RecordedAnswer[] =>
  questions.map(({ fieldId, key, label, kind }, index) => ({
    fieldId,
    key,
    label,
    kind,
    value: values[index] ?? null,
  }));

/** The answers in the order of the questions, and the telephone numbers among them by the id of the field. */
interface Answers {
  readonly answers: readonly unknown[];
  readonly e164?: Readonly<Record<string, string>>;
}

/** Joins questions with the values that answer them and with the texts that people saw, in order. */
export function displayedAnswers(
  questions: FormDefinition['questions'],
  { answers, e164 = {} }: Answers,
): DisplayedAnswer[] {
  const displays = displaysOf(questions);
  return labelledAnswers(questions, answers).map((answer, index) => ({
    ...answer,
    display: displays[index]?.(answer.value) ?? null,
    ...(answer.kind === 'phone' && { e164: e164[answer.fieldId] ?? null }),
  }));
}

/** Returns a submission as it was made. @param definition the form that it names */
export function labelled(
  { form: _, answers, ...created }: SubmissionCreated['data'],
  { questions, ...form }: FormDefinition,
): LabelledSubmission {
  const { submissionId, accountId, ...rest } = created;
  return { submissionId, accountId, form, answers: labelledAnswers(questions, answers), ...rest };
}
