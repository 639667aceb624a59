import { type Fault, inside } from '../../check.ts';
import type { FieldDefinition } from '../../form/field.ts';
import { selectionsOf } from '../../form/kind-rules.ts';
import { currencyOf } from '../../form/price.ts';
import { err, ok } from '../../result.ts';
import { addressParts, nameParts } from '../parts.ts';
import { readNumber } from '../reading/number.ts';
import { type CellReader, type CellReading, misread, type Read } from './cell-reading.ts';
import { choiceFinder } from './choice-names.ts';
import { amountIn } from './read-amounts.ts';
import { choiceReader, listReader } from './read-choices.ts';
import { readYesNo } from './read-words.ts';

/** The cells of an answer that are not blank, by the part, row or option that they hold. */
type PartCells = ReadonlyMap<string, string>;

/** Returns a reader of the cells that hold the parts of an answer to a field. */
export function partsReader(field: FieldDefinition, reading: CellReading): (cells: PartCells) => Read {
  const { kind, options, rows, validation } = field;
  switch (kind) {
    case 'address':
      return (cells) => ok(partsOf(cells, addressParts));
    case 'full_name':
      return (cells) => ok(partsOf(cells, nameParts));
    case 'payment':
      return (cells) => paymentOf(cells, reading, currencyOf(field));
    case 'multiple_choice':
      return (cells) => chosenOf(cells, options);
    case 'ranking':
      return (cells) => rankedOf(cells, options);
    case 'matrix': {
      const isMultiple = selectionsOf(kind, validation).max > 1;
      const column = isMultiple ? listReader(options) : choiceReader(options);
      return (cells) => matrixOf(cells, rows, column);
    }
    default:
      return () => misread('Takes one column.');
  }
}

const partsOf = (cells: PartCells, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (cells.has(name) ? [[name, cells.get(name)]] : [])));

/** @param own the currency of an amount without one; null if there is none */
function paymentOf(cells: PartCells, reading: CellReading, own: string | null): Read {
  const amount = cells.get('amount');
  if (amount === undefined) return misread('Has a currency without an amount.', 'required');
  return amountIn(amount, cells.get('currency')?.trim() || (own ?? ''), reading);
}

/** The options whose column says yes, or repeats the option, in the order of the form. */
function chosenOf(cells: PartCells, options: FieldDefinition['options'] = []): Read {
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
function rankedOf(cells: PartCells, options: FieldDefinition['options'] = []): Read {
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

function matrixOf(cells: PartCells, rows: FieldDefinition['rows'] = [], column: CellReader): Read {
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
