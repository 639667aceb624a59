import { type Row, type Rows } from './scan.ts';
import { beginSlice, pause, type TimeLimit } from './time-limit.ts';

/** Read at once from one source by those that need all of it. */
const bulk = 32;

export const rowsFrom = (rows: readonly Row[]): Rows => {
  let at = 0;
  return {
    next: (want) => {
      at += want;
      return Promise.resolve(rows.slice(at - want, at));
    },
  };
};

/** Every row of a source, some at a time. */
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

/** Each row made into another, or left out. */
export function mapRows(source: Rows, limit: TimeLimit, map: (row: Row) => Row | undefined): Rows {
  let slice = beginSlice(limit);
  return {
    next: async (want) => {
      const made: Row[] = [];
      while (made.length < want) {
        const asked = want - made.length;
        const rows = await source.next(asked);
        for (const row of rows) {
          const one = map(row);
          if (one) made.push(one);
          if (slice.isOver()) {
            await pause(limit);
            slice = beginSlice(limit);
          }
        }
        if (rows.length < asked) break;
      }
      return made;
    },
  };
}
