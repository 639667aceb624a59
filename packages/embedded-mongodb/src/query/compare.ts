import { keyOf, tagOf } from '../storage/key.ts';
import { numeric, type Value } from '../wire/value.ts';

/** Orders two values as MongoDB does: negative, zero or positive. */
export function compare(a: Value, b: Value): number {
  const x = numeric(a);
  const y = numeric(b);
  if (x !== undefined && y !== undefined) return compareNumbers(x, y);
  if (a === b) return 0;
  const byTag = tagOf(a) - tagOf(b);
  return byTag !== 0 ? byTag : Buffer.compare(keyOf(a), keyOf(b));
}

/** Mixed integers and doubles compare exactly; NaN is the least number and equals itself. */
function compareNumbers(x: number | bigint, y: number | bigint): number {
  if (x < y) return -1;
  if (x > y) return 1;
  return Number(Number.isNaN(y)) - Number(Number.isNaN(x));
}

/** Whether two values are equal, numbers by value whatever their type. */
export function equal(a: Value, b: Value): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a === b;
  return compare(a, b) === 0;
}
