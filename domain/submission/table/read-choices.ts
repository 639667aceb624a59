import type { FieldDefinition } from '../../form/field.ts';
import { readJson } from '../../json/read-json.ts';
import { ok } from '../../result.ts';
import { misread, type CellReader, type Read } from './cell-reading.ts';
import { choiceFinder } from './choice-names.ts';
import { splitList } from './lists.ts';

type Options = FieldDefinition['options'];

const noSuchChoice = (): Read => misread('Is not an option of the field.', 'invalid_option');

/** Returns a reader of cells that name one option. */
export function choiceReader(options: Options): CellReader {
  const find = choiceFinder(options);
  return (cell) => {
    const [quoted, ...others] = splitList(cell, ';') ?? [];
    const value = find(cell) ?? (quoted !== undefined && others.length === 0 ? find(quoted) : null);
    return value === null ? noSuchChoice() : ok(value);
  };
}

/**
 * Returns a reader of cells that name several options: of a list as this service writes it, else a single option, else a list that
 * commas or line breaks separate, or that is JSON.
 */
export function listReader(options: Options): CellReader {
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
      choices(splitList(cell, '\n'));
    return list === null ? jsonList(cell) : ok(list);
  };
}

function jsonList(cell: string): Read {
  const read = cell.trim().startsWith('[') ? readJson(cell) : null;
  return read ?? noSuchChoice();
}
