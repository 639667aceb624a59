import { type Index, type IndexField } from '../storage/catalog.ts';
import { invert, isPartOfText, keyOf, prefixOf, tagOf } from '../storage/key.ts';
import { after } from '../storage/key-range.ts';
import { maxKeySize } from '../storage/store.ts';
import { numeric, type Value } from '../wire/value.ts';
import { type Condition, type Filter } from './filter.ts';
import { prefixIn } from './prefix-pattern.ts';

/** A range of keys: from the first that begins with `from` to the last that begins with `to`. */
interface Range {
  readonly from: Buffer;
  readonly to: Buffer;
}

const leastNumber = keyOf(-Infinity);

/**
 * The ranges of all values that satisfy a condition, ascending; undefined if it does not narrow the index. A range
 * includes its bounds, even if the condition does not.
 */
function rangesOf({ operator, operand }: Condition): readonly Range[] | undefined {
  if (operator === '$in' && Array.isArray(operand))
    return operand.every(isBound) ? pointsOf(operand) : undefined;
  if (!isBound(operand)) return undefined;
  if (operator === '$eq') return pointsOf([operand]);
  if (operator === '$regex') return [rangeUnder(prefixOf(prefixIn(operand)))];
  if (operand === null || Number.isNaN(numeric(operand))) return undefined;
  const key = keyOf(operand);
  const type = Buffer.of(tagOf(operand));
  if (operator === '$gt' || operator === '$gte') return [{ from: key, to: type }];
  // NaN is the first number in the index, but not less than any.
  const least = numeric(operand) === undefined ? type : leastNumber;
  return operator === '$lt' || operator === '$lte' ? [{ from: least, to: key }] : undefined;
}

/** Whether all values in its ranges satisfy the condition. */
const isExact = ({ operator }: Condition): boolean =>
  ['$eq', '$in', '$gte', '$lte', '$regex'].includes(operator);

/** Whether a condition asks for null. An index over arrays has more nulls than match. */
const hasNull = ({ operand }: Condition): boolean =>
  operand === null || (Array.isArray(operand) && operand.includes(null));

const isPoint = ({ from, to }: Range): boolean => from.equals(to) && !isPartOfText(from);

const rangeUnder = (key: Buffer): Range => ({ from: key, to: key });

/** Arrays have no bounds, as they also match by their elements. */
const isBound = (operand: Value): boolean => !Array.isArray(operand);

function pointsOf(operands: readonly Value[]): Range[] {
  const keys = operands.map(keyOf).sort((a, b) => Buffer.compare(a, b));
  return keys.filter((key, i) => !keys[i - 1]?.equals(key)).map((key) => ({ from: key, to: key }));
}

const endsBefore = (a: Range, b: Range): boolean => Buffer.compare(after(a.to), after(b.to)) < 0;

/** The intersection of two ascending lists of ranges. */
function intersect(left: readonly Range[], right: readonly Range[]): readonly Range[] {
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

/** The same values in descending order. */
const flip = ({ from, to }: Range): Range => ({ from: invert(to), to: invert(from) });

/** A stretch of an index: from `start`, inclusive, up to `end`, exclusive. */
export interface Stretch {
  readonly start: Buffer;
  readonly end: Buffer;
  /** Whether `start` is the only key that it can have. */
  readonly isKey?: boolean;
}

/** The stretches of an index that can have matches, and how well they narrow it. */
interface Bounds {
  readonly stretches: readonly Stretch[];
  /** The number of values to which each leading field is limited. */
  readonly points: readonly number[];
  /** Whether a range narrows the field after them. */
  readonly ranged: boolean;
  /** The parts of the filter that all entries of the stretches satisfy. */
  readonly implied: ReadonlySet<Filter>;
}

/** A condition on a field of an index, and the ranges of its values. */
interface Narrowing {
  readonly condition: Condition;
  readonly ranges: readonly Range[];
}

/**
 * The conditions on a field that narrow an index together. Each condition on an array may hold for another element, so that only
 * one of them narrows the index: the one with the fewest values.
 */
function narrowingOf(index: Index, path: string, conditions: readonly Condition[]): readonly Narrowing[] {
  const all = conditions
    .filter((one) => one.path === path)
    .flatMap((condition) => {
      const ranges = rangesOf(condition);
      return ranges ? [{ condition, ranges }] : [];
    });
  if (!index.arrays.has(path)) return all;
  const effort = ({ ranges }: Narrowing): number =>
    ranges.every(isPoint) ? ranges.length : maxStretches + ranges.length;
  return all.sort((a, b) => effort(a) - effort(b)).slice(0, 1);
}

/** A field that would make more combinations of values than this does not narrow the index. */
const maxStretches = 2_000;

/** @param fields of the index, with the `_id` that ends its keys */
export function boundsOf(
  index: Index,
  fields: readonly IndexField[],
  conditions: readonly Condition[],
): Bounds {
  let found: readonly Range[] = [{ from: index.tree, to: index.tree }];
  const points: number[] = [];
  const implied = new Set<Filter>();
  let ranged = false;
  for (const { path, descending } of fields) {
    const narrowing = narrowingOf(index, path, conditions);
    const [first, ...others] = narrowing.map(({ ranges: some }) => some);
    if (!first) break;
    const ascending = others.reduce(intersect, first);
    if (found.length > 1 && found.length * ascending.length > maxStretches) break;
    for (const { condition } of narrowing)
      if (isExact(condition) && !(index.arrays.has(path) && hasNull(condition))) implied.add(condition);
    const ranges = descending ? ascending.map(flip).reverse() : ascending;
    found = found.flatMap((prefix) =>
      ranges.map(({ from, to }) => ({
        from: Buffer.concat([prefix.from, from]),
        to: Buffer.concat([prefix.to, to]),
      })),
    );
    ranged = !ascending.every(isPoint);
    if (ranged) break;
    points.push(ranges.length);
  }
  // A truncated bound includes further values.
  const isWhole = found.every(({ from, to }) => from.length <= maxKeySize && to.length < maxKeySize);
  return {
    stretches: found.map(({ from, to }) => ({ start: from, end: after(to) })),
    points,
    ranged,
    implied: isWhole ? implied : new Set(),
  };
}
