import { refuse } from '../error.ts';
import { type Collection, type Index, type IndexField } from '../storage/catalog.ts';
import { under } from '../storage/key-range.ts';
import { isDoc, numeric, type Value } from '../wire/value.ts';
import { boundsOf, type Stretch } from './bounds.ts';
import { equal } from './compare.ts';
import { type Condition, type Filter, without } from './filter.ts';
import { type SortField } from './sort.ts';

/** The way in which a query reads its collection. */
export interface Plan {
  /** Undefined for a scan of all documents. */
  readonly index?: Index;
  /** In the order of their keys. */
  readonly stretches: readonly Stretch[];
  readonly reverse: boolean;
  /** Whether the documents come in the requested order. */
  readonly sorted: boolean;
  /** Whether each stretch is in the requested order, and they are merged. */
  readonly isMerged: boolean;
  /** Whether several of its entries may be of one document. */
  readonly isRepeating: boolean;
  /** The conditions that are still to be checked for each document. */
  readonly filter: Filter;
}

const idField: IndexField = { path: '_id', parts: ['_id'], descending: false };

/** The keys of an index end with the `_id`, which serves as one more field. */
function fieldsOf({ fields }: Index): readonly IndexField[] {
  return fields.some(({ path }) => path === '_id') ? fields : [...fields, idField];
}

/**
 * Chooses an index, or the whole collection.
 * @param hint the name or key of the index to use
 * @throws MongoError BadValue when the hint names no index
 */
export function plan(collection: Collection, filter: Filter, sort: readonly SortField[], hint?: Value): Plan {
  const conditions = conditionsOf(filter);
  const indexes = collection.indexes.filter(({ ready }) => ready);
  const direction = isDoc(hint) ? hint.get('$natural') : undefined;
  if (hint !== undefined && direction === undefined)
    return planOn(hinted(indexes, hint), filter, conditions, sort).plan;
  const reverse = direction !== undefined && naturalOrder(direction) < 0;
  const stretches = [under(collection.documents)];
  let best: Scored = {
    plan: { stretches, reverse, sorted: sort.length === 0, isMerged: false, isRepeating: false, filter },
    score: 0,
  };
  if (direction !== undefined) return best.plan;
  for (const index of indexes) {
    // A sparse index lacks documents: only a hint chooses it.
    if (index.isSparse) continue;
    const other = planOn(index, filter, conditions, sort);
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
    return typeof hint === 'string' ? index.name === hint : sameKey(index.spec.get('key'), hint);
  });
  return found ?? refuse('BadValue', 'hint provided does not correspond to an existing index');
}

/** Whether two index keys name the same fields in the same order and directions. */
export const sameKey = (a: Value | undefined, b: Value | undefined): boolean =>
  isDoc(a) && isDoc(b) && equal([...a.keys()], [...b.keys()]) && equal([...a.values()], [...b.values()]);

/** The conditions that hold for every match. Those in a disjunction are checked for each document. */
function conditionsOf(filter: Filter): readonly Condition[] {
  if (filter.kind === 'condition') return [filter];
  return filter.kind === 'and' ? filter.of.flatMap(conditionsOf) : [];
}

interface Scored {
  readonly plan: Plan;
  readonly score: number;
}

/** The score of an index whose complete keys are known: no other index has to be considered. */
const unbeaten = 1_000;

/** More stretches than this are not merged. */
const maxMerged = 200;

function planOn(
  index: Index,
  filter: Filter,
  conditions: readonly Condition[],
  sort: readonly SortField[],
): Scored {
  const fields = fieldsOf(index);
  const { points, ranged, stretches, implied } = boundsOf(index, fields, conditions);
  const held = (most: number) =>
    new Set(
      fields.filter((_, at) => (points[at] ?? 0) <= most && at < points.length).map(({ path }) => path),
    );
  const hasOrder = !sort.some(({ path }) => index.arrays.has(path));
  const canMerge = hasOrder && stretches.length <= maxMerged;
  const plain = hasOrder ? orderOf(fields, held(1), sort) : undefined;
  const merged = canMerge ? orderOf(fields, held(maxMerged), sort) : undefined;
  const order = plain ?? merged;
  const isComplete = index.isId && points.length === fields.length;
  const score =
    (isComplete ? unbeaten : 0) +
    points.length * 10 +
    (ranged ? 5 : 0) +
    (order !== undefined && sort.length > 0 ? (points.length > 0 || ranged ? 8 : 3) : 0);
  return {
    score,
    plan: {
      index,
      stretches: isComplete ? stretches.map((stretch) => ({ ...stretch, isKey: true })) : stretches,
      reverse: order === 'reverse',
      sorted: order !== undefined,
      isMerged: plain === undefined && merged !== undefined,
      isRepeating: fields.some(({ path }, at) => index.arrays.has(path) && points[at] !== 1),
      filter: without(filter, implied),
    },
  };
}

/** The direction in which the index gives the requested order, if it does; fields limited to one value do not count. */
function orderOf(
  fields: readonly IndexField[],
  held: ReadonlySet<string>,
  sort: readonly SortField[],
): 'forward' | 'reverse' | undefined {
  let at = 0;
  let reverse: boolean | undefined;
  for (const wanted of sort) {
    while (at < fields.length && fields[at]?.path !== wanted.path && held.has(fields[at]?.path ?? '')) at++;
    const field = fields[at];
    if (field?.path !== wanted.path) {
      if (held.has(wanted.path)) continue;
      return undefined;
    }
    if (!held.has(wanted.path)) {
      reverse ??= field.descending !== wanted.descending;
      if (reverse !== (field.descending !== wanted.descending)) return undefined;
    }
    at++;
  }
  return reverse ? 'reverse' : 'forward';
}
