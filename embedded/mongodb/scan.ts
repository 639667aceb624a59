import { decode, decodeFields } from './bson.ts';
import { fieldsOf, matches } from './filter.ts';
import { justAfter } from './key-range.ts';
import { type Plan } from './planner.ts';
import { type SortField } from './sort.ts';
import { sortKey } from './sort-key.ts';
import { type Entry, type Store } from './store.ts';
import { beginSlice, pause, type Slice, type TimeLimit } from './time-limit.ts';
import { type Doc } from './value.ts';

/** A document on its way to the client; `bytes` as long as it is what was stored. */
export interface Row {
  readonly doc: Doc;
  readonly bytes?: Buffer;
  /** The key under which the store has it. */
  readonly place?: Buffer | undefined;
}

export interface StoredRow extends Row {
  readonly bytes: Buffer;
  readonly place: Buffer;
}

/** A document that is there as bytes as a row; it is decoded only when somebody looks inside. */
export function rowOf(bytes: Buffer): Row & { readonly bytes: Buffer } {
  let decoded: Doc | undefined;
  return {
    bytes,
    get doc() {
      return (decoded ??= decode(bytes));
    },
  };
}

export const storedRow = (bytes: Buffer, place: Buffer): StoredRow => Object.assign(rowOf(bytes), { place });

/** Rows asked for a few at a time; fewer than asked for means that there are no more. */
export interface Rows {
  next(want: number): Promise<Row[]>;
}

/** Reads what a plan leads to. Between calls it remembers only the last key, and pins nothing. */
export interface Scan {
  /** Up to `want` matches, or fewer if the slice is over first. */
  take(want: number, slice: Slice): StoredRow[];
  readonly done: boolean;
  /** Entries looked at so far. */
  readonly examined: number;
}

/** @param sort the order in which stretches that are read side by side are merged */
export function openScan(store: Store, plan: Plan, sort: readonly SortField[] = []): Scan {
  const { merge } = plan;
  return merge
    ? mergeScans(
        merge.map((one) => openStretch(store, one)),
        sort,
      )
    : openStretch(store, plan);
}

/** Several scans as one, each of them in order. */
function mergeScans(scans: readonly Scan[], sort: readonly SortField[]): Scan {
  const names = new Set(sort.map(({ parts }) => parts[0] ?? ''));
  /** The first row of each that was not given yet. */
  const heads: { readonly scan: Scan; readonly row: StoredRow; readonly key: Buffer }[] = [];
  const unread = [...scans];
  const examined = (): number => scans.reduce((sum, scan) => sum + scan.examined, 0);

  function place(scan: Scan, row: StoredRow): void {
    const key = sortKey(decodeFields(row.bytes, names), sort);
    const at = heads.findIndex((head) => Buffer.compare(key, head.key) < 0);
    heads.splice(at < 0 ? heads.length : at, 0, { scan, row, key });
  }

  /** Reads on in those of which no row is known; false where the slice does not suffice. */
  function fill(slice: Slice): boolean {
    for (let scan; (scan = unread.at(-1));) {
      const [row] = scan.take(1, slice);
      if (row) place(scan, row);
      else if (!scan.done) return false;
      unread.pop();
    }
    return true;
  }

  return {
    take: (want, slice) => {
      const rows: StoredRow[] = [];
      while (rows.length < want && fill(slice)) {
        const first = heads.shift();
        if (!first) break;
        rows.push(first.row);
        unread.push(first.scan);
      }
      return rows;
    },
    get done() {
      return heads.length === 0 && unread.every((scan) => scan.done);
    },
    get examined() {
      return examined();
    },
  };
}

function openStretch(store: Store, plan: Plan): Scan {
  const { index, reverse, filter } = plan;
  const intervals = reverse ? [...plan.intervals].reverse() : plan.intervals;
  const names = new Set(fieldsOf(filter));
  let at = 0;
  let last: Buffer | undefined;
  let examined = 0;

  const load = ({ key, value }: Entry): StoredRow | undefined => {
    const place = index ? value : key;
    const bytes = index ? store.get(place) : value;
    if (bytes === undefined || !matches(filter, decodeFields(bytes, names))) return undefined;
    return storedRow(bytes, place);
  };

  /** Reads on in the current interval; moves to the next at its end. */
  const advance = (rows: StoredRow[], want: number, slice: Slice): void => {
    const interval = intervals[at];
    if (!interval) return;
    const start = !reverse && last ? justAfter(last) : interval.start;
    const end = reverse && last ? last : interval.end;
    const entries = interval.single
      ? lone(store, last ? undefined : interval.start)
      : store.range({ start, end, reverse });
    for (const entry of entries) {
      examined++;
      last = entry.key;
      const row = load(entry);
      if (row) rows.push(row);
      if (rows.length >= want || slice.isOver()) return;
    }
    at++;
    last = undefined;
  };

  return {
    take: (want, slice) => {
      const rows: StoredRow[] = [];
      do advance(rows, want, slice);
      while (rows.length < want && at < intervals.length && !slice.isOver());
      return rows;
    },
    get done() {
      return at >= intervals.length;
    },
    get examined() {
      return examined;
    },
  };
}

/** The entry of one key, if there is one: without the cost of a cursor. */
function lone(store: Store, key: Buffer | undefined): Entry[] {
  const value = key && store.get(key);
  return key && value ? [{ key, value }] : [];
}

/** The matches of a scan as rows; long scans let others have their turn, and so do those that read them. */
export function scanRows(scan: Scan, limit: TimeLimit): Rows {
  let slice = beginSlice(limit);
  return {
    next: async (want) => {
      const rows: Row[] = [];
      for (;;) {
        if (slice.isOver()) {
          await pause(limit);
          slice = beginSlice(limit);
        }
        for (const row of scan.take(want - rows.length, slice)) rows.push(row);
        if (rows.length >= want || scan.done) return rows;
      }
    },
  };
}
