import { refuse } from '../error.ts';
import { composeKey } from '../storage/key.ts';
import { type Doc, numeric, type Value } from '../wire/value.ts';
import { fieldParts, leafOf, refuseIndexes } from './path.ts';
import { type Keyed, mergeRows, type Row, type Rows } from './rows.ts';

export interface SortField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly descending: boolean;
}

/** Parses a sort document. @throws MongoError for a path or a direction that MongoDB refuses, or `$natural` */
export const parseSort = (sort: Doc): SortField[] =>
  [...sort].map(([path, direction]) => {
    if (path === '$natural') refuse('BadValue', 'a sort by $natural is not supported by this server');
    const parts = fieldParts(path);
    refuseIndexes(path, parts);
    return { path, parts, descending: directionOf(path, direction) < 0 };
  });

function directionOf(path: string, direction: Value): number {
  const order = Number(numeric(direction) ?? refuse(15974, `Illegal key in $sort specification: ${path}`));
  if (order !== 1 && order !== -1)
    refuse(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  return order;
}

/** The key of a document in an order. @throws MongoError BadValue for an array on a path */
const sortKey = (document: Row, sort: readonly SortField[]): Buffer =>
  composeKey((writer) => {
    for (const { path, parts, descending } of sort) {
      const value = leafOf(document, parts) ?? null;
      if (Array.isArray(value))
        refuse(
          'BadValue',
          `a sort by '${path}', where a document has an array, is not supported by this server`,
        );
      writer.value(value, descending);
    }
  });

/** The memory of a sort without an index, in bytes of documents and keys. */
const sortMemory = 100 * 1024 * 1024;
/** The rows that are sorted at once, as a run; the runs are merged. */
const runLength = 2_000;
/** The memory of a document beside its bytes. */
const overhead = 200;

/** Adds the key in an order to a row. */
export const keyed =
  (sort: readonly SortField[]) =>
  (row: Row): Keyed => ({ row, key: sortKey(row, sort) });

const sizeOf = ({ key, row }: Keyed): number => key.length + row.bytes.length + overhead;

/**
 * All rows in order.
 * @param keep the number of first rows that are needed: if it is small, no others are held
 * @throws MongoError when the rows exceed the memory of a sort
 */
export function* sortRows(source: Rows, sort: readonly SortField[], keep = Number.MAX_SAFE_INTEGER): Rows {
  const place = keyed(sort);
  const runs: Keyed[][] = [];
  let run: Keyed[] = [];
  let bytes = 0;
  const inOrder = (): Keyed[] => run.sort((a, b) => Buffer.compare(a.key, b.key));
  for (const row of source) {
    yield undefined;
    if (!row) continue;
    const one = place(row);
    run.push(one);
    bytes += sizeOf(one);
    if (run.length >= runLength + Math.min(keep, runLength)) {
      if (keep <= runLength) {
        run = inOrder().slice(0, keep);
        bytes = run.reduce((sum, kept) => sum + sizeOf(kept), 0);
      } else {
        runs.push(inOrder());
        run = [];
      }
    }
    if (bytes > sortMemory)
      refuse('QueryExceededMemoryLimitNoDiskUseAllowed', 'a sort without an index holds at most 100 MB');
  }
  yield* mergeRows([...runs, inOrder()].map((all) => all.values()));
}
