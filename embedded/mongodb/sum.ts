import { Double, numeric, type Value } from './value.ts';

/** Adds numbers up as MongoDB does: integers exactly, doubles with what rounding takes from them. */
export interface Sum {
  /** Anything but a number is passed over. */
  add(value: Value | undefined): void;
  /** As wide as the widest number, or wider where the sum does not fit. */
  value(): Value;
  double(): number;
}

const maxInt64 = 2n ** 63n;
const fits = (whole: bigint): boolean => whole >= -maxInt64 && whole < maxInt64;

export function openSum(): Sum {
  let whole = 0n;
  let hasLong = false;
  let hasDouble = false;
  /** The sum of the doubles, and of all that their rounding took. */
  let [high, low] = [0, 0];
  /** What infinities make; they would turn `low` into no number. */
  let special = 0;

  /** Knuth's sum of two, with the error. */
  function addDouble(x: number): void {
    special += x;
    const sum = high + x;
    const part = sum - high;
    low += high - (sum - part) + (x - part);
    high = sum;
  }

  function double(): number {
    const copy = { high, low, special };
    // As doubles: the part that they hold, and the rest.
    const rounded = Number(whole);
    addDouble(rounded);
    addDouble(Number(whole - BigInt(rounded)));
    const total = high + low;
    const result = Number.isNaN(total) ? special : total;
    ({ high, low, special } = copy);
    return result;
  }

  return {
    add: (value) => {
      const number = numeric(value);
      if (number === undefined) return;
      if (value instanceof Double || !Number.isInteger(Number(number))) {
        hasDouble = true;
        addDouble(Number(number));
      } else {
        hasLong ||= typeof number === 'bigint';
        whole += BigInt(number);
      }
    },
    value: () => {
      if (hasDouble || !fits(whole)) return new Double(double());
      const narrow = Number(whole);
      return hasLong || narrow !== (narrow | 0) ? whole : narrow;
    },
    double,
  };
}
