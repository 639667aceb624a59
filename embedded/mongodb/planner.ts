import { boundsOf, isFixed, union, type Bounds, type Interval, type Narrowing } from './bounds.ts';
import { type Collection, type Index, type IndexField } from './catalog.ts';
import { refuse } from './error.ts';
import { without, type Filter } from './filter.ts';
import { equal } from './compare.ts';
import { under } from './key-range.ts';
import { analyse, type Choice, type Query } from './query.ts';
import { type SortField } from './sort.ts';
import { isDoc, numeric, type Doc, type Value } from './value.ts';

/** How a query reads its collection. */
export interface Plan {
  /** None where every document is looked at. */
  readonly index?: Index;
  readonly intervals: readonly Interval[];
  readonly reverse: boolean;
  /** Whether the documents come in the order asked for. */
  readonly sorted: boolean;
  /** What has still to be checked of each document. */
  readonly filter: Filter;
  /** Stretches that are each in the order asked for, and are read side by side; then `intervals` are all of them. */
  readonly merge?: readonly Plan[];
}

const idField: IndexField = { path: '_id', parts: ['_id'], descending: false };

/** The keys of an index that is not unique end with the `_id`, which serves as one more field. */
function fieldsOf({ fields, unique }: Index): readonly IndexField[] {
  return unique || fields.some(({ path }) => path === '_id') ? fields : [...fields, idField];
}

/**
 * Chooses an index, or the whole collection.
 * @param hint the name or key of the index to use
 * @throws MongoError BadValue when the hint names no index
 */
export function plan(collection: Collection, filter: Filter, sort: readonly SortField[], hint?: Value): Plan {
  const query = analyse(filter);
  const indexes = collection.indexes.filter(({ ready }) => ready);
  const wholly = (reverse: boolean): Plan => ({
    intervals: [under(collection.documents)],
    reverse,
    sorted: sort.length === 0,
    filter,
  });
  if (hint !== undefined) {
    const direction = isDoc(hint) ? hint.get('$natural') : undefined;
    if (direction !== undefined) return wholly(naturalOrder(direction) < 0);
    return bestOn(hinted(indexes, hint), filter, query, sort).plan;
  }
  let best = { plan: wholly(false), score: 0 };
  for (const index of indexes) {
    const other = bestOn(index, filter, query, sort);
    if (other.score > best.score) best = other;
    if (best.score >= unbeaten) break;
  }
  return best.plan;
}

function naturalOrder(direction: Value): number {
  const order = Number(numeric(direction));
  return order === 1 || order === -1 ? order : refuse('BadValue', '$natural hint must be 1 or -1');
}

function hinted(indexes: readonly Index[], hint: Value): Index {
  const found = indexes.find((index) => {
    const key = index.spec.get('key');
    return typeof hint === 'string' ? index.name === hint : isDoc(key) && isDoc(hint) && sameKey(key, hint);
  });
  return found ?? refuse('BadValue', 'hint provided does not correspond to an existing index');
}

/** Whether two index keys name the same fields in the same order and directions. */
export function sameKey(a: Doc, b: Doc): boolean {
  return equal([...a.keys()], [...b.keys()]) && equal([...a.values()], [...b.values()]);
}

/** The score of an index that leads to each document by its key: no other has to be looked at. */
const unbeaten = 1_000;

/** More stretches than this are not read side by side. */
const maxMerged = 200;

/** The plan on an index, in order if it can be: where leading fields have a few values each, by a merge. */
function bestOn(
  index: Index,
  filter: Filter,
  query: Query,
  sort: readonly SortField[],
): { plan: Plan; score: number } {
  const plain = planOn(index, filter, query, sort);
  if (plain.plan.sorted) return plain;
  const each = oneByOne(index, query.narrowings, sort[0]?.path).map((narrowings) =>
    planOn(index, filter, { ...query, narrowings }, sort),
  );
  const [first] = each;
  if (!first || !each.every(({ plan: one }) => one.sorted)) return plain;
  const merge = each.map((one) => one.plan).filter(({ intervals }) => intervals.length > 0);
  const intervals = union(merge.flatMap((one) => one.intervals));
  return { score: first.score, plan: { ...first.plan, intervals, merge } };
}

/** The narrowings with each combination of the values that the fields before a path may have; none if one has a range. */
function oneByOne(index: Index, narrowings: readonly Narrowing[], path: string | undefined): Narrowing[][] {
  let combinations: Narrowing[][] = [[...narrowings]];
  for (const field of index.fields) {
    if (field.path === path) return combinations;
    const [several, ...others] = narrowings.filter(({ condition }) => condition.path === field.path);
    if (!several || others.length > 0 || !several.ranges.every((range) => range.point)) return [];
    combinations = several.ranges.flatMap((range) =>
      combinations.map((one) => one.map((its) => (its === several ? { ...its, ranges: [range] } : its))),
    );
    if (combinations.length > maxMerged) return [];
  }
  return [];
}

function planOn(
  index: Index,
  filter: Filter,
  query: Query,
  sort: readonly SortField[],
): { plan: Plan; score: number } {
  const fields = fieldsOf(index);
  const bounds = tightest(index, fields, query);
  const order = orderOf(index, fields, query.narrowings, sort);
  const narrowed = bounds.points > 0 || bounds.ranged;
  const complete = index.unique && bounds.points === fields.length;
  const score =
    (complete ? unbeaten : 0) +
    bounds.points * 10 +
    (bounds.ranged ? 5 : 0) +
    (order !== undefined && sort.length > 0 ? (narrowed ? 8 : 3) : 0);
  return {
    score,
    plan: {
      index,
      intervals: union(bounds.intervals),
      reverse: order === 'reverse',
      sorted: order !== undefined || sort.length === 0,
      filter: without(filter, new Set(bounds.implied)),
    },
  };
}

/** The bounds by the plain conditions, or by those together with each branch of a disjunction. */
function tightest(index: Index, fields: readonly IndexField[], { narrowings, choices }: Query): Bounds {
  let best = boundsOf(index, fields, narrowings);
  for (const choice of choices) {
    const all = together(index, fields, narrowings, choice, best.points);
    if (!all) continue;
    const closer = all.points > best.points || (all.ranged && !best.ranged);
    const asClose = all.points === best.points && all.ranged === best.ranged;
    if (closer || (asClose && all.implied.length > best.implied.length)) best = all;
  }
  return best;
}

/** The bounds of all branches together; undefined if one of them narrows no field beyond the first `points`. */
function together(
  index: Index,
  fields: readonly IndexField[],
  narrowings: readonly Narrowing[],
  { filter, branches, whole }: Choice,
  points: number,
): Bounds | undefined {
  const path = fields[points]?.path;
  const every = branches.map((branch) => ({ branch, more: [...branch.left, ...branch.narrowings] }));
  if (!every.every(({ more }) => more.some(({ condition }) => condition.path === path))) return undefined;
  const each = every.map(({ branch, more }) => ({
    branch,
    bounds: boundsOf(index, fields, [...narrowings, ...more]),
  }));
  const holds = ({ condition }: Narrowing, { implied }: Bounds): boolean => implied.includes(condition);
  const isImplied =
    whole && each.every(({ branch, bounds }) => branch.narrowings.every((one) => holds(one, bounds)));
  const common = narrowings.filter((one) => each.every(({ bounds }) => holds(one, bounds)));
  return {
    intervals: each.flatMap(({ bounds }) => bounds.intervals),
    points: Math.min(...each.map(({ bounds }) => bounds.points)),
    ranged: each.every(({ bounds }) => bounds.ranged || bounds.points > points),
    implied: [...common.map(({ condition }) => condition), ...(isImplied ? [filter] : [])],
  };
}

/** Whether the index gives the order asked for, and from which end; fields held to one value do not count. */
function orderOf(
  index: Index,
  fields: readonly IndexField[],
  narrowings: readonly Narrowing[],
  sort: readonly SortField[],
): 'forward' | 'reverse' | undefined {
  const fixed = (path: string): boolean => isFixed(path, narrowings);
  let at = 0;
  let reverse: boolean | undefined;
  for (const wanted of sort) {
    while (at < fields.length && fields[at]?.path !== wanted.path && fixed(fields[at]?.path ?? '')) at++;
    const field = fields[at];
    if (field?.path !== wanted.path) {
      // Only where the index shows that no document has an array there, which would sort by another element.
      if (fields.some(({ path }) => path === wanted.path) && fixed(wanted.path)) continue;
      return undefined;
    }
    if (!fixed(wanted.path)) {
      reverse ??= field.descending !== wanted.descending;
      if (reverse !== (field.descending !== wanted.descending)) return undefined;
    }
    at++;
  }
  return reverse ? 'reverse' : 'forward';
}
