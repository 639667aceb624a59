import { isDeepStrictEqual } from 'node:util';
import { pointer } from '../check.ts';
import type { Problem } from '../errors.ts';
import type { ExistingForm } from '../form/decider.ts';
import { type AskedQuestion, askedQuestions } from '../form/definition.ts';
import { type FieldDefinition, isShown } from '../form/field.ts';
import { err, ok, type Result } from '../result.ts';
import type { PhoneNumbers, RecordedAnswer } from './answered-form.ts';
import { labelledAnswers } from './labelled.ts';
import type { AnswerChange } from './partial-events.ts';
import type { Answers } from './present.ts';
import { questionsOf } from './questions.ts';
import { numbersIn } from './telephone-numbers.ts';

type Given = Readonly<Record<string, unknown>>;

/** Returns the answers to some questions by the ids of their fields; null for no answer. */
export const valuesById = (
  questions: readonly AskedQuestion[],
  answers: readonly unknown[],
): ReadonlyMap<string, unknown> =>
  new Map(questions.map(({ fieldId }, index) => [fieldId, answers[index] ?? null]));

/**
 * Merges changed answers into the present ones.
 * @param present the present answers, by the ids of the fields; those of fields that are not among `fields` are left out
 * @param given the changed answers, named as in a submission; null clears one
 * @returns answers that `resolveAnswers` takes, with names that match no question
 */
export function mergeAnswers(
  fields: readonly FieldDefinition[],
  present: ReadonlyMap<string, unknown>,
  given: Given,
): Given {
  const { all, find } = questionsOf(fields);
  const named = new Set(Object.keys(given).map(find));
  const kept = all.flatMap((question) => {
    const { id, key } = question.field;
    return named.has(question) || !present.has(id) ? [] : [[key, present.get(id)] as const];
  });
  return Object.fromEntries([...kept, ...Object.entries(given)]);
}

/** Returns the answers that differ. @param questions those of both */
export function changesBetween(
  questions: readonly AskedQuestion[],
  before: readonly unknown[],
  after: Answers,
): AnswerChange[] {
  return questions.flatMap(({ fieldId }, index) => {
    const value: unknown = after.answers[index] ?? null;
    if (isDeepStrictEqual(before[index] ?? null, value)) return [];
    const e164 = after.e164?.[fieldId];
    return [{ index, fieldId, value, ...(e164 !== undefined && { e164 }) }];
  });
}

/** Returns the last question that a person has answered, by the id of its field; null for none. See `SubmissionStarted`. */
export function lastAnswered(fields: readonly FieldDefinition[], answers: readonly unknown[]): string | null {
  const asked = fields.filter(({ kind }) => kind !== 'statement');
  const isAnswered = (field: FieldDefinition, index: number) =>
    isShown(field) &&
    (answers[index] ?? null) !== null &&
    !isDeepStrictEqual(answers[index], field.default_value);
  return asked.findLast(isAnswered)?.id ?? null;
}

/** Returns the answers to questions that are no longer asked. */
export function removedAnswers(
  before: readonly AskedQuestion[],
  answers: readonly unknown[],
  now: readonly AskedQuestion[],
): RecordedAnswer[] {
  const kept = new Set(now.map(({ fieldId }) => fieldId));
  return labelledAnswers(before, answers).filter(
    ({ fieldId, value }) => value !== null && !kept.has(fieldId),
  );
}

/**
 * Returns the telephone numbers among changed answers as `numbersIn` does. A number that has not changed stays as it was
 * understood.
 */
export function numbersAfter(
  form: Pick<ExistingForm, 'fields' | 'language' | 'timeZone'>,
  before: Answers,
  answers: readonly unknown[],
): PhoneNumbers | null {
  const numbers = new Map(Object.entries(numbersIn(form, answers) ?? {}));
  for (const [index, { fieldId, kind }] of askedQuestions(form.fields).entries()) {
    if (kind !== 'phone' || answers[index] === null || answers[index] !== before.answers[index]) continue;
    const known = before.e164?.[fieldId];
    if (known === undefined) numbers.delete(fieldId);
    else numbers.set(fieldId, known);
  }
  return numbers.size === 0 ? null : Object.fromEntries(numbers);
}

interface SplitAnswers {
  /** The given answers to the questions of the form. */
  readonly given: Given;
  readonly removed: readonly RecordedAnswer[];
}

/**
 * Takes out of given answers those to questions that the form no longer has: these can be cleared, and not changed.
 * @returns the removed answers that are left; or a problem for each that would change
 */
export function clearRemoved(
  fields: readonly FieldDefinition[],
  removed: readonly RecordedAnswer[],
  given: Given,
): Result<SplitAnswers, Problem[]> {
  const { find } = questionsOf(fields);
  const left = new Set(removed);
  const problems: Problem[] = [];
  const others = Object.entries(given).filter(([name, value]) => {
    if (find(name) !== 'unknown') return true;
    const answer = removed.find(({ key, fieldId, label }) => [key, fieldId, label].includes(name));
    if (!answer) return true;
    if (value === null) left.delete(answer);
    else if (!isDeepStrictEqual(value, answer.value))
      problems.push({
        field: answer.key,
        path: `/answers${pointer(name)}`,
        code: 'invalid_option',
        message: 'The form no longer asks this question: its answer can be cleared, and not changed.',
      });
    return false;
  });
  return problems.length > 0 ? err(problems) : ok({ given: Object.fromEntries(others), removed: [...left] });
}
