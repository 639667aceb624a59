import { allow, document, filterOf, flag, namespaceOf, refuseExtras, refuseUnless } from '../command.ts';
import { whole, words, type Command, type Server } from '../command.ts';
import { type Collection } from '../catalog.ts';
import { refuse } from '../error.ts';
import { type Filter } from '../filter.ts';
import { under } from '../key-range.ts';
import { parseSort, plan, type Plan, type SortField } from '../planner.ts';
import { parseProjection } from '../projection.ts';
import { limitRows, mapRows, rowsFrom, skipRows, sortRows } from '../rows.ts';
import { openScan, scanRows, type Deadline, type Rows } from '../scan.ts';
import { doc, numeric, truthy, type Doc, type Value } from '../value.ts';

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
export function select(server: Server, namespace: string, selection: Selection, deadline: Deadline): Rows {
  const collection = server.catalog.get(namespace);
  const chosen = planFor(collection, selection);
  if (!collection || !chosen) return rowsFrom([]);
  const { sort, skip, limit } = selection;
  const read = scanRows(openScan(server.store, chosen, sort), deadline);
  const keep = limit > 0 ? skip + limit : undefined;
  const sorted = chosen.sorted ? read : sortRows(read, sort, keep);
  const skipped = skip > 0 ? skipRows(sorted, skip) : sorted;
  return limit > 0 ? limitRows(skipped, limit) : skipped;
}

/** Options that may only be switched off. */
const notOffered = words('tailable awaitData noCursorTimeout returnKey showRecordId min max');
const fields = [
  ...words('filter sort projection skip limit batchSize singleBatch hint collation let'),
  ...words('allowDiskUse allowPartialResults oplogReplay'),
  ...notOffered,
];

/** Reads the arguments of `find`, as the functions after it those of other reads; `explain` takes them as well. */
export function findSelection(command: Command): Selection {
  const { body } = command;
  allow(command, ...fields);
  refuseExtras(body);
  for (const option of notOffered) refuseUnless(body, option, (value) => !truthy(value));
  const limit = body.get('limit');
  return {
    filter: filterOf(body, 'filter'),
    sort: parseSort(document(body, 'sort')),
    skip: whole(body, 'skip'),
    limit: limit === undefined ? 0 : Math.abs(Number(numeric(limit) ?? Number.NaN)),
    hint: hintOf(body),
  };
}

/** A hint, unless it is left empty. */
export function hintOf(body: Doc): Value | undefined {
  const hint = body.get('hint');
  return hint instanceof Map && hint.size === 0 ? undefined : hint;
}

/** Only `$project` computes fields; elsewhere an operator or a value in a projection is refused by its name. */
export function noExpressions(expression: Value): never {
  const [operator = 'a value'] = expression instanceof Map ? expression.keys() : [];
  return refuse('BadValue', `${operator} in a projection is only supported by the stage $project`);
}

export async function find(command: Command, server: Server): Promise<Doc> {
  const { body } = command;
  const namespace = namespaceOf(command);
  const rows = select(server, namespace, findSelection(command), command.deadline);
  const spec = document(body, 'projection');
  const project = spec.size > 0 ? parseProjection(spec, noExpressions) : undefined;
  const shaped = project ? mapRows(rows, (row) => [project(row)]) : rows;
  const singleBatch = flag(body, 'singleBatch') || Number(numeric(body.get('limit')) ?? 0) < 0;
  const batchSize = body.has('batchSize') ? whole(body, 'batchSize') : undefined;
  return server.cursors.open(namespace, shaped, { batchSize, singleBatch });
}

export function getMore(command: Command, server: Server): Promise<Doc> {
  const { body } = command;
  allow(command, 'collection', 'batchSize');
  const id = numeric(body.get('getMore'));
  if (id === undefined) return refuse('TypeMismatch', 'getMore needs the id of a cursor');
  const batchSize = body.has('batchSize') ? whole(body, 'batchSize') : undefined;
  return server.cursors.more(BigInt(id), namespaceOf(command, 'collection'), batchSize);
}

export function killCursors(command: Command, server: Server): Doc {
  allow(command, 'cursors');
  const namespace = namespaceOf(command);
  const ids = command.body.get('cursors');
  const cursorsKilled: Value[] = [];
  const cursorsNotFound: Value[] = [];
  for (const id of Array.isArray(ids) ? ids : []) {
    const killed = server.cursors.kill(BigInt(numeric(id) ?? 0), namespace);
    (killed ? cursorsKilled : cursorsNotFound).push(id);
  }
  return doc({ cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 });
}

export function countSelection(command: Command): Selection {
  const { body } = command;
  allow(command, ...words('query limit skip hint collation fields'));
  refuseExtras(body);
  return {
    filter: filterOf(body, 'query'),
    sort: [],
    skip: whole(body, 'skip'),
    limit: whole(body, 'limit'),
    hint: hintOf(body),
  };
}

export async function count(command: Command, server: Server): Promise<Doc> {
  const n = await countRows(server, namespaceOf(command), countSelection(command), command.deadline);
  return doc({ n, ok: 1 });
}

/** How many rows are selected; without conditions the keys alone are counted. */
async function countRows(
  server: Server,
  namespace: string,
  selection: Selection,
  deadline: Deadline,
): Promise<number> {
  const { filter, skip, limit } = selection;
  if (filter.kind === 'and' && filter.of.length === 0) {
    const collection = server.catalog.get(namespace);
    const all = collection ? server.store.count(under(collection.documents)) : 0;
    return Math.max(0, Math.min(all - skip, limit > 0 ? limit : all));
  }
  const rows = select(server, namespace, selection, deadline);
  let n = 0;
  for (let read = 1; read > 0; n += read) read = (await rows.next(1_000)).length;
  return n;
}
