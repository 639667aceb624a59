import { type Index, type IndexField } from './catalog.ts';
import { type Condition, type Filter } from './filter.ts';
import { maxKeySize } from './store.ts';
import { cutKey, everything, flip, intersect, rangesOf, type Cut, type Range } from './value-range.ts';

/** A stretch of an index: from `start`, inclusive, up to `end`, exclusive. */
export interface Interval {
  readonly start: Buffer;
  readonly end: Buffer;
  /** Whether no key but `start` can be in it. */
  readonly single?: boolean;
}

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

/** What several conditions leave, and those of them that hold for everything in it. */
interface Narrowed {
  readonly ranges: readonly Range[];
  readonly implied: readonly Condition[];
}

/** All that the conditions on one path leave, or undefined if there are none. */
function narrow(path: string, narrowings: readonly Narrowing[]): Narrowed | undefined {
  const all = narrowings.filter(({ condition }) => condition.path === path);
  const [first, ...rest] = all;
  return (
    first && {
      ranges: rest.reduce((left, { ranges }) => intersect(left, ranges), first.ranges),
      implied: all.map(({ condition }) => condition),
    }
  );
}

const isPoints = ({ ranges }: Narrowing): boolean => ranges.every((range) => range.point);

/** Whether one of the conditions holds a path to one value. */
export const isFixed = (path: string, narrowings: readonly Narrowing[]): boolean =>
  narrowings.some((one) => one.condition.path === path && one.ranges.length === 1 && isPoints(one));

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

/**
 * Bounds on an index.
 * @param fields of the index, with the `_id` that ends its keys
 */
export function boundsOf(
  index: Index,
  fields: readonly IndexField[],
  narrowings: readonly Narrowing[],
): Bounds {
  const { unique } = index;
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
  for (const { path, descending } of fields) {
    const narrowed = narrow(path, narrowings);
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
