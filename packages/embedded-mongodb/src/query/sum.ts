import { Double, numeric, type Value } from '../wire/value.ts';

/** Adds numbers up as MongoDB does: integers exactly, doubles with a correction for rounding. */
export interface Sum {
  /** Ignores values that are no numbers. */
  add(value: Value | undefined): void;
  /** As wide as the widest number, or wider where the sum does not fit. */
  result(): Value;
  double(): number;
}

const fits = (whole: bigint): boolean => whole >= -(2n ** 63n) && whole < 2n ** 63n;

/** Knuth's sum of two: the sum, and the rounding errors so far. */
function plus([high, low]: readonly [number, number], x: number): [number, number] {
  const sum = high + x;
  const part = sum - high;
  return [sum, low + (high - (sum - part)) + (x - part)];
}

export function openSum(): Sum {
  let whole = 0n;
  let hasLong = false;
  let hasDouble = false;
  let doubles: [number, number] = [0, 0];
  /** The plain sum, for infinities: with them the rounding errors become NaN. */
  let special = 0;

  function double(): number {
    // The integers as two doubles.
    const rounded = Number(whole);
    const [high, low] = plus(plus(doubles, rounded), Number(whole - BigInt(rounded)));
    return Number.isNaN(high + low) ? special + rounded : high + low;
  }

  return {
    add: (value) => {
      const number = numeric(value);
      if (number === undefined) return;
      if (value instanceof Double) {
        hasDouble = true;
        special += value.value;
        doubles = plus(doubles, value.value);
      } else {
        hasLong ||= typeof number === 'bigint';
        whole += BigInt(number);
      }
    },
    result: () => {
      if (hasDouble || !fits(whole)) return new Double(double());
      const narrow = Number(whole);
      return hasLong || narrow !== (narrow | 0) ? whole : narrow;
    },
    double,
  };
}
