import { document, filterOf, flag, whole } from '../arguments.ts';
import {
  allow,
  namespaceOf,
  refuseExtras,
  refuseUnless,
  words,
  type Command,
  type Server,
} from '../command.ts';
import { type Collection } from '../catalog.ts';
import { refuse } from '../error.ts';
import { type Filter } from '../filter.ts';
import { plan, type Plan } from '../planner.ts';
import { parseProjection } from '../projection.ts';
import { limitRows, mapRows, rowsFrom, skipRows } from '../rows.ts';
import { openScan, scanRows, type Rows } from '../scan.ts';
import { parseSort, type SortField } from '../sort.ts';
import { sortRows } from '../sort-rows.ts';
import { type TimeLimit } from '../time-limit.ts';
import { isDoc, numeric, truthy, type Doc, type Value } from '../value.ts';

/** What is read of a collection, in which order. */
export interface Selection {
  readonly filter: Filter;
  readonly sort: readonly SortField[];
  readonly skip: number;
  /** Zero for all. */
  readonly limit: number;
  readonly hint?: Value | undefined;
}

/** The plan for a selection; undefined when there is no such collection. */
export function planFor(collection: Collection | undefined, selection: Selection): Plan | undefined {
  return collection && plan(collection, selection.filter, selection.sort, selection.hint);
}

/** The selected rows; they are read as they are asked for. */
export function select(server: Server, namespace: string, selection: Selection, time: TimeLimit): Rows {
  const chosen = planFor(server.catalog.get(namespace), selection);
  if (!chosen) return rowsFrom([]);
  const { sort, skip, limit } = selection;
  const read = scanRows(openScan(server.store, chosen, sort), time);
  const keep = limit > 0 ? skip + limit : undefined;
  const sorted = chosen.sorted ? read : sortRows(read, sort, time, keep);
  const skipped = skip > 0 ? skipRows(sorted, skip) : sorted;
  return limit > 0 ? limitRows(skipped, limit) : skipped;
}

/** Options that may only be switched off. */
const notOffered = words(
  'tailable awaitData noCursorTimeout returnKey showRecordId oplogReplay allowPartialResults',
);
const fields = [
  ...words('filter sort projection skip limit batchSize singleBatch hint collation let allowDiskUse min max'),
  ...notOffered,
];

/** Reads the arguments of `find`, as the functions after it those of other reads; `explain` takes them as well. */
export function findSelection(command: Command): Selection {
  const { body } = command;
  allow(command, ...fields);
  refuseExtras(body);
  for (const option of notOffered) refuseUnless(body, option, (value) => !truthy(value));
  for (const option of ['min', 'max'])
    refuseUnless(body, option, (value) => isDoc(value) && value.size === 0);
  flag(body, 'allowDiskUse');
  return {
    filter: filterOf(body, 'filter'),
    sort: parseSort(document(body, 'sort')),
    skip: whole(body, 'skip'),
    limit: whole(body, 'limit'),
    hint: hintOf(body),
  };
}

/** A hint, unless it is left empty. */
export function hintOf(body: Doc): Value | undefined {
  const hint = body.get('hint') ?? undefined;
  if (hint === undefined || typeof hint === 'string') return hint;
  if (!isDoc(hint)) return refuse('FailedToParse', 'Hint must be a string or an object');
  return hint.size === 0 ? undefined : hint;
}

export async function find(command: Command, server: Server): Promise<Doc> {
  const { body, limit } = command;
  const namespace = namespaceOf(command);
  const rows = select(server, namespace, findSelection(command), limit);
  const spec = document(body, 'projection');
  const shaped = spec.size > 0 ? mapRows(rows, limit, parseProjection(spec)) : rows;
  return server.cursors.open(namespace, shaped, {
    batchSize: batchSizeOf(body),
    singleBatch: flag(body, 'singleBatch'),
    limit,
  });
}

export const batchSizeOf = (body: Doc): number | undefined =>
  body.has('batchSize') ? whole(body, 'batchSize') : undefined;

export function getMore(command: Command, server: Server): Promise<Doc> {
  const { body } = command;
  allow(command, 'collection', 'batchSize');
  const id = body.get('getMore');
  if (typeof id !== 'bigint')
    return refuse('TypeMismatch', "BSON field 'getMore' is the wrong type, expected long");
  return server.cursors.more(id, namespaceOf(command, 'collection'), batchSizeOf(body));
}

export function killCursors(command: Command, server: Server): Doc {
  allow(command, 'cursors');
  const namespace = namespaceOf(command);
  const ids = command.body.get('cursors');
  if (!Array.isArray(ids))
    return refuse('TypeMismatch', "BSON field 'killCursors.cursors' is the wrong type");
  const cursorsKilled: Value[] = [];
  const cursorsNotFound: Value[] = [];
  for (const id of ids) {
    if (typeof id !== 'bigint') return refuse('TypeMismatch', 'the id of a cursor is a long');
    (server.cursors.kill(id, namespace) ? cursorsKilled : cursorsNotFound).push(id);
  }
  return new Map<string, Value>([
    ['cursorsKilled', cursorsKilled],
    ['cursorsNotFound', cursorsNotFound],
    ['cursorsAlive', []],
    ['cursorsUnknown', []],
    ['ok', 1],
  ]);
}

/** The limit of a count may be negative, which changes nothing. */
export function countSelection(command: Command): Selection {
  const { body } = command;
  allow(command, ...words('query limit skip hint collation fields'));
  refuseExtras(body);
  const limit = Number(numeric(body.get('limit') ?? undefined) ?? 0);
  return {
    filter: filterOf(body, 'query'),
    sort: [],
    skip: whole(body, 'skip'),
    limit: limit < 0 && Number.isInteger(limit) ? -limit : whole(body, 'limit'),
    hint: hintOf(body),
  };
}
