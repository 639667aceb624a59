import { isRecord } from '../../check.ts';
import { filesIn } from '../../file/stored-file.ts';
import type { Question } from '../../form/definition.ts';
import type { PhoneNumbers } from '../answered-form.ts';
import { moneyText } from '../currencies.ts';
import { datetimeText, numberText } from '../display.ts';

/**
 * Returns the texts of an answer as it is stored: texts, numbers, options, the names of files, amounts of money, and yes or no. A
 * moment has two: as it is stored, and as it is shown.
 */
export function* storedTexts(value: unknown): Iterable<string> {
  if (typeof value === 'string') {
    yield value;
    const moment = datetimeText(value);
    if (moment !== null && moment !== value) yield moment;
  } else if (typeof value === 'number') yield numberText(value) ?? '';
  else if (typeof value === 'boolean') yield value ? 'Yes' : 'No';
  else if (Array.isArray(value)) {
    const files = filesIn(value);
    if (files.length > 0) for (const { name } of files) yield name;
    else for (const item of value) yield* storedTexts(item);
  } else if (isRecord(value)) {
    const { amount, currency } = value;
    if (typeof amount === 'number' && typeof currency === 'string') yield moneyText(amount, currency);
    else for (const part of Object.values(value)) yield* storedTexts(part);
  }
}

type Options = NonNullable<Question['options']>;

const labels = new WeakMap<Options, ReadonlyMap<string, string>>();

/** Returns the labels of options by their values; made once for each array, which must not change afterwards. */
function labelsOf(options: Options): ReadonlyMap<string, string> {
  const known = labels.get(options);
  if (known) return known;
  const made = new Map(options.map(({ value, label }) => [value, label]));
  labels.set(options, made);
  return made;
}

/** Returns the texts in which an answer is searched: its stored texts, with the labels of options instead of their values. */
export function* searchedTexts({ options }: Pick<Question, 'options'>, value: unknown): Iterable<string> {
  const labelled = options && labelsOf(options);
  for (const text of storedTexts(value)) yield labelled?.get(text) ?? text;
}

/** Answers that are searched: questions, the stored values that answer them, in the same order, and the telephone numbers among them. */
interface SearchedAnswers {
  readonly questions: readonly Pick<Question, 'options'>[];
  readonly values: readonly unknown[];
  readonly e164?: PhoneNumbers | undefined;
}

/** Returns the texts in which the answers of a submission are searched. */
export function* textsOf({ questions, values, e164 = {} }: SearchedAnswers): Iterable<string> {
  for (const [index, value] of values.entries()) yield* searchedTexts(questions[index] ?? {}, value);
  yield* Object.values(e164);
}

/** A submission as it is shown: its questions and the answers to them, in the same order. */
export interface ShownSubmission {
  readonly questions: readonly Pick<Question, 'options'>[];
  readonly answers: readonly { readonly value: unknown; readonly e164?: string | null }[];
}

/** Returns the texts in which a submission that is shown is searched. */
export function* shownTexts({ questions, answers }: ShownSubmission): Iterable<string> {
  yield* textsOf({ questions, values: answers.map(({ value }) => value) });
  for (const { e164 } of answers) if (typeof e164 === 'string') yield e164;
}
