import { type Check, type Fault, faulty, inside, isRecord, noFaults } from '../../check.ts';
import type { FieldDefinition } from '../../form/field.ts';
import { selectionsOf } from '../../form/kind-rules.ts';
import {
  chosenTwice,
  notAnOption,
  ofRow,
  tooFewChoices,
  tooManyChoices,
  unanswered,
} from '../answer-faults.ts';

const valuesOf = (options: FieldDefinition['options'] = []) => new Set(options.map(({ value }) => value));

/** Checks one of the options, by its value. */
export const singleChoiceCheck = ({ options }: FieldDefinition): Check => oneOf(valuesOf(options));

/** Checks a list of distinct options, in the order of the answer. */
export const manyChoicesCheck = ({ kind, options, validation }: FieldDefinition): Check =>
  listFrom(valuesOf(options), selectionsOf(kind, validation));

/**
 * Checks an object from row to column: one column as a string, or, if `max_selections` is above 1, a list of
 * them. A required matrix must be answered in every row.
 */
export function matrixCheck({ kind, required, options, rows, validation }: FieldDefinition): Check {
  const rowNames = valuesOf(rows);
  const labels = new Map(rows?.map(({ value, label }) => [value, label]));
  const inRow = (row: string, faults: readonly Fault[]) => ofRow(labels.get(row) ?? row, faults);
  const { min, max } = selectionsOf(kind, validation);
  const columns = valuesOf(options);
  const cell = max > 1 ? listFrom(columns, { min: Math.max(min, required ? 1 : 0), max }) : oneOf(columns);
  return (value) => {
    if (!isRecord(value)) return faulty('invalid_type', 'Must be an object from row to column.');
    const faults = Object.entries(value).flatMap(([row, chosen]) =>
      inside(row, rowNames.has(row) ? inRow(row, cell(chosen)) : notARow),
    );
    if (!required) return faults;
    const open = [...rowNames].filter((row) => !Object.hasOwn(value, row));
    return [...faults, ...open.flatMap((row) => inside(row, inRow(row, unanswered)))];
  };
}

const notARow = faulty('invalid_option', 'Is not a row of the field.');

const oneOf =
  (values: ReadonlySet<string>): Check =>
  (value) => {
    if (typeof value !== 'string') return faulty('invalid_type', 'Must be the value of an option.');
    return values.has(value) ? noFaults : notAnOption;
  };

function listFrom(values: ReadonlySet<string>, { min, max }: { min: number; max: number }): Check {
  const one = oneOf(values);
  const most = Math.min(max, values.size);
  return (value) => {
    if (!Array.isArray(value)) return faulty('invalid_type', 'Must be a list of values of options.');
    const list: readonly unknown[] = value;
    // Checking no further keeps the list of faults as short as the list of options.
    if (list.length > most) return tooManyChoices(most);
    const seen = new Set<unknown>();
    const faults = list.flatMap((item, index) => inside(index, choice(one, seen, item)));
    if (list.length >= min) return faults;
    return [...faults, ...tooFewChoices(min)];
  };
}

function choice(one: Check, seen: Set<unknown>, item: unknown): readonly Fault[] {
  const faults = one(item);
  if (faults.length > 0) return faults;
  if (seen.has(item)) return chosenTwice;
  seen.add(item);
  return noFaults;
}
