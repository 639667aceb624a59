import { isRecord } from '../../../domain/check.ts';
import type { DraftChoice, DraftField } from '../../../domain/form-draft/draft-field.ts';
import { readJson } from '../../../domain/json/read-json.ts';

/*
 * A choice without a value of its own is stored by its label: renamed, it is another value. `web/assets/files/editor/renames.js` does
 * the same for one choice at a time.
 */

type Renames = ReadonlyMap<string, string>;

const storedAs = ({ value, label }: DraftChoice): string => value || label;

/** The choices that were renamed in their places, where no choice came or went. */
function renamesIn(before: readonly DraftChoice[], after: readonly DraftChoice[]): Renames {
  if (before.length !== after.length) return new Map();
  const present = new Set(after.map(storedAs));
  const pairs = before.map((choice, place) => {
    const now = after[place];
    return [storedAs(choice), now ? storedAs(now) : ''] as const;
  });
  return new Map(pairs.filter(([from, to]) => from !== '' && to !== '' && from !== to && !present.has(from)));
}

const swapped =
  (renames: Renames) =>
  (given: unknown): unknown =>
    Array.isArray(given)
      ? given.map(swapped(renames))
      : typeof given === 'string'
        ? (renames.get(given) ?? given)
        : given;

/** The answer that a question begins with, with the choices and rows by their present names. */
export function renamedDefault(before: DraftField, after: DraftField): string {
  const { kind, default: typed } = after;
  const [options, rows] = [renamesIn(before.options, after.options), renamesIn(before.rows, after.rows)];
  if (typed === '' || (options.size === 0 && rows.size === 0)) return typed;
  if (kind === 'single_choice' || kind === 'dropdown') return options.get(typed) ?? typed;
  const read = readJson(typed);
  const value = read?.ok === true ? read.value : null;
  if (Array.isArray(value)) return JSON.stringify(swapped(options)(value));
  if (!isRecord(value) || (kind !== 'ranking' && kind !== 'matrix')) return typed;
  const names = kind === 'ranking' ? options : rows;
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(value).map(([name, chosen]) => [
        names.get(name) ?? name,
        kind === 'matrix' ? swapped(options)(chosen) : chosen,
      ]),
    ),
  );
}
