import type { FieldDefinition } from '../../form/field.ts';
import { readJson } from '../../json/read-json.ts';
import { ok } from '../../result.ts';
import { type CellReader, misread, type Read } from './cell-reading.ts';
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
 * Returns a reader of cells that name several options: of a list as this service writes it, else of one that commas, semicolons or
 * line breaks separate, or that is JSON. Without quotation marks an option may contain the separator: a cell that can be divided into
 * options in two ways is ambiguous.
 */
export function listReader(options: Options = []): CellReader {
  const find = choiceFinder(options);
  const texts = options.flatMap(({ value, label }) => [value, label]);
  const dividers = separators.map((separator) => {
    const maxParts = texts.reduce((most, text) => Math.max(most, text.split(separator).length), 1);
    return (cell: string) => divisions(cell, separator, maxParts, find);
  });
  return (cell) => {
    const exact = valuesOf(splitList(cell, ';'), find);
    if (exact && (exact.length > 1 || !/[,\n]/.test(cell) || cell.includes('"'))) return ok(exact);
    const lists = dividers.flatMap((divide) => divide(cell));
    const found = new Map(lists.map((list) => [JSON.stringify(list), list]));
    const [list, ...others] = found.values();
    if (others.length > 0)
      return misread(
        'Can be divided into options in two ways. Put options in quotation marks.',
        'ambiguous_value',
      );
    if (list) return ok(list);
    const quoted = valuesOf(splitList(cell, ','), find) ?? valuesOf(splitList(cell, '\n'), find);
    return quoted ? ok(quoted) : jsonList(cell);
  };
}

const separators = [';', ',', '\n'] as const;
type Find = ReturnType<typeof choiceFinder>;

/** Returns the values of names, null if one of them is no option. A separator may stand at the end. */
function valuesOf(items: readonly string[] | null, find: Find): string[] | null {
  if (items === null) return null;
  const found = items.filter((item, index) => item !== '' || index < items.length - 1).map(find);
  return found.every((value) => value !== null) ? found : null;
}

/**
 * Returns the ways in which a separator divides a cell into options, at most two.
 * @param partsLimit the most parts of one option
 */
function divisions(cell: string, separator: string, partsLimit: number, find: Find): readonly string[][] {
  const parts = cell.split(separator);
  if (parts.length > 1 && parts.at(-1)?.trim() === '') parts.pop();
  /** The ways to divide the parts from each place on. */
  const ways: Way[][] = parts.map(() => []);
  ways.push([null]);
  for (let from = parts.length - 1; from >= 0; from--)
    for (let to = from + 1; to <= Math.min(parts.length, from + partsLimit); to++) {
      const value = find(parts.slice(from, to).join(separator).trim());
      if (value === null) continue;
      const longer = (ways[to] ?? []).map((rest): Way => ({ value, rest }));
      ways[from] = [...(ways[from] ?? []), ...longer].slice(0, 2);
    }
  return (ways[0] ?? []).map(listOf);
}

/** An option and those after it; null at the end. */
type Way = { readonly value: string; readonly rest: Way } | null;

function listOf(way: Way): string[] {
  const list: string[] = [];
  for (let next = way; next; next = next.rest) list.push(next.value);
  return list;
}

function jsonList(cell: string): Read {
  const read = cell.trim().startsWith('[') ? readJson(cell) : null;
  return read ?? noSuchChoice();
}
