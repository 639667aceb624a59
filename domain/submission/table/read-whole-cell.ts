import type { FieldDefinition } from '../../form/field.ts';
import { currencyOf } from '../../form/price.ts';
import { readJson } from '../../json/read-json.ts';
import { err, ok } from '../../result.ts';
import { halfWidth } from '../../text.ts';
import { cleanCurrency } from '../contact-texts.ts';
import { readNumber } from '../reading/number.ts';
import { type CellReader, type CellReading, misread, type Read } from './cell-reading.ts';
import { splitList } from './lists.ts';
import { amountIn } from './read-amounts.ts';
import { choiceReader, listReader } from './read-choices.ts';
import { readDate, readMoment, readTime } from './read-dates.ts';
import { readYesNo } from './read-words.ts';

/** Returns a reader of cells that hold a whole answer to a field. */
export function wholeReader(field: FieldDefinition, reading: CellReading): CellReader {
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
      return yesNoIn;
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
      return (cell) => objectIn(cell, 'Needs a column for each part, or an object as JSON.');
    case 'file':
      return (cell) => ok(splitList(cell, ';') ?? []);
    case 'payment':
      return (cell) => paymentIn(cell, reading, currencyOf(field));
    default:
      return kind satisfies never;
  }
}

const json = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function numberIn(cell: string, { exactNumbers, language }: CellReading): Read {
  // A table of this service writes numbers as JSON does, with a decimal point and without groups.
  const read = readNumber(cell, { language: exactNumbers && json.test(cell) ? 'en' : language });
  return read.ok ? read : err(read.error.faults);
}

function yesNoIn(cell: string): Read {
  const value = readYesNo(cell);
  return value === null ? misread('Must be yes or no.', 'invalid_type') : ok(value);
}

function dateIn(read: string | null, what: string): Read {
  if (read === null) return misread(`Must be ${what}.`);
  return read === 'ambiguous'
    ? misread('The order of day and month is ambiguous. Say which comes first.', 'ambiguous_value')
    : ok(read);
}

function momentIn(cell: string, { dateOrder, timeZone }: CellReading): Read {
  const read = readMoment(cell, dateOrder, timeZone);
  if (read === null || typeof read === 'string') return dateIn(read, 'a date with a time of day');
  return read.ok ? read : err(read.error.faults);
}

/** Spreadsheets add midnight to dates. */
const withoutMidnight = (cell: string): string =>
  cell.replace(/,?[\sT](?:0?0:00(?::00(?:\.0+)?)?Z?|12:00(?::00)?\sAM)\s*$/i, '');

function objectIn(cell: string, message: string): Read {
  const read = readJson(cell);
  if (read === null || (read.ok && typeof read.value !== 'object')) return misread(message, 'invalid_type');
  return read;
}

/** @param own the currency of an amount without one; null if there is none */
function paymentIn(cell: string, reading: CellReading, own: string | null): Read {
  if (cell.trim().startsWith('{')) return objectIn(cell, 'Must be an amount and a currency.');
  const [, before = '', amount = '', after = ''] =
    /^\s*([A-Za-z]{3}|€)?\s*(.*?)\s*([A-Za-z]{3}|€)?\s*$/.exec(halfWidth(cell)) ?? [];
  const currency = after || before || (own ?? '');
  const isTwice = before !== '' && after !== '' && cleanCurrency(before) !== cleanCurrency(after);
  if (currency === '' || amount === '' || isTwice)
    return misread('Must be an amount and a currency, such as 12.50 EUR.');
  return amountIn(amount, currency, reading);
}
