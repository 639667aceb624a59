import { decode } from './bson.ts';
import { type Collection } from './catalog.ts';
import { type Documents } from './documents.ts';
import { matches, type Filter } from './filter.ts';
import { documentKey } from './index-keys.ts';
import { keyOf } from './key.ts';
import { newObjectId } from './object-id.ts';
import { plan, type SortField } from './planner.ts';
import { openScan, scanAll, type StoredRow } from './scan.ts';
import { rowsInOrder } from './rows.ts';
import { type Store } from './store.ts';
import { applyUpdate, withId, type Update } from './update.ts';
import { upsertBase } from './upsert.ts';
import { type Doc, type Value } from './value.ts';

/** What an update or delete is aimed at. */
export interface Target {
  readonly filter: Filter;
  readonly multi: boolean;
  readonly sort: readonly SortField[];
  readonly hint: Value | undefined;
}

/** The documents a write is about, read before any of them changes. */
export function targets(store: Store, collection: Collection | undefined, target: Target): StoredRow[] {
  if (!collection) return [];
  const id = idIn(target.filter);
  if (id !== undefined && target.hint === undefined) return oneById(store, collection, id, target.filter);
  const chosen = plan(collection, target.filter, target.sort, target.hint);
  const scan = openScan(store, collection, chosen, target.filter);
  if (target.multi) return scanAll(scan);
  if (chosen.sorted) return scan.take(1, Number.MAX_SAFE_INTEGER);
  return rowsInOrder(scanAll(scan), target.sort).slice(0, 1);
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

/** Most writes are about one known document, and need no plan to find it. */
function oneById(store: Store, collection: Collection, id: Value, filter: Filter): StoredRow[] {
  const idKey = keyOf(id);
  const bytes = store.get(documentKey(collection, idKey));
  if (!bytes) return [];
  const doc = decode(bytes);
  return matches(filter, doc) ? [{ doc, bytes, idKey }] : [];
}

export interface Updated {
  readonly matched: number;
  readonly modified: number;
  readonly upsertedId?: Value;
  /** The last document before and after. */
  readonly before?: Doc;
  readonly after?: Doc;
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
  if (rows.length === 0) return upsert ? insertNew(documents, update, upsert) : { matched: 0, modified: 0 };
  let modified = 0;
  let result: Updated = { matched: 0, modified: 0 };
  for (const { doc: before, bytes, idKey } of rows) {
    const after = withId(applyUpdate(update, structure(before), false), newObjectId);
    if (documents.replace(idKey, before, bytes, after)) modified++;
    result = { matched: rows.length, modified, before, after };
  }
  return { ...result, modified };
}

function insertNew(documents: Documents, update: Update, filter: Filter): Updated {
  const after = withId(applyUpdate(update, structure(upsertBase(filter, update)), true), newObjectId);
  documents.insert(after);
  const upsertedId = after.get('_id') ?? null;
  return { matched: 0, modified: 0, upsertedId, after };
}

/** A copy whose documents and arrays may be changed; all other values cannot be. */
function structure(fields: Doc): Doc {
  return new Map([...fields].map(([name, value]) => [name, copy(value)]));
}

function copy(value: Value): Value {
  if (value instanceof Map) return structure(value);
  return Array.isArray(value) ? value.map(copy) : value;
}
