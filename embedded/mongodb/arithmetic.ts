import { Double, numeric, type Value } from './value.ts';

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/**
 * The sum of two numbers, as wide as the wider one, or an int64 where an int32 does not suffice.
 * @returns undefined for what is no number, and on overflow
 */
export function add(a: Value, b: Value): Value | undefined {
  const [x, y] = [numeric(a), numeric(b)];
  if (x === undefined || y === undefined) return undefined;
  if (a instanceof Double || b instanceof Double) return new Double(Number(x) + Number(y));
  const sum = BigInt(x) + BigInt(y);
  if (sum < minInt64 || sum > maxInt64) return undefined;
  const narrow = Number(sum);
  return typeof x === 'bigint' || typeof y === 'bigint' || narrow !== (narrow | 0) ? sum : narrow;
}
