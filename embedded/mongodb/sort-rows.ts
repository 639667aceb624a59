import { decodeFields } from './bson.ts';
import { refuse } from './error.ts';
import { mergeRows, type Keyed, type Row, type Rows } from './rows.ts';
import { sortKey, type SortField } from './sort.ts';

/** What a blocking sort may hold, in bytes of documents and keys. */
const sortMemory = 100 * 1024 * 1024;
/** So many rows are sorted at once; these runs are merged. */
const runLength = 2_000;
/** What a document takes beside its bytes. */
const overhead = 200;

/** Finds the place of a row in an order. */
export function keyed(sort: readonly SortField[]): (row: Row) => Keyed {
  const names = new Set(sort.map(({ parts }) => parts[0] ?? ''));
  return (row) => ({ row, key: sortKey(decodeFields(row.bytes, names), sort) });
}

const sizeOf = ({ key, row }: Keyed): number => key.length + row.bytes.length + overhead;

/**
 * All rows in order. Of more than a few that are to be kept, only the first ones are held.
 * @throws MongoError when what has to be held does not fit in memory
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
