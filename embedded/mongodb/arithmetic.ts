import { Double, numeric, type Value } from './value.ts';

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/** A whole number in the narrower of the two types that are asked for; undefined beyond an int64. */
function integer(value: bigint, wide: boolean): Value | undefined {
  if (value < minInt64 || value > maxInt64) return undefined;
  const narrow = Number(value);
  return wide || narrow !== (narrow | 0) ? value : narrow;
}

/** Combines two numbers; undefined for what is no number, and on overflow. */
type Combine = (a: Value, b: Value) => Value | undefined;

/** The result is as wide as the wider operand, or an int64 where an int32 does not suffice. */
const combining =
  (doubles: (x: number, y: number) => number, integers: (x: bigint, y: bigint) => bigint): Combine =>
  (a, b) => {
    const [x, y] = [numeric(a), numeric(b)];
    if (x === undefined || y === undefined) return undefined;
    if (a instanceof Double || b instanceof Double) return new Double(doubles(Number(x), Number(y)));
    return integer(integers(BigInt(x), BigInt(y)), typeof x === 'bigint' || typeof y === 'bigint');
  };

export const add = combining(
  (x, y) => x + y,
  (x, y) => x + y,
);

export const multiply = combining(
  (x, y) => x * y,
  (x, y) => x * y,
);

export const subtract = combining(
  (x, y) => x - y,
  (x, y) => x - y,
);
