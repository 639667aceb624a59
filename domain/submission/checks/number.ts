import { type Check, noFaults } from '../../check.ts';
import type { Range } from '../../form/kind-rules.ts';
import { above, below, notANumber, notWhole, tooLarge } from '../answer-faults.ts';

/** Checks a number within a range; numeric text is refused. */
export const numberCheck =
  ({ min, max, integer }: Range): Check =>
  (value) => {
    if (typeof value !== 'number' || Number.isNaN(value)) return notANumber;
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return tooLarge;
    if (integer && !Number.isInteger(value)) return notWhole;
    if (value < min) return below(min);
    return value > max ? above(max) : noFaults;
  };
