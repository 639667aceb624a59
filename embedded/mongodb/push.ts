import { refuse } from './error.ts';
import { compare } from './key.ts';
import { parseSort } from './planner.ts';
import { sortKey } from './rows.ts';
import { doc, isDoc, numeric, type Doc, type Value } from './value.ts';

const known = ['$each', '$position', '$slice', '$sort'];

/** An array after a `$push` with `$each` and whatever goes with it. */
export function pushed(items: readonly Value[], modifiers: Doc): Value[] {
  for (const name of modifiers.keys())
    if (!known.includes(name)) refuse('BadValue', `Unrecognized clause in $push: ${name}`);
  const each = modifiers.get('$each');
  if (!Array.isArray(each)) return refuse('BadValue', '$each needs an array');
  const position = whole(modifiers, '$position') ?? items.length;
  const all = [...items];
  all.splice(position, 0, ...each);
  const order = modifiers.get('$sort');
  const sorted = order === undefined ? all : all.sort(sorter(order));
  const slice = whole(modifiers, '$slice');
  if (slice === undefined) return sorted;
  return slice < 0 ? sorted.slice(slice) : sorted.slice(0, slice);
}

function whole(modifiers: Doc, name: string): number | undefined {
  const value = modifiers.get(name);
  if (value === undefined) return undefined;
  const number = Number(numeric(value) ?? Number.NaN);
  return Number.isInteger(number) ? number : refuse('BadValue', `${name} needs a whole number`);
}

function sorter(order: Value): (a: Value, b: Value) => number {
  if (isDoc(order)) {
    const fields = parseSort(order);
    const key = (item: Value): Buffer => sortKey(isDoc(item) ? item : doc({}), fields);
    return (a, b) => Buffer.compare(key(a), key(b));
  }
  const direction = Number(numeric(order) ?? 0);
  if (direction !== 1 && direction !== -1) refuse('BadValue', '$sort needs 1, -1 or a document');
  return (a, b) => compare(a, b) * direction;
}
