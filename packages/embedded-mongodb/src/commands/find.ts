import { document, filterOf, flag, whole } from '../arguments.ts';
import { allow, type Command, namespaceOf, type Server, words } from '../command.ts';
import { refuse } from '../error.ts';
import { type Filter } from '../query/filter.ts';
import { type Plan, plan } from '../query/planner.ts';
import { parseProjection } from '../query/projection.ts';
import { limitRows, mapRows, type Rows, skipRows } from '../query/rows.ts';
import { type Examined, scanRows } from '../query/scan.ts';
import { parseSort, type SortField, sortRows } from '../query/sort.ts';
import { type Doc, isDoc, type Value } from '../wire/value.ts';

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
export function planFor({ catalog }: Server, namespace: string, selection: Selection): Plan | undefined {
  const collection = catalog.get(namespace);
  return collection && plan(collection, selection.filter, selection.sort, selection.hint);
}

/** The selected rows; they are read as they are asked for. */
export function select(server: Server, namespace: string, selection: Selection, examined?: Examined): Rows {
  const chosen = planFor(server, namespace, selection);
  if (!chosen) return [][Symbol.iterator]();
  const { sort, skip, limit } = selection;
  const read = scanRows(server.store, chosen, sort, examined);
  const sorted = chosen.sorted ? read : sortRows(read, sort, limit > 0 ? skip + limit : undefined);
  const skipped = skip > 0 ? skipRows(sorted, skip) : sorted;
  return limit > 0 ? limitRows(skipped, limit) : skipped;
}

const fields = words('filter sort projection skip limit batchSize singleBatch hint allowDiskUse');

/** Reads the arguments of `find`; `explain` takes them as well. */
export function findSelection(command: Command): Selection {
  const { body } = command;
  allow(command, ...fields);
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

export function find(command: Command, server: Server): Promise<Doc> {
  const { body, limit } = command;
  const namespace = namespaceOf(command);
  const rows = select(server, namespace, findSelection(command));
  const spec = document(body, 'projection');
  const shaped = spec.size > 0 ? mapRows(rows, parseProjection(spec)) : rows;
  const batch = { batchSize: batchSizeOf(body), singleBatch: flag(body, 'singleBatch'), limit };
  return server.cursors.open(namespace, shaped, batch);
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
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'bigint'))
    return refuse(
      'TypeMismatch',
      "BSON field 'killCursors.cursors' is the wrong type, expected array of longs",
    );
  const cursorsKilled = ids.filter((id) => server.cursors.kill(id, namespace));
  const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
  return new Map<string, Value>([
    ['cursorsKilled', cursorsKilled],
    ['cursorsNotFound', cursorsNotFound],
    ['cursorsAlive', []],
    ['cursorsUnknown', []],
    ['ok', 1],
  ]);
}
