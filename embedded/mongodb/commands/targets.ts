import { decodeFields } from '../bson.ts';
import { select } from './find.ts';
import { type Server } from '../command.ts';
import { type Documents } from '../documents.ts';
import { fieldsOf, matches, type Filter } from '../filter.ts';
import { plan } from '../planner.ts';
import { inBulk } from '../rows.ts';
import { openScan, storedRow, type StoredRow } from '../scan.ts';
import { sortKey } from '../sort-key.ts';
import { type SortField } from '../sort.ts';
import { type Store } from '../store.ts';
import { type Slice, type TimeLimit } from '../time-limit.ts';
import { type Value } from '../value.ts';

/** The document that an update or delete is aimed at: the first one by the order. */
export interface Target {
  readonly filter: Filter;
  readonly sort: readonly SortField[];
}

/** Where a document was seen that matched, before the transaction; nowhere if there is none. */
export interface Seen {
  readonly place: Buffer | undefined;
}

/**
 * The document a write is about, within its transaction.
 * @param seen what a search found before
 * @returns 'unknown' where it has to be searched for, as that takes longer than the slice
 */
export function targetOf(
  store: Store,
  documents: Documents,
  { filter, sort }: Target,
  slice: Slice,
  seen: Seen | undefined,
): StoredRow | undefined | 'unknown' {
  const collection = documents.collection();
  if (!collection) return undefined;
  const id = idIn(filter);
  if (id !== undefined) {
    // Most writes are about one known document, and need no plan to find it.
    const row = documents.find(id);
    return row && (filter.kind === 'condition' || isMatch(filter, row)) ? row : undefined;
  }
  if (seen) return seen.place ? (reread(store, documents, filter, seen.place) ?? 'unknown') : undefined;
  const chosen = plan(collection, filter, sort);
  const scan = openScan(store, chosen, sort);
  const rows = scan.take(chosen.sorted ? 1 : Number.MAX_SAFE_INTEGER, slice);
  if (rows.length === 0 || !chosen.sorted) return scan.done ? firstOf(rows, sort) : 'unknown';
  return rows[0];
}

/** A document that was seen before the transaction, if it is there and matches still. */
export function reread(
  store: Store,
  documents: Documents,
  filter: Filter,
  place: Buffer,
): StoredRow | undefined {
  // A collection that was dropped meanwhile leaves its documents for a while.
  const tree = documents.collection()?.documents;
  const bytes = tree && place.subarray(0, tree.length).equals(tree) ? store.get(place) : undefined;
  const row = bytes && storedRow(bytes, place);
  return row && isMatch(filter, row) ? row : undefined;
}

const isMatch = (filter: Filter, { bytes }: StoredRow): boolean =>
  matches(filter, decodeFields(bytes, new Set(fieldsOf(filter))));

function firstOf(rows: readonly StoredRow[], sort: readonly SortField[]): StoredRow | undefined {
  let first: { row: StoredRow; key: Buffer } | undefined;
  for (const row of rows) {
    const key = sortKey(row.doc, sort);
    if (!first || Buffer.compare(key, first.key) < 0) first = { row, key };
  }
  return first?.row;
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

/** Searches for the target, while others have their turn. */
export async function search(
  server: Server,
  namespace: string,
  { filter, sort }: Target,
  limit: TimeLimit,
): Promise<Seen> {
  const [row] = await select(server, namespace, { filter, sort, skip: 0, limit: 1 }, limit).next(1);
  return { place: row?.place };
}

/** Where all documents are that match. */
export async function searchAll(
  server: Server,
  namespace: string,
  filter: Filter,
  limit: TimeLimit,
): Promise<Buffer[]> {
  const places: Buffer[] = [];
  for await (const rows of inBulk(select(server, namespace, { filter, sort: [], skip: 0, limit: 0 }, limit)))
    for (const { place } of rows) if (place) places.push(Buffer.from(place));
  return places;
}
