import type { Range } from '../../form/kind-rules.ts';
import { faulty, noFaults, type Check } from '../../check.ts';
import { tooLarge } from '../reading/decimal.ts';

/** Checks a number within a range; numeric text is refused. */
export const numberCheck =
  ({ min, max, integer }: Range): Check =>
  (value) => {
    if (typeof value !== 'number' || Number.isNaN(value)) return faulty('invalid_type', 'Must be a number.');
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return tooLarge;
    if (integer && !Number.isInteger(value)) return faulty('invalid_type', 'Must be a whole number.');
    if (value < min) return faulty('out_of_range', `Must be at least ${min}.`);
    return value > max ? faulty('out_of_range', `Must be at most ${max}.`) : noFaults;
  };
