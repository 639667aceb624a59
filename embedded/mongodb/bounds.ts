import { type Index, type IndexField } from './catalog.ts';
import { type Condition, type Filter } from './filter.ts';
import { after, invert, keyOf, tagOf } from './key.ts';
import { maxKeySize } from './store.ts';
import { Double, bsonType, numeric, typeOf, type Value } from './value.ts';

/** A place between keys: before or after all those that begin with `bytes`. */
interface Cut {
  readonly bytes: Buffer;
  readonly after: boolean;
}

/** The keys of one value or of a range of values. */
interface Range {
  readonly low: Cut;
  readonly high: Cut;
  readonly point: boolean;
}

/** A stretch of an index: from `start`, inclusive, up to `end`, exclusive. */
export interface Interval {
  readonly start: Buffer;
  readonly end: Buffer;
  /** Whether no key but `start` can be in it. */
  readonly single?: boolean;
}

const none = Buffer.alloc(0);

const cutKey = ({ bytes, after: isAfter }: Cut): Buffer => (isAfter ? after(bytes) : bytes);

const point = (value: Value): Range => {
  const bytes = keyOf(value);
  return { low: { bytes, after: false }, high: { bytes, after: true }, point: true };
};

const notANumber = keyOf(new Double(Number.NaN));

/** A condition that leaves certain ranges of values, ascending, and nothing in them that does not satisfy it. */
export interface Narrowing {
  readonly condition: Condition;
  readonly ranges: readonly Range[];
}

/** What a condition leaves; undefined if it does not narrow anything. */
export function narrowing(condition: Condition): Narrowing | undefined {
  const ranges = rangesOf(condition);
  return ranges && { condition, ranges };
}

function rangesOf({ operator, operand }: Condition): Range[] | undefined {
  if (operator === '$in' && Array.isArray(operand)) return pointsOf(operand);
  if (!isBound(operand)) return undefined;
  if (operator === '$eq') return [point(operand)];
  if (operand === null || Number.isNaN(numeric(operand))) return undefined;
  const type = Buffer.from([tagOf(operand)]);
  const key = keyOf(operand);
  const range = (low: Cut, high: Cut): Range[] => [{ low, high, point: false }];
  // NaN, the first of the numbers, is less than none.
  const first =
    numeric(operand) === undefined ? { bytes: type, after: false } : { bytes: notANumber, after: true };
  const last = { bytes: type, after: true };
  if (operator === '$gt') return range({ bytes: key, after: true }, last);
  if (operator === '$gte') return range({ bytes: key, after: false }, last);
  if (operator === '$lt') return range(first, { bytes: key, after: false });
  if (operator === '$lte') return range(first, { bytes: key, after: true });
  return undefined;
}

/** Arrays match by their elements too, and regexes and the extreme keys match other types: no bounds for them. */
function isBound(operand: Value): boolean {
  const type = typeOf(operand);
  const special = [bsonType.array, bsonType.regex, bsonType.minKey, bsonType.maxKey] as readonly number[];
  return !special.includes(type);
}

function pointsOf(operands: readonly Value[]): Range[] | undefined {
  if (!operands.every(isBound)) return undefined;
  const points = operands.map(point).sort((a, b) => Buffer.compare(a.low.bytes, b.low.bytes));
  return points.filter((one, i) => i === 0 || !one.low.bytes.equals(points[i - 1]?.low.bytes ?? none));
}

/** What several conditions leave, and those of them that hold for everything in it. */
interface Narrowed {
  readonly ranges: readonly Range[];
  readonly implied: readonly Condition[];
}

/** All that the conditions on one path leave, or undefined if there are none. */
function narrow(path: string, narrowings: readonly Narrowing[], multikey: boolean): Narrowed | undefined {
  const all = narrowings.filter(({ condition }) => condition.path === path);
  const [first, ...rest] = all;
  if (first === undefined) return undefined;
  // With arrays, two conditions may be satisfied by two elements: only one of them may narrow.
  if (multikey) {
    const { ranges, condition } = shortestOf(all) ?? first;
    return { ranges, implied: [condition] };
  }
  return {
    ranges: rest.reduce((left, { ranges }) => intersect(left, ranges), first.ranges),
    implied: all.map(({ condition }) => condition),
  };
}

const isPoints = ({ ranges }: Narrowing): boolean => ranges.every((range) => range.point);

const shortestOf = (all: readonly Narrowing[]): Narrowing | undefined =>
  all.filter(isPoints).sort((a, b) => a.ranges.length - b.ranges.length)[0];

/** Whether one of the conditions holds a path to one value. */
export const isFixed = (path: string, narrowings: readonly Narrowing[]): boolean =>
  narrowings.some((one) => one.condition.path === path && one.ranges.length === 1 && isPoints(one));

/** What is in both of two ascending lists of ranges. */
function intersect(left: readonly Range[], right: readonly Range[]): Range[] {
  const both: Range[] = [];
  const [lefts, rights] = [left.values(), right.values()];
  let [a, b] = [lefts.next().value, rights.next().value];
  while (a && b) {
    const low = order(a.low, b.low) < 0 ? b.low : a.low;
    const aEndsFirst = order(a.high, b.high) < 0;
    const high = aEndsFirst ? a.high : b.high;
    if (order(low, high) < 0) both.push({ low, high, point: a.point || b.point });
    if (aEndsFirst) a = lefts.next().value;
    else b = rights.next().value;
  }
  return both;
}

const order = (a: Cut, b: Cut): number => Buffer.compare(cutKey(a), cutKey(b));

const flip = ({ low, high, point: isPoint }: Range): Range => ({
  low: { bytes: invert(high.bytes), after: !high.after },
  high: { bytes: invert(low.bytes), after: !low.after },
  point: isPoint,
});

/** The stretches of an index that can hold what satisfies some conditions, and how well they narrow it. */
export interface Bounds {
  readonly intervals: readonly Interval[];
  /** Leading fields held to single values. */
  readonly points: number;
  /** Whether a range narrows the field after them. */
  readonly ranged: boolean;
  /** What holds for all that is in the stretches, and needs no check. */
  readonly implied: readonly Filter[];
}

/** Where the values of several fields make more combinations than this, the last of them does not narrow. */
const maxIntervals = 2_000;

const everything: Range = {
  low: { bytes: none, after: false },
  high: { bytes: none, after: true },
  point: false,
};

/**
 * Bounds on an index.
 * @param fields of the index, with the `_id` that ends its keys
 */
export function boundsOf(
  index: Index,
  fields: readonly IndexField[],
  narrowings: readonly Narrowing[],
): Bounds {
  const { multikey, unique } = index;
  let prefixes: Buffer[] = [index.tree];
  let points = 0;
  const implied: Condition[] = [];
  const bounded = (ranges: readonly Range[], ranged: boolean): Bounds => {
    const single = unique && points > 0 && points === fields.length;
    const intervals = prefixes.flatMap((prefix) => within(prefix, ranges, single));
    // A bound that is cut short lets in more than it says.
    const whole = intervals.every(({ start, end }) => fits(start) && fits(end));
    return { intervals, points, ranged, implied: whole ? implied : [] };
  };
  for (const { path, descending } of multikey ? fields.slice(0, 1) : fields) {
    const narrowed = narrow(path, narrowings, multikey);
    if (narrowed === undefined) break;
    const { ranges: ascending } = narrowed;
    if (prefixes.length > 1 && prefixes.length * ascending.length > maxIntervals) break;
    implied.push(...narrowed.implied);
    const ranges = descending ? ascending.map(flip).reverse() : ascending;
    if (!ranges.every((range) => range.point)) return bounded(ranges, true);
    prefixes = prefixes.flatMap((prefix) => ranges.map(({ low }) => Buffer.concat([prefix, low.bytes])));
    points++;
  }
  return bounded([everything], false);
}

const fits = (bound: Buffer): boolean => bound.length <= maxKeySize;

function within(prefix: Buffer, ranges: readonly Range[], single: boolean): Interval[] {
  const place = (cut: Cut): Buffer => cutKey({ ...cut, bytes: Buffer.concat([prefix, cut.bytes]) });
  return ranges.map(({ low, high }) => ({ start: place(low), end: place(high), single }));
}

/** Several sets of stretches as one: in order, without overlaps. */
export function union(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const next of [...intervals].sort((a, b) => Buffer.compare(a.start, b.start))) {
    const last = merged.at(-1);
    if (Buffer.compare(next.start, next.end) >= 0) continue;
    if (!last || Buffer.compare(last.end, next.start) < 0) merged.push(next);
    else if (Buffer.compare(last.end, next.end) < 0)
      merged[merged.length - 1] = { start: last.start, end: next.end };
  }
  return merged;
}
