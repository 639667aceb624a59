import { type Index, type IndexField } from './catalog.ts';
import { type Condition, type Filter } from './filter.ts';
import { after } from './key-range.ts';
import { flip, intersect, isExact, isPoint, rangesOf, type Range } from './ranges.ts';
import { maxKeySize } from './store.ts';

/** A stretch of an index: from `start`, inclusive, up to `end`, exclusive. */
export interface Stretch {
  readonly start: Buffer;
  readonly end: Buffer;
  /** Whether no key but `start` can be in it. */
  readonly isKey?: boolean;
}

/** The stretches of an index that can hold matches, and how well they narrow it. */
interface Bounds {
  readonly stretches: readonly Stretch[];
  /** How many values each of the leading fields is held to. */
  readonly points: readonly number[];
  /** Whether a range narrows the field after them. */
  readonly ranged: boolean;
  /** What holds for all that is in the stretches, and needs no check. */
  readonly implied: ReadonlySet<Filter>;
}

/** Where the values of several fields make more combinations than this, the last of them does not narrow. */
const maxStretches = 2_000;

/** @param fields of the index, with the `_id` that ends its keys */
export function boundsOf(
  index: Index,
  fields: readonly IndexField[],
  conditions: readonly Condition[],
): Bounds {
  let found: Range[] = [{ from: index.tree, to: index.tree }];
  const points: number[] = [];
  const implied = new Set<Filter>();
  let ranged = false;
  for (const { path, descending } of fields) {
    const own = conditions.filter((one) => one.path === path).map((one) => ({ one, ranges: rangesOf(one) }));
    const narrowing = own.flatMap(({ ranges }) => (ranges ? [ranges] : []));
    if (narrowing.length === 0) break;
    const ascending = narrowing.reduce(intersect);
    if (found.length > 1 && found.length * ascending.length > maxStretches) break;
    for (const { one, ranges } of own) if (ranges && isExact(one)) implied.add(one);
    const ranges = descending ? ascending.map(flip).reverse() : ascending;
    found = found.flatMap((prefix) =>
      ranges.map(({ from, to }) => ({
        from: Buffer.concat([prefix.from, from]),
        to: Buffer.concat([prefix.to, to]),
      })),
    );
    ranged = !ranges.every(isPoint);
    if (ranged) break;
    points.push(ranges.length);
  }
  // A bound that is cut short lets in more than it says.
  const isWhole = found.every(({ from, to }) => from.length <= maxKeySize && to.length < maxKeySize);
  return {
    stretches: found.map(({ from, to }) => ({ start: from, end: after(to) })),
    points,
    ranged,
    implied: isWhole ? implied : new Set(),
  };
}
