import { faulty, inside, type Fault } from '../../check.ts';
import type { FieldDefinition } from '../../form/field.ts';
import { selectionsOf } from '../../form/kind-rules.ts';
import { err, ok, type Result } from '../../result.ts';
import { readAmount, readNumber } from '../reading/number.ts';
import { addressParts, nameParts } from '../parts.ts';
import { choiceFinder } from './choice-names.ts';
import { splitList } from './lists.ts';
import { readDate, readMoment, readTime, type DateOrder } from './read-dates.ts';
import { readYesNo } from './read-words.ts';

/** How the texts of a table are read. */
export interface CellReading {
  /** Whether numbers are written as in JSON, as tables of this service have them, and have one meaning alone. */
  readonly exactNumbers: boolean;
  /** The language of numbers in other tables, a BCP 47 tag. */
  readonly language?: string | undefined;
  /** The order of day and month where both may be either. */
  readonly dateOrder: DateOrder | null;
  /** The zone of times that have none. */
  readonly timeZone: string;
}

/** The cells of an answer by the part that they hold; null for the whole answer. */
export type AnswerCells = ReadonlyMap<string | null, string>;

type Read = Result<unknown, readonly Fault[]>;
/** Reads a cell that is not blank. */
type Reader = (cell: string) => Read;

const isBlank = (cell: string | undefined): boolean => cell === undefined || cell.trim() === '';

/**
 * Returns a reader of the answers to a field. It reads values of the field's kind and leaves their rules to the check of answers.
 * @returns the value, null for no answer; or what is wrong with the cells
 */
export function answerReader(
  field: FieldDefinition,
  reading: CellReading,
): (cells: AnswerCells) => Result<unknown, readonly Fault[]> {
  const whole = wholeReader(field, reading);
  const parts = partsReader(field, reading);
  return (cells) => {
    const cell = cells.get(null);
    if (cell !== undefined && !isBlank(cell)) return whole(cell);
    const filled = [...cells].filter(([part, text]) => part !== null && !isBlank(text));
    return filled.length === 0 ? ok(null) : parts(new Map(filled));
  };
}

const misread = (message: string, code: Fault['code'] = 'invalid_format'): Read => err(faulty(code, message));

function wholeReader(field: FieldDefinition, reading: CellReading): Reader {
  const { kind, options } = field;
  switch (kind) {
    case 'short_text':
    case 'long_text':
    case 'email':
    case 'phone':
    case 'url':
    case 'hidden':
    case 'statement':
      return ok;
    case 'number':
    case 'rating':
    case 'scale':
    case 'nps':
      return (cell) => numberIn(cell, reading);
    case 'yes_no':
    case 'consent':
      return (cell) => {
        const value = readYesNo(cell);
        return value === null ? misread('Must be yes or no.', 'invalid_type') : ok(value);
      };
    case 'single_choice':
    case 'dropdown':
      return choiceReader(options);
    case 'multiple_choice':
    case 'ranking':
      return listReader(options);
    case 'date':
      return (cell) => dateIn(readDate(withoutMidnight(cell), reading.dateOrder), 'a date');
    case 'time':
      return (cell) => dateIn(readTime(cell), 'a time of day');
    case 'datetime':
      return (cell) => momentIn(cell, reading);
    case 'address':
    case 'full_name':
    case 'matrix':
      return jsonReader('Needs a column for each part, or an object as JSON.');
    case 'payment':
      return (cell) => paymentIn(cell, reading);
    default:
      return kind satisfies never;
  }
}

function partsReader(
  field: FieldDefinition,
  reading: CellReading,
): (cells: ReadonlyMap<string | null, string>) => Read {
  const { kind, options, rows, validation } = field;
  switch (kind) {
    case 'address':
      return (cells) => ok(partsOf(cells, addressParts));
    case 'full_name':
      return (cells) => ok(partsOf(cells, nameParts));
    case 'payment':
      return (cells) => {
        const currency = cells.get('currency')?.trim() ?? '';
        if (!cells.has('amount')) return misread('Has a currency without an amount.', 'required');
        return amountIn(cells.get('amount') ?? '', currency, reading);
      };
    case 'multiple_choice':
      return (cells) => chosenOf(cells, options);
    case 'ranking':
      return (cells) => rankedOf(cells, options);
    case 'matrix': {
      const areSeveral = selectionsOf(kind, validation).max > 1;
      const column = areSeveral ? listReader(options) : choiceReader(options);
      return (cells) => matrixOf(cells, rows, column);
    }
    default:
      return () => misread('Takes one column.');
  }
}

const json = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function numberIn(cell: string, { exactNumbers, language }: CellReading): Read {
  // A table of this service writes numbers as JSON does, with a decimal point and without groups.
  const read = readNumber(cell, { language: exactNumbers && json.test(cell) ? 'en' : language });
  return read.ok ? read : err(read.error.faults);
}

function amountIn(amount: string, currency: string, { exactNumbers, language }: CellReading): Read {
  const code = currency.toUpperCase();
  // A table of this service has amounts with a decimal point and without groups.
  const read = readAmount(amount, code, { language: exactNumbers ? 'en' : language });
  return read.ok ? ok({ amount: read.value, currency: code }) : err(inside('amount', read.error.faults));
}

function paymentIn(cell: string, reading: CellReading): Read {
  if (cell.trim().startsWith('{')) return jsonReader('Must be an amount and a currency.')(cell);
  const [, before = '', amount = '', after = ''] =
    /^\s*([A-Za-z]{3})?\s*(.*?)\s*([A-Za-z]{3})?\s*$/.exec(cell) ?? [];
  const currency = after || before;
  if (currency === '' || amount === '')
    return misread('Must be an amount and a currency, such as 12.50 EUR.');
  return amountIn(amount, currency, reading);
}

const dateIn = (read: string | null, what: string): Read => {
  if (read === null) return misread(`Must be ${what}.`);
  return read === 'ambiguous'
    ? misread('Day and month may be either. Say which comes first.', 'ambiguous_value')
    : ok(read);
};

function momentIn(cell: string, { dateOrder, timeZone }: CellReading): Read {
  const read = readMoment(cell, dateOrder, timeZone);
  if (read === null || typeof read === 'string') return dateIn(read, 'a date with a time of day');
  return read.ok ? read : err(read.error.faults);
}

/** Spreadsheets add midnight to dates. */
const withoutMidnight = (cell: string): string => cell.replace(/[ T]0?0:00(?::00(?:\.0+)?)?Z?\s*$/, '');

const jsonReader =
  (message: string): Reader =>
  (cell) => {
    try {
      const value: unknown = JSON.parse(cell);
      return typeof value === 'object' ? ok(value) : misread(message, 'invalid_type');
    } catch {
      return misread(message, 'invalid_type');
    }
  };

const noSuchChoice = () => misread('Is not an option of the field.', 'invalid_option');

function choiceReader(options: FieldDefinition['options']): Reader {
  const find = choiceFinder(options);
  return (cell) => {
    const [quoted, ...others] = splitList(cell, ';') ?? [];
    const value = find(cell) ?? (quoted !== undefined && others.length === 0 ? find(quoted) : null);
    return value === null ? noSuchChoice() : ok(value);
  };
}

/** Reads a list as this service writes it, else a single choice, else one that commas or line breaks separate. */
function listReader(options: FieldDefinition['options']): Reader {
  const find = choiceFinder(options);
  const choices = (items: readonly string[] | null): string[] | null => {
    if (items === null) return null;
    const found = items.filter((item, index) => item !== '' || index < items.length - 1).map(find);
    return found.every((value) => value !== null) ? found : null;
  };
  return (cell) => {
    const list =
      choices(splitList(cell, ';')) ??
      choices([cell.trim()]) ??
      choices(splitList(cell, ',')) ??
      choices(splitList(cell, '\n')) ??
      jsonList(cell);
    return list === null ? noSuchChoice() : ok(list);
  };
}

function jsonList(cell: string): unknown[] | null {
  if (!cell.trim().startsWith('[')) return null;
  try {
    const value: unknown = JSON.parse(cell);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

const partsOf = (cells: ReadonlyMap<string | null, string>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (cells.has(name) ? [[name, cells.get(name)]] : [])));

/** The options whose column says yes, or repeats the option, in the order of the form. */
function chosenOf(cells: ReadonlyMap<string | null, string>, options: FieldDefinition['options'] = []): Read {
  const find = choiceFinder(options);
  const chosen: string[] = [];
  for (const { value } of options) {
    const cell = cells.get(value);
    if (cell === undefined) continue;
    const isChosen = readYesNo(cell) ?? (find(cell) === value ? true : null);
    if (isChosen === null) return misread('Must be 1 for an option that was chosen, else 0.');
    if (isChosen) chosen.push(value);
  }
  return ok(chosen);
}

/** The options in the order of their places. */
function rankedOf(cells: ReadonlyMap<string | null, string>, options: FieldDefinition['options'] = []): Read {
  const places: [place: number, value: string][] = [];
  for (const { value } of options) {
    const cell = cells.get(value);
    if (cell === undefined) continue;
    const read = readNumber(cell, { language: 'en' });
    const place = read.ok ? read.value : 0;
    if (!Number.isSafeInteger(place) || place < 1) return misread('Must be a place, such as 1.');
    if (places.some(([other]) => other === place)) return misread(`Two options have place ${place}.`);
    places.push([place, value]);
  }
  if (places.some(([place]) => place > places.length))
    return misread('Must be places without gaps: 1, 2, 3.');
  return ok(places.sort(([a], [b]) => a - b).map(([, value]) => value));
}

function matrixOf(
  cells: ReadonlyMap<string | null, string>,
  rows: FieldDefinition['rows'] = [],
  column: Reader,
): Read {
  const faults: Fault[] = [];
  const entries: [string, unknown][] = [];
  for (const { value: row } of rows) {
    const cell = cells.get(row);
    if (cell === undefined) continue;
    const read = column(cell);
    if (read.ok) entries.push([row, read.value]);
    else faults.push(...inside(row, read.error));
  }
  return faults.length > 0 ? err(faults) : ok(Object.fromEntries(entries));
}
