import { Double, Int32, Long } from 'mongodb';
import { compare, equal, type Fields, isFields, isNumber, looseText } from './values.ts';

export type Order = Readonly<Record<string, 1 | -1>>;

/** What a server refuses, with its code. */
export class Refused extends Error {
  constructor(readonly code: number) {
    super(`refused with ${code}`);
  }
}

/** What a document is ordered by. @throws Refused where an array stands there */
const keysOf = (document: Fields, order: Order): unknown[] =>
  Object.keys(order).map((path) =>
    path.split('.').reduce<unknown>((at, name) => {
      const next = isFields(at) ? at[name] : undefined;
      if (Array.isArray(next)) throw new Refused(2);
      return next;
    }, document),
  );

/** Documents in an order. @throws Refused where one has an array to sort by */
export function inOrder(documents: readonly Fields[], order: Order): Fields[] {
  const directions = Object.values(order);
  const by = (a: readonly unknown[], b: readonly unknown[]): number => {
    for (const [at, direction] of directions.entries()) {
      const one = compare(a[at], b[at]) * direction;
      if (one !== 0) return one;
    }
    return 0;
  };
  return documents
    .map((document) => ({ document, keys: keysOf(document, order) }))
    .sort((a, b) => by(a.keys, b.keys))
    .map(({ document }) => document);
}

/** The named fields alone, or all but those; `_id` unless it is left out. */
export function projected(document: Fields, spec: Readonly<Record<string, 0 | 1>>): Fields {
  const { _id: id = 1, ...others } = spec;
  const isInclusion = Object.values(others).includes(1);
  const isShown = (name: string): boolean => (name === '_id' ? id === 1 : name in others === isInclusion);
  return Object.fromEntries(Object.entries(document).filter(([name]) => isShown(name)));
}

/** Every value of a field once. */
export function distinct(documents: readonly Fields[], path: string): unknown[] {
  const found: unknown[] = [];
  const visit = (value: unknown, [name, ...rest]: readonly string[]): void => {
    if (Array.isArray(value) && name !== undefined)
      value.forEach((item) => isFields(item) && visit(item, [name, ...rest]));
    else if (name !== undefined) visit(isFields(value) ? value[name] : undefined, rest);
    else
      for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
        if (one !== undefined && !found.some((known) => equal(known, one))) found.push(one);
  };
  for (const document of documents) visit(document, path.split('.'));
  return found;
}

/** What an expression such as `$a.b` reads. */
function read(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value))
    return value
      .filter(isFields)
      .map((item) => read(item, [name, ...rest]))
      .filter((one) => one !== undefined);
  return isFields(value) ? read(value[name], rest) : undefined;
}

/** An exact sum of numbers that are whole or halves, as wide as the widest of them. */
function totalOf(numbers: readonly (Int32 | Long | Double)[]): Int32 | Long | Double {
  if (numbers.some((one) => Number.isNaN(Number(one)))) return new Double(Number.NaN);
  const halves = numbers.reduce(
    (total, one) => total + (one instanceof Long ? one.toBigInt() * 2n : BigInt(Number(one) * 2)),
    0n,
  );
  if (numbers.some((one) => one instanceof Double)) return new Double(Number(halves) / 2);
  return numbers.some((one) => one instanceof Long)
    ? Long.fromBigInt(halves / 2n)
    : new Int32(Number(halves / 2n));
}

/** Groups by one field: how many, the sum of another, its least and greatest value, its average. */
export function grouped(documents: readonly Fields[], by: string, of: string): string[] {
  const groups = new Map<string, { _id: unknown; values: unknown[] }>();
  for (const document of documents) {
    const _id = read(document, by.split('.')) ?? null;
    const group = groups.get(looseText(_id)) ?? { _id, values: [] };
    groups.set(looseText(_id), group);
    group.values.push(read(document, of.split('.')));
  }
  return [...groups.values()].map(({ _id, values }) => {
    const numbers = values.filter(isNumber);
    const known = values.filter((value) => value !== undefined && value !== null).sort(compare);
    const total = totalOf(numbers);
    const avg = numbers.length === 0 ? null : new Double(Number(total) / numbers.length);
    return looseText({
      _id,
      n: new Int32(values.length),
      sum: total,
      min: known[0] ?? null,
      max: known.at(-1) ?? null,
      avg,
    });
  });
}
