import { setImmediate as nextTurn } from 'node:timers/promises';
import { decode, decodeFields } from './bson.ts';
import { refuse } from './error.ts';
import { fieldsOf, matches } from './filter.ts';
import { justAfter } from './key-range.ts';
import { type Plan, type SortField } from './planner.ts';
import { sortKey } from './sort-key.ts';
import { type Entry, type Store } from './store.ts';
import { type Doc } from './value.ts';

/** A document on its way to the client; `bytes` as long as it is what was stored. */
export interface Row {
  readonly doc: Doc;
  readonly bytes?: Buffer;
}

export interface StoredRow extends Row {
  readonly bytes: Buffer;
  /** The key under which the store has it. */
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
  /** Up to `want` matches, or fewer if `budget` entries were looked at first. */
  take(want: number, budget: number): StoredRow[];
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

  /** Reads on in those of which no row is known; false where the budget does not suffice. */
  function fill(until: number): boolean {
    for (let scan; (scan = unread.at(-1));) {
      const left = until - examined();
      if (left <= 0) return false;
      const [row] = scan.take(1, left);
      if (row) place(scan, row);
      else if (!scan.done) return false;
      unread.pop();
    }
    return true;
  }

  return {
    take: (want, budget) => {
      const rows: StoredRow[] = [];
      const until = examined() + budget;
      while (rows.length < want && fill(until)) {
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
  const seen = index?.multikey ? new Set<string>() : undefined;
  const names = new Set(fieldsOf(filter));
  let at = 0;
  let last: Buffer | undefined;
  let examined = 0;

  const load = ({ key, value }: Entry): StoredRow | undefined => {
    const place = index ? value : key;
    const mark = seen && place.toString('latin1');
    if (mark !== undefined && seen?.has(mark)) return undefined;
    const bytes = index ? store.get(place) : value;
    if (bytes === undefined) return undefined;
    if (!matches(filter, decodeFields(bytes, names))) return undefined;
    if (mark !== undefined) seen?.add(mark);
    return storedRow(bytes, place);
  };

  /** Reads on in the current interval; moves to the next at its end. */
  const advance = (rows: StoredRow[], want: number, until: number): void => {
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
      if (rows.length >= want || examined >= until) return;
    }
    at++;
    last = undefined;
  };

  return {
    take: (want, budget) => {
      const rows: StoredRow[] = [];
      const until = examined + budget;
      while (rows.length < want && examined < until && at < intervals.length) advance(rows, want, until);
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

/** How many entries are read before others get their turn. */
const turnSize = 500;

/** Milliseconds on the clock after which a command is cut off; none for zero. */
export type Deadline = () => void;

export function deadlineAfter(maxTimeMs: number): Deadline {
  const end = performance.now() + maxTimeMs;
  return () => {
    if (maxTimeMs > 0 && performance.now() > end) refuse('MaxTimeMSExpired', 'operation exceeded time limit');
  };
}

/** The matches of a scan as rows; long scans let others have their turn. */
export function scanRows(scan: Scan, deadline: Deadline): Rows {
  return {
    next: async (want) => {
      const rows: Row[] = scan.take(want, turnSize);
      while (rows.length < want && !scan.done) {
        await nextTurn();
        deadline();
        rows.push(...scan.take(want - rows.length, turnSize));
      }
      return rows;
    },
  };
}

/** Every match at once, for a write that is about to change what it reads. */
export function scanAll(scan: Scan): StoredRow[] {
  const rows: StoredRow[] = [];
  while (!scan.done) rows.push(...scan.take(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER));
  return rows;
}
