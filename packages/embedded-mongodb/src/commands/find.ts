import {
  anyValue,
  document,
  filter,
  flag,
  mistyped,
  type Reader,
  sort,
  whole,
  wholeIfAny,
} from '../arguments.ts';
import { argumentsOf, type Command, namespaceOf, type Server } from '../command.ts';
import { refuse } from '../error.ts';
import { type Filter } from '../query/filter.ts';
import { type Plan, plan } from '../query/planner.ts';
import { parseProjection } from '../query/projection.ts';
import { limitRows, mapRows, type Rows, skipRows } from '../query/rows.ts';
import { type Examined, scanRows } from '../query/scan.ts';
import { type SortField, sortRows } from '../query/sort.ts';
import { type Doc, doc, isDoc, type Value } from '../wire/value.ts';

/** The documents of a collection that are read, and their order. */
export interface Selection {
  readonly filter: Filter;
  readonly sort?: readonly SortField[];
  readonly skip?: number;
  /** Zero for all. */
  readonly limit?: number;
  readonly hint?: Value | undefined;
}

/** The plan for a selection; undefined when there is no such collection. */
export function planFor(
  { catalog }: Server,
  namespace: string,
  { filter: wanted, sort: order = [], hint: index }: Selection,
): Plan | undefined {
  const collection = catalog.get(namespace);
  return collection && plan(collection, wanted, order, index);
}

/** The selected rows; they are read as they are asked for. */
export function select(server: Server, namespace: string, selection: Selection, examined?: Examined): Rows {
  const chosen = planFor(server, namespace, selection);
  if (!chosen) return [][Symbol.iterator]();
  const { sort: order = [], skip = 0, limit = 0 } = selection;
  const read = scanRows(server.store, chosen, order, examined);
  const sorted = chosen.sorted ? read : sortRows(read, order, limit > 0 ? skip + limit : undefined);
  const skipped = skip > 0 ? skipRows(sorted, skip) : sorted;
  return limit > 0 ? limitRows(skipped, limit) : skipped;
}

/** A hint, unless it is left empty. */
export const hint: Reader<Value | undefined> = (fields, name) => {
  const value = fields.get(name) ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  if (!isDoc(value)) return refuse('FailedToParse', 'Hint must be a string or an object');
  return value.size === 0 ? undefined : value;
};

const readers = {
  filter,
  sort,
  projection: document,
  skip: whole,
  limit: whole,
  batchSize: wholeIfAny,
  singleBatch: flag,
  hint,
  allowDiskUse: anyValue,
};

/** Reads the arguments of `find`; `explain` takes them as well. */
export const findArguments = (command: Command) => argumentsOf(command, readers);

export function find(command: Command, server: Server): Promise<Doc> {
  const namespace = namespaceOf(command);
  const { projection, batchSize, singleBatch, ...selection } = findArguments(command);
  const rows = select(server, namespace, selection);
  const shaped = projection.size > 0 ? mapRows(rows, parseProjection(projection)) : rows;
  return server.cursors.open(namespace, shaped, { batchSize, singleBatch, limit: command.limit });
}

const long: Reader<bigint> = (fields, name) => {
  const value = fields.get(name);
  return typeof value === 'bigint' ? value : mistyped(name, 'long');
};

export function getMore(command: Command, server: Server): Promise<Doc> {
  const { getMore: id, batchSize } = argumentsOf(command, {
    getMore: long,
    collection: anyValue,
    batchSize: wholeIfAny,
  });
  return server.cursors.more(id, namespaceOf(command, 'collection'), batchSize);
}

const longs: Reader<bigint[]> = (fields, name, where) => {
  const value = fields.get(name);
  return Array.isArray(value) && value.every((one) => typeof one === 'bigint')
    ? value
    : mistyped(`${where}.${name}`, 'array of longs');
};

export function killCursors(command: Command, server: Server): Doc {
  const { cursors } = argumentsOf(command, { cursors: longs });
  const namespace = namespaceOf(command);
  const cursorsKilled = cursors.filter((id) => server.cursors.kill(id, namespace));
  const cursorsNotFound = cursors.filter((id) => !cursorsKilled.includes(id));
  return doc({ cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 });
}
