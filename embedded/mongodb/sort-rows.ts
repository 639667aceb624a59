import { refuse } from './error.ts';
import { inBulk, lazily } from './rows.ts';
import { rowOf, type Row, type Rows } from './scan.ts';
import { sortKey } from './sort-key.ts';
import { type SortField } from './sort.ts';
import { beginSlice, pause, type TimeLimit } from './time-limit.ts';

/** What a blocking sort may hold, in bytes of documents and keys. */
const sortMemory = 100 * 1024 * 1024;
/** So many rows are sorted at once; these runs are merged. */
const runLength = 2_000;
/** What a document takes beside its bytes. */
const overhead = 200;

interface Keyed {
  readonly key: Buffer;
  readonly row: Row;
}

type Run = readonly Keyed[];

/**
 * All rows in order. Of more than `keep`, only the first ones are held.
 * @throws MongoError when what has to be held does not fit in memory
 */
export function sortRows(
  source: Rows,
  sort: readonly SortField[],
  limit: TimeLimit,
  keep = Number.MAX_SAFE_INTEGER,
): Rows {
  return lazily(async () => {
    let runs: Run[] = [];
    let added: Keyed[] = [];
    let bytes = 0;
    const endRun = (): void => {
      if (added.length > 0) runs.push(added.sort((a, b) => Buffer.compare(a.key, b.key)));
      added = [];
    };
    for await (const rows of inBulk(source)) {
      for (const row of rows) {
        const one = { key: sortKey(row.doc, sort), row: light(row) };
        added.push(one);
        bytes += sizeOf(one);
      }
      if (added.length >= runLength) endRun();
      if (runs.length > 1 && runs.length * runLength > keep + 5 * runLength) {
        runs = [await mergeAll(runs, limit, keep)];
        bytes = [...(runs[0] ?? []), ...added].reduce((sum, one) => sum + sizeOf(one), 0);
      }
      if (bytes > sortMemory)
        refuse('QueryExceededMemoryLimitNoDiskUseAllowed', 'a sort without an index holds at most 100 MB');
    }
    endRun();
    return (await mergeAll(runs, limit, keep)).map(({ row }) => row);
  });
}

const sizeOf = ({ key, row }: Keyed): number => key.length + overhead + (row.bytes?.length ?? overhead);

/** A row without what was decoded of it. */
const light = (row: Row): Row => (row.bytes ? Object.assign(rowOf(row.bytes), { place: row.place }) : row);

/** Of two rows with the same key, the one of the earlier run comes first. */
async function mergeAll(runs: readonly Run[], limit: TimeLimit, keep: number): Promise<Run> {
  let left = [...runs];
  while (left.length > 1) {
    const merged: Run[] = [];
    for (let at = 0; at < left.length; at += 2)
      merged.push(await merge(left[at] ?? [], left[at + 1] ?? [], limit, keep));
    left = merged;
  }
  const [all = []] = left;
  return all.length > keep ? all.slice(0, keep) : all;
}

async function merge(a: Run, b: Run, limit: TimeLimit, keep: number): Promise<Run> {
  const merged: Keyed[] = [];
  let slice = beginSlice(limit);
  for (let [i, j] = [0, 0]; i + j < a.length + b.length && i + j < keep;) {
    const [one, other] = [a[i], b[j]];
    const first = one && (!other || Buffer.compare(one.key, other.key) <= 0) ? one : other;
    if (!first) break;
    merged.push(first);
    if (first === one) i++;
    else j++;
    if ((merged.length & 255) === 0 && slice.isOver()) {
      await pause(limit);
      slice = beginSlice(limit);
    }
  }
  return merged;
}
