import { BSON, Double, Int32, Long } from 'mongodb';

/** A document as the driver gives it when it promotes no values: each number says its type. */
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The types in MongoDB's order of values; those that are not here are not generated. */
function rank(value: unknown): number {
  if (value === null || value === undefined) return 1;
  if (value instanceof Int32 || value instanceof Long || value instanceof Double) return 2;
  if (typeof value === 'string') return 3;
  if (Array.isArray(value)) return 5;
  if (typeof value === 'boolean') return 6;
  if (value instanceof Date) return 7;
  if (isFields(value)) return 4;
  throw new TypeError(`a value that is not generated, of the type ${typeof value}`);
}

export const isNumber = (value: unknown): value is Int32 | Long | Double => rank(value) === 2;
export const isSameType = (a: unknown, b: unknown): boolean => rank(a) === rank(b);
export const isNaNNumber = (value: unknown): boolean => isNumber(value) && Number.isNaN(Number(value));

/** Orders values; missing counts as null. */
export function compare(a: unknown, b: unknown): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b, (x, y) => compare(x, y));
  if (isFields(a) && isFields(b))
    return compareLists(Object.entries(a), Object.entries(b), ([name, x], [other, y]) =>
      rank(x) !== rank(y) ? rank(x) - rank(y) : name === other ? compare(x, y) : name < other ? -1 : 1,
    );
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (typeof a === 'string' && typeof b === 'string') return a === b ? 0 : a < b ? -1 : 1;
  return Number(a ?? 0) - Number(b ?? 0);
}

function compareNumbers(a: Int32 | Long | Double, b: Int32 | Long | Double): number {
  const [x, y] = [exact(a), exact(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(y)) - Number(Number.isNaN(x));
  return x < y ? -1 : x > y ? 1 : 0;
}

const exact = (value: Int32 | Long | Double): number | bigint =>
  value instanceof Long ? value.toBigInt() : value.valueOf();

function compareLists<T>(a: readonly T[], b: readonly T[], by: (x: T, y: T) => number): number {
  for (const [at, x] of a.entries()) {
    const y = b[at];
    if (y === undefined) return 1;
    const order = by(x, y);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

export const equal = (a: unknown, b: unknown): boolean => compare(a, b) === 0;

/** A sum, as wide as the wider of both. */
export function sum(a: Int32 | Long | Double, b: Int32 | Long | Double): Int32 | Long | Double {
  if (a instanceof Double || b instanceof Double) return new Double(Number(a) + Number(b));
  const total = BigInt(exact(a)) + BigInt(exact(b));
  const isWide = a instanceof Long || b instanceof Long || BigInt.asIntN(32, total) !== total;
  return isWide ? Long.fromBigInt(total) : new Int32(Number(total));
}

/** Text that is the same for the same fields in the same order with values of the same types. */
export const textOf = (value: unknown): string => BSON.EJSON.stringify(value, { relaxed: false });

/** As `textOf`, where 1 is the same whatever its type. */
export const looseText = (value: unknown): string => textOf(loosened(value));

function loosened(value: unknown): unknown {
  // A double holds no number that is larger exactly.
  if (isNumber(value)) return Math.abs(Number(value)) >= 2 ** 53 ? value : new Double(Number(value));
  if (Array.isArray(value)) return value.map(loosened);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, loosened(field)]));
}
