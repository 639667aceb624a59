import { type Documents } from './documents.ts';
import { refuse } from './error.ts';
import { fieldsOf, matches, type Filter } from './filter.ts';
import { decodeFields } from './bson.ts';
import { plan, type SortField } from './planner.ts';
import { openScan, scanAll, type StoredRow } from './scan.ts';
import { rowsInOrder } from './rows.ts';
import { type Store } from './store.ts';
import { getAt, setAt } from './update-path.ts';
import { applyUpdate, created, type Update } from './update.ts';
import { type Doc, type Value } from './value.ts';

/** What an update or delete is aimed at. */
export interface Target {
  readonly filter: Filter;
  readonly multi: boolean;
  readonly sort: readonly SortField[];
  readonly hint: Value | undefined;
}

/** The documents a write is about, read before any of them changes. */
export function targets(store: Store, documents: Documents, target: Target): StoredRow[] {
  const { filter, multi, sort, hint } = target;
  const collection = documents.collection();
  if (!collection) return [];
  const id = idIn(filter);
  if (id !== undefined && hint === undefined) {
    // Most writes are about one known document, and need no plan to find it.
    const row = documents.find(id);
    const matched =
      filter.kind === 'condition' ||
      (row && matches(filter, decodeFields(row.bytes, new Set(fieldsOf(filter)))));
    return row && matched ? [row] : [];
  }
  const chosen = plan(collection, filter, sort, hint);
  const scan = openScan(store, chosen, sort);
  if (multi) return scanAll(scan);
  if (chosen.sorted) return scan.take(1, Number.MAX_SAFE_INTEGER);
  return rowsInOrder(scanAll(scan), sort).slice(0, 1);
}

/** The `_id` that a filter asks for, if it names one. */
function idIn(filter: Filter): Value | undefined {
  if (filter.kind === 'condition')
    return filter.path === '_id' && filter.operator === '$eq' ? filter.operand : undefined;
  if (filter.kind !== 'and') return undefined;
  for (const part of filter.of) {
    const id = idIn(part);
    if (id !== undefined) return id;
  }
  return undefined;
}

export interface Updated {
  readonly matched: number;
  readonly modified: number;
  readonly upsertedId?: Value;
  /** The last document before and after. */
  readonly before?: Buffer;
  readonly after?: Buffer;
}

/**
 * Updates what the rows hold, or inserts where there are none and `upsert` says so.
 * @throws MongoError when the update does not apply, or a unique index refuses it
 */
export function updateRows(
  documents: Documents,
  rows: readonly StoredRow[],
  update: Update,
  upsert: Filter | undefined,
): Updated {
  if (rows.length === 0 && upsert) {
    const after = created(update, upsertBase(upsert, update));
    return { matched: 0, modified: 0, upsertedId: documents.insert(after), after: after.bytes };
  }
  let result: Updated = { matched: rows.length, modified: 0 };
  for (const row of rows) {
    const after = applyUpdate(update, row.bytes);
    const modified = result.modified + (documents.replace(row, after) ? 1 : 0);
    result = { matched: rows.length, modified, before: row.bytes, after: after.bytes };
  }
  return result;
}

/** What an upsert starts from: the fields that the query holds equal to something. */
function upsertBase(filter: Filter, update: Update): Doc {
  const base: Doc = new Map();
  for (const { path, parts, value } of equalities(filter)) {
    if (update.kind === 'replace' && path !== '_id') continue;
    if (getAt(base, parts) !== undefined)
      refuse('NotSingleValueField', `cannot infer query fields to set, path '${path}' is matched twice`);
    setAt(base, parts, value);
  }
  return base;
}

interface Equality {
  readonly path: string;
  readonly parts: readonly string[];
  readonly value: Value;
}

function equalities(filter: Filter): Equality[] {
  if (filter.kind !== 'condition') {
    const certain = filter.kind === 'and' || (filter.kind === 'or' && filter.of.length === 1);
    return certain ? filter.of.flatMap(equalities) : [];
  }
  const { operator, operand, path, parts } = filter;
  if (operator === '$eq') return [{ path, parts, value: operand }];
  const single = operator === '$in' || operator === '$all' ? operand : [];
  const [value, ...others] = Array.isArray(single) ? single : [];
  return value !== undefined && others.length === 0 ? [{ path, parts, value }] : [];
}
