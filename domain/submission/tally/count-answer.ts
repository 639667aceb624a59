import { isRecord } from '../../check.ts';
import { filesIn } from '../../file/stored-file.ts';
import type { FieldKind } from '../../form/field.ts';
import { addNumber, addText, count, type GivenText, type Tally } from './tally.ts';
import { wordsOf } from './words.ts';

/** The groups under whose names answers are counted. */
export const groups = {
  choices: 'choices',
  days: 'days',
  hours: 'hours',
  rows: 'rows',
  types: 'types',
  words: 'words',
  /** The columns that were chosen in a row. */
  columnsOf: (row: string) => `columns ${row}`,
  /** The places that were given to a choice, from 1. */
  placesOf: (choice: string) => `places ${choice}`,
} as const;

/** The unit of numbers that have none, and that of the sizes of files. */
export const units = { none: '', bytes: 'bytes' } as const;

/** The most characters of a text that is kept. */
const excerpt = 500;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const listOf = (value: unknown): readonly string[] => {
  if (!Array.isArray(value)) return [textOf(value)];
  const texts = value.map(textOf);
  return texts.length < 2 ? texts : [...new Set(texts)];
};

/**
 * Counts the answer of a submission to a question of its form; null for no answer. A value of another type than that of its kind,
 * which only an old log can hold, counts as answered.
 */
export function countAnswer(
  tally: Tally,
  kind: FieldKind,
  value: unknown,
  submission: Omit<GivenText, 'text'>,
): void {
  tally.asked++;
  if (value === null || value === undefined) return;
  tally.answered++;
  switch (kind) {
    case 'short_text':
    case 'long_text':
      return countText(tally, textOf(value), submission);
    case 'number':
      return typeof value === 'number' ? addNumber(tally, units.none, value) : undefined;
    case 'payment':
      return countAmount(tally, value);
    case 'rating':
    case 'scale':
    case 'nps':
    case 'yes_no':
    case 'consent':
    case 'single_choice':
    case 'dropdown':
    case 'hidden':
      return count(tally, groups.choices, textOf(value));
    case 'multiple_choice':
      for (const choice of listOf(value)) count(tally, groups.choices, choice);
      return;
    case 'ranking':
      listOf(value).forEach((choice, index) => count(tally, groups.placesOf(choice), String(index + 1)));
      return;
    case 'matrix':
      return countRows(tally, value);
    case 'date':
    case 'datetime':
      return countDay(tally, value);
    case 'time':
      return countHour(tally, value);
    case 'file':
      return countFiles(tally, value);
    // These say who a person is: it is only counted how many have answered.
    case 'address':
    case 'email':
    case 'full_name':
    case 'phone':
    case 'url':
    case 'statement':
      return;
    default:
      return kind satisfies never;
  }
}

function countText(tally: Tally, text: string, submission: Omit<GivenText, 'text'>): void {
  for (const word of wordsOf(text)) count(tally, groups.words, word);
  addText(tally, submission, () =>
    text.length <= excerpt ? text : `${text.slice(0, excerpt).replace(/[\ud800-\udbff]$/, '')} …`,
  );
}

function countAmount(tally: Tally, value: unknown): void {
  if (!isRecord(value)) return;
  const { amount, currency } = value;
  if (typeof amount === 'number' && typeof currency === 'string') addNumber(tally, currency, amount);
}

function countRows(tally: Tally, value: unknown): void {
  if (!isRecord(value)) return;
  for (const [row, chosen] of Object.entries(value)) {
    if (chosen === null || chosen === undefined) continue;
    count(tally, groups.rows, row);
    for (const column of listOf(chosen)) count(tally, groups.columnsOf(row), column);
  }
}

/** A date-time counts at the date that was given, whatever its offset. */
function countDay(tally: Tally, value: unknown): void {
  const [day] = (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.exec(value)) || [];
  if (day !== undefined && !Number.isNaN(Date.parse(day))) count(tally, groups.days, day);
}

function countHour(tally: Tally, value: unknown): void {
  const [hour] = (typeof value === 'string' && /^\d\d(?=:)/.exec(value)) || [];
  if (hour !== undefined) count(tally, groups.hours, String(Number(hour)));
}

function countFiles(tally: Tally, value: unknown): void {
  for (const { type, size } of filesIn(value)) {
    count(tally, groups.types, type);
    addNumber(tally, units.bytes, size);
  }
}
