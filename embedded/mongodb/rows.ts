import { refuse } from './error.ts';
import { type SortField } from './planner.ts';
import { type Row, type Rows } from './scan.ts';
import { sortKey } from './sort-key.ts';

/** Read at once from one source by those that need all of it. */
const bulk = 1_000;

export const rowsFrom = (rows: readonly Row[]): Rows => {
  let at = 0;
  return {
    next: (want) => {
      at += want;
      return Promise.resolve(rows.slice(at - want, at));
    },
  };
};

/** Every row of a source, a thousand at a time. */
export async function* inBulk(source: Rows): AsyncGenerator<Row[]> {
  for (;;) {
    const rows = await source.next(bulk);
    if (rows.length > 0) yield rows;
    if (rows.length < bulk) return;
  }
}

/** Rows that are made only when the first of them is asked for. */
export function lazily(make: () => Promise<Row[]>): Rows {
  let made: Promise<Rows> | undefined;
  return { next: async (want) => (await (made ??= make().then(rowsFrom))).next(want) };
}

export function skipRows(source: Rows, count: number): Rows {
  let left = count;
  return {
    next: async (want) => {
      while (left > 0) {
        const dropped = await source.next(Math.min(left, bulk));
        left = dropped.length < Math.min(left, bulk) ? 0 : left - dropped.length;
      }
      return source.next(want);
    },
  };
}

export function limitRows(source: Rows, count: number): Rows {
  let left = count;
  return {
    next: async (want) => {
      const rows = left > 0 ? await source.next(Math.min(want, left)) : [];
      left -= rows.length;
      return rows;
    },
  };
}

/** Each row made into any number of others. */
export function mapRows(source: Rows, map: (row: Row) => readonly Row[]): Rows {
  let ready: Row[] = [];
  let ended = false;
  return {
    next: async (want) => {
      while (ready.length < want && !ended) {
        const asked = want - ready.length;
        const rows = await source.next(asked);
        ended = rows.length < asked;
        ready.push(...rows.flatMap(map));
      }
      const given = ready.slice(0, want);
      ready = ready.slice(want);
      return given;
    },
  };
}

/** What a blocking sort may hold, in bytes of documents. */
const sortMemory = 100 * 1024 * 1024;

interface Keyed<T> {
  readonly key: Buffer;
  readonly row: T;
}

/**
 * All rows in order. Of more than `keep`, only the first ones are held.
 * @throws MongoError when what has to be held does not fit in memory
 */
export function sortRows(source: Rows, sort: readonly SortField[], keep = Number.MAX_SAFE_INTEGER): Rows {
  return lazily(async () => {
    let held: Keyed<Row>[] = [];
    let bytes = 0;
    for await (const rows of inBulk(source)) {
      const added = keyed(rows, sort);
      held.push(...added);
      bytes += sizeOf(added);
      if (held.length > keep + 10 * bulk) {
        held = ordered(held).slice(0, keep);
        bytes = sizeOf(held);
      }
      if (bytes > sortMemory)
        refuse('QueryExceededMemoryLimitNoDiskUseAllowed', 'a sort without an index holds at most 100 MB');
    }
    return ordered(held)
      .slice(0, keep)
      .map(({ row }) => row);
  });
}

const sizeOf = (held: readonly Keyed<Row>[]): number =>
  held.reduce((sum, { row }) => sum + (row.bytes?.length ?? 256), 0);

const keyed = <T extends Row>(rows: readonly T[], sort: readonly SortField[]): Keyed<T>[] =>
  rows.map((row) => ({ key: sortKey(row.doc, sort), row }));

const ordered = <T>(rows: Keyed<T>[]): Keyed<T>[] => rows.sort((a, b) => Buffer.compare(a.key, b.key));

/** Rows in order, all of them at hand. */
export const rowsInOrder = <T extends Row>(rows: readonly T[], sort: readonly SortField[]): T[] =>
  ordered(keyed(rows, sort)).map(({ row }) => row);
