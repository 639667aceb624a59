import { type Condition } from './filter.ts';
import { after } from './key-range.ts';
import { invert, keyOf, tagOf } from './key.ts';
import { numeric, type Value } from './value.ts';

/** The keys from all that begin with `from` to all that begin with `to`. */
export interface Range {
  readonly from: Buffer;
  readonly to: Buffer;
}

const leastNumber = keyOf(-Infinity);

/**
 * The ranges in which every value lies that satisfies a condition, ascending; undefined if it does not narrow anything.
 * Where a bound is excluded, the range has it all the same.
 */
export function rangesOf({ operator, operand }: Condition): Range[] | undefined {
  if (operator === '$in' && Array.isArray(operand))
    return operand.every(isBound) ? pointsOf(operand) : undefined;
  if (!isBound(operand)) return undefined;
  if (operator === '$eq') return pointsOf([operand]);
  if (operand === null || Number.isNaN(numeric(operand))) return undefined;
  const key = keyOf(operand);
  const type = Buffer.of(tagOf(operand));
  if (operator === '$gt' || operator === '$gte') return [{ from: key, to: type }];
  // NaN, the first of the numbers, is less than none.
  const least = numeric(operand) === undefined ? type : leastNumber;
  return operator === '$lt' || operator === '$lte' ? [{ from: least, to: key }] : undefined;
}

/** Whether nothing but what satisfies the condition lies in its ranges. */
export const isExact = ({ operator }: Condition): boolean =>
  ['$eq', '$in', '$gte', '$lte'].includes(operator);

export const isPoint = ({ from, to }: Range): boolean => from.equals(to);

/** Arrays match by their elements too: no bounds for them. */
const isBound = (operand: Value): boolean => !Array.isArray(operand);

function pointsOf(operands: readonly Value[]): Range[] {
  const keys = operands.map(keyOf).sort((a, b) => Buffer.compare(a, b));
  return keys.filter((key, i) => !keys[i - 1]?.equals(key)).map((key) => ({ from: key, to: key }));
}

const endsBefore = (a: Range, b: Range): boolean => Buffer.compare(after(a.to), after(b.to)) < 0;

/** What is in both of two ascending lists of ranges. */
export function intersect(left: readonly Range[], right: readonly Range[]): Range[] {
  const both: Range[] = [];
  const [lefts, rights] = [left.values(), right.values()];
  let [a, b] = [lefts.next().value, rights.next().value];
  while (a && b) {
    const from = Buffer.compare(a.from, b.from) < 0 ? b.from : a.from;
    const { to } = endsBefore(a, b) ? a : b;
    if (Buffer.compare(from, after(to)) < 0) both.push({ from, to });
    if (endsBefore(a, b)) a = lefts.next().value;
    else b = rights.next().value;
  }
  return both;
}

/** The same values where they sort descending. */
export const flip = ({ from, to }: Range): Range => ({ from: invert(to), to: invert(from) });
