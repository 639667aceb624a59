import { justAfter } from '../storage/key-range.ts';
import { type Entry, type Store } from '../storage/store.ts';
import { sliceNumber } from '../time-limit.ts';
import { type Stretch } from './bounds.ts';
import { matches } from './filter.ts';
import { type Plan } from './planner.ts';
import { type Keyed, mergeRows, Row, type Rows } from './rows.ts';
import { keyed, type SortField } from './sort.ts';

/** Counts the examined entries. */
export interface Examined {
  entries: number;
}

/** Reads the rows of a plan. @param sort the order in which stretches are merged */
export function scanRows(
  store: Store,
  plan: Plan,
  sort: readonly SortField[],
  examined: Examined = { entries: 0 },
): Rows {
  const { index, filter, reverse, stretches } = plan;
  const load = ({ key, value }: Entry): Row | undefined => {
    examined.entries++;
    const place = index ? value : key;
    const bytes = index ? store.get(place) : value;
    const row = bytes && new Row(bytes, place);
    return row && matches(filter, row) ? row : undefined;
  };
  function* read(stretch: Stretch): Rows {
    for (const entry of entriesOf(store, stretch, reverse)) yield load(entry);
  }
  const rows = (): Rows => {
    if (!plan.isMerged) return inTurn(reverse ? [...stretches].reverse() : stretches, read);
    const place = keyed(sort);
    return mergeRows(stretches.map((stretch) => mapped(read(stretch), place)));
  };
  return plan.isRepeating ? onceEach(rows()) : rows();
}

/** Leaves out the rows of documents that came before. */
function* onceEach(rows: Rows): Rows {
  const seen = new Set<string>();
  for (const row of rows) {
    const place = row?.place.toString('latin1');
    if (place === undefined) yield undefined;
    else if (seen.has(place)) yield undefined;
    else {
      seen.add(place);
      yield row;
    }
  }
}

function* mapped(rows: Rows, place: (row: Row) => Keyed): Iterator<Keyed | undefined> {
  for (const row of rows) yield row && place(row);
}

function* inTurn(stretches: readonly Stretch[], read: (stretch: Stretch) => Rows): Rows {
  for (const stretch of stretches) {
    yield* read(stretch);
    yield undefined;
  }
}

/** The most that is read ahead, in entries and in bytes. */
const readAheadLimit = { entries: 128, bytes: 1 << 20 };

/**
 * The entries of a stretch. Some are read ahead, but only for the present turn of the thread: after it the scan goes on
 * from the last key, without a snapshot of the store.
 */
function* entriesOf(store: Store, { start, end, isKey }: Stretch, reverse: boolean): Iterable<Entry> {
  if (isKey) {
    const value = store.get(start);
    if (value) yield { key: start, value };
    return;
  }
  let [from, to, size] = [start, end, 4];
  for (let isOver = false; !isOver; size = Math.min(4 * size, readAheadLimit.entries)) {
    const ahead: Entry[] = [];
    let bytes = 0;
    for (const entry of store.range({ start: from, end: to, reverse, limit: size })) {
      ahead.push(entry);
      bytes += entry.value.length;
      if (bytes > readAheadLimit.bytes) break;
    }
    isOver = ahead.length < size && bytes <= readAheadLimit.bytes;
    const slice = sliceNumber();
    for (const entry of ahead) {
      yield entry;
      if (reverse) to = entry.key;
      else from = justAfter(entry.key);
      if (sliceNumber() === slice) continue;
      isOver = false;
      break;
    }
  }
}
