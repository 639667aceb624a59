import { type Condition } from './filter.ts';
import { invert, keyOf, tagOf } from './key.ts';
import { after } from './key-range.ts';
import { Double, bsonType, numeric, typeOf, type Value } from './value.ts';

/** A place between keys: before or after all those that begin with `bytes`. */
export interface Cut {
  readonly bytes: Buffer;
  readonly after: boolean;
}

/** The keys of one value or of a range of values. */
export interface Range {
  readonly low: Cut;
  readonly high: Cut;
  readonly point: boolean;
}

const none = Buffer.alloc(0);

/** What a place is as a bound of a stretch: inclusive at its start, exclusive at its end. */
export const cutKey = ({ bytes, after: isAfter }: Cut): Buffer => (isAfter ? after(bytes) : bytes);

const point = (value: Value): Range => {
  const bytes = keyOf(value);
  return { low: { bytes, after: false }, high: { bytes, after: true }, point: true };
};

const notANumber = keyOf(new Double(Number.NaN));

/** The ranges that a condition leaves, ascending; undefined if it does not narrow anything. */
export function rangesOf({ operator, operand }: Condition): Range[] | undefined {
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

/** What is in both of two ascending lists of ranges. */
export function intersect(left: readonly Range[], right: readonly Range[]): Range[] {
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

/** The same values where they sort descending. */
export const flip = ({ low, high, point: isPoint }: Range): Range => ({
  low: { bytes: invert(high.bytes), after: !high.after },
  high: { bytes: invert(low.bytes), after: !low.after },
  point: isPoint,
});

export const everything: Range = {
  low: { bytes: none, after: false },
  high: { bytes: none, after: true },
  point: false,
};
