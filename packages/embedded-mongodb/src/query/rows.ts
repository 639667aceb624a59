import { encode } from '../wire/encode.ts';
import { RawDocument } from '../wire/raw-document.ts';
import { type Doc } from '../wire/value.ts';

const nowhere = Buffer.alloc(0);

/** A document on its way to the client, with its key in the store, if it is stored. */
export class Row extends RawDocument {
  constructor(
    bytes: Buffer,
    readonly place: Buffer = nowhere,
  ) {
    super(bytes);
  }
}

/** Rows that are read on demand; undefined is a step of the work without a row. */
export type Rows = IterableIterator<Row | undefined>;

/** Documents in memory as rows. */
export const rowsOf = (documents: readonly Doc[]): Rows =>
  documents.map((one) => new Row(encode(one))).values();

export function* skipRows(source: Rows, count: number): Rows {
  let left = count;
  for (const row of source) yield row && left-- > 0 ? undefined : row;
}

export function* limitRows(source: Rows, count: number): Rows {
  let left = count;
  if (left <= 0) return;
  for (const row of source) {
    yield row;
    if (row && --left === 0) return;
  }
}

/** Converts or omits each row. */
export function* mapRows(source: Rows, map: (row: Row) => Row | undefined): Rows {
  for (const row of source) yield row && map(row);
}

/** A row and its place in an order. */
export interface Keyed {
  readonly row: Row;
  readonly key: Buffer;
}

/** Merges sources in order; of equal keys that of the earlier source comes first. */
export function* mergeRows(sources: readonly Iterator<Keyed | undefined>[]): Rows {
  const heads: { readonly one: Keyed; readonly at: number }[] = [];
  function* advance(at: number): Rows {
    for (let next = sources[at]?.next(); next && !next.done; next = sources[at]?.next()) {
      const one = next.value;
      if (!one) {
        yield undefined;
        continue;
      }
      const isBefore = (other: (typeof heads)[number]): boolean =>
        (Buffer.compare(one.key, other.one.key) || at - other.at) < 0;
      const before = heads.findIndex(isBefore);
      heads.splice(before < 0 ? heads.length : before, 0, { one, at });
      return;
    }
  }
  for (let at = 0; at < sources.length; at++) yield* advance(at);
  for (let first = heads.shift(); first; first = heads.shift()) {
    yield first.one.row;
    yield* advance(first.at);
  }
}
