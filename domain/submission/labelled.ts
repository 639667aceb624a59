import type { FormDefinition } from '../form/definition.ts';
import type { AnsweredForm, RecordedAnswer } from './answered-form.ts';
import { displaysOf } from './display.ts';
import type { Answers } from './present.ts';

/** The answers of an event, in the order of the questions of the form that it names. */
interface Answered {
  readonly submissionId: string;
  readonly accountId: string;
  readonly form: AnsweredForm;
  readonly answers: readonly unknown[];
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

/** Returns the data of an event with the questions that were asked. @param definition the form that it names */
export function labelled({ form: _, answers, ...data }: Answered, { questions, ...form }: FormDefinition) {
  const { submissionId, accountId, ...rest } = data;
  return { submissionId, accountId, form, answers: labelledAnswers(questions, answers), ...rest };
}
