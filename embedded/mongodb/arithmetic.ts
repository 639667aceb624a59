import { Double, numeric, type Value } from './value.ts';

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/** A whole number in the narrower of the two types that are asked for; undefined beyond an int64. */
function integer(value: bigint, wide: boolean): Value | undefined {
  if (value < minInt64 || value > maxInt64) return undefined;
  const narrow = Number(value);
  return wide || narrow !== (narrow | 0) ? value : narrow;
}

function combine(
  a: Value,
  b: Value,
  doubles: (x: number, y: number) => number,
  integers: (x: bigint, y: bigint) => bigint,
): Value | undefined {
  const x = numeric(a);
  const y = numeric(b);
  if (x === undefined || y === undefined) return undefined;
  if (a instanceof Double || b instanceof Double) return new Double(doubles(Number(x), Number(y)));
  return integer(integers(BigInt(x), BigInt(y)), typeof x === 'bigint' || typeof y === 'bigint');
}

/** The sum, as wide as the wider operand, or an int64 where an int32 does not suffice; undefined on overflow. */
export const add = (a: Value, b: Value): Value | undefined =>
  combine(
    a,
    b,
    (x, y) => x + y,
    (x, y) => x + y,
  );

/** The product, by the same rules. */
export const multiply = (a: Value, b: Value): Value | undefined =>
  combine(
    a,
    b,
    (x, y) => x * y,
    (x, y) => x * y,
  );

/** The difference, by the same rules. */
export const subtract = (a: Value, b: Value): Value | undefined =>
  combine(
    a,
    b,
    (x, y) => x - y,
    (x, y) => x - y,
  );
