import { defineFields } from '../../../domain/form/define-fields.ts';
import type { FieldInput } from '../../../domain/form/field.ts';
import { assignKeys } from '../../../domain/form/field-keys.ts';
import { checkOf } from '../../../domain/submission/check-value.ts';
import { normaliserOf } from '../../../domain/submission/normalise.ts';
import { decimalOf, exactNumber } from '../../../domain/submission/reading/decimal.ts';
import { readDecimals } from '../../../domain/submission/reading/written-number.ts';
import { cleanText, isBlank } from '../../../domain/text.ts';
import type { Table } from './csv/read-table.ts';

/** A question inferred from a column. It already has a key, so that answers can name it before the form exists. */
export type ImportField = FieldInput & { readonly key: string };

type Guess = (label: string, values: readonly string[]) => FieldInput | null;

const ofKind =
  (kind: FieldInput['kind']): Guess =>
  (label) => ({ label, kind });

/** A choice needs repeated values; `timesEach` is the mean number of repetitions. */
const choice =
  (kind: 'single_choice' | 'dropdown', maxOptions: number, timesEach: number): Guess =>
  (label, values) => {
    const distinct = new Set<string>();
    for (const value of values) if (distinct.add(value).size > maxOptions) return null;
    if (values.length < distinct.size * timesEach) return null;
    return { label, kind, options: [...distinct].map((value) => ({ value, label: value })) };
  };

const shortText: Guess = (label, values) =>
  values.every((value) => value.length <= 250 && !/[\r\n]/.test(value))
    ? { label, kind: 'short_text' }
    : null;

/** Where all decimals of a column have three digits, the point may divide thousands: such a column stays text. */
const number: Guess = (label, values) => {
  const isOpen = (value: string): boolean => {
    const read = readDecimals(value);
    return read.ok && read.value.length > 1;
  };
  const isSettled = values.some((value) => value.includes('.') && !isOpen(value));
  return isSettled || !values.some(isOpen) ? { label, kind: 'number' } : null;
};

/** In order of preference; the last kind accepts every value. */
const guesses: readonly Guess[] = [
  number,
  ofKind('date'),
  ofKind('email'),
  ofKind('url'),
  choice('single_choice', 10, 2),
  choice('dropdown', 50, 5),
  shortText,
];

/**
 * The questions of a table, one for each column. A kind is chosen only if every cell of the column is a valid answer of
 * that kind and can be restored from it unchanged, but for what is normalised in every text.
 */
export function inferForm({ labels, rows }: Pick<Table, 'labels' | 'rows'>): ImportField[] {
  const inputs = labels.map((label, index) =>
    inferField(
      label,
      rows.map(({ cells }) => cleanText(cells[index] ?? '')).filter((cell) => !isBlank(cell)),
    ),
  );
  return assignKeys(inputs).map(({ input, key }) => ({ ...input, key }));
}

function inferField(label: string, values: readonly string[]): FieldInput {
  if (values.length === 0) return { label, kind: 'short_text' };
  for (const guess of guesses) {
    const input = guess(label, values);
    if (input && takesAll(input, values)) return input;
  }
  return { label, kind: 'long_text' };
}

function takesAll(input: FieldInput, values: readonly string[]): boolean {
  const defined = defineFields([input], [], () => 'column');
  const [field] = defined.ok ? defined.value : [];
  if (!field) return false;
  const [check, normalise] = [checkOf(field), normaliserOf(field)];
  return values.every((value) => {
    const answer = answerOf(input.kind, value);
    return String(normalise(answer)) === value && check(answer).length === 0;
  });
}

function answerOf(kind: FieldInput['kind'], cell: string): string | number {
  const decimal = kind === 'number' ? decimalOf(cell) : null;
  const exact = decimal && exactNumber(decimal);
  return exact?.ok ? exact.value : cell;
}
