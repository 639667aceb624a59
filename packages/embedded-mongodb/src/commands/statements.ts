import { type Server } from '../command.ts';
import { fieldsOf, type Filter, matches } from '../query/filter.ts';
import { type Row } from '../query/rows.ts';
import { type Documents } from '../storage/documents.ts';
import { type TimeLimit, visitAll } from '../time-limit.ts';
import { decodeFields } from '../wire/decode.ts';
import { type Value } from '../wire/value.ts';
import { select } from './find.ts';

/** What a statement did to one document, or to several. */
export interface Done {
  readonly n: number;
  readonly modified?: number;
  readonly upsertedId?: Value;
  /** The document to be answered. */
  readonly value?: Buffer | undefined;
}

/** One change of a write. */
export interface Statement {
  /** Which document it changes, or which ones; none for a new one. */
  readonly filter?: Filter;
  readonly multi?: boolean;
  /** Changes a document, within a transaction; or does what is to be done where there is none. */
  apply(documents: Documents, row: Row | undefined): Done;
}

/** Most writes are about one known document, and need no search to find it. */
export const needsSearch = ({ filter, multi = false }: Statement): boolean =>
  filter !== undefined && (multi || idIn(filter) === undefined);

export function rowOf(documents: Documents, { filter }: Statement): Row | undefined {
  const id = filter && idIn(filter);
  const row = id === undefined ? undefined : documents.find(id);
  return row && filter && isMatch(filter, row) ? row : undefined;
}

/** A document that was seen before the transaction, if it is there and matches still. */
export function matchAt(documents: Documents, place: Buffer, filter: Filter): Row | undefined {
  const row = documents.at(place);
  return row && isMatch(filter, row) ? row : undefined;
}

const isMatch = (filter: Filter, { bytes }: Row): boolean =>
  matches(filter, decodeFields(bytes, new Set(fieldsOf(filter))));

/** The `_id` that a filter asks for, if it names one. */
function idIn(filter: Filter): Value | undefined {
  if (filter.kind === 'condition')
    return filter.path === '_id' && filter.operator === '$eq' ? filter.operand : undefined;
  if (filter.kind === 'or') return undefined;
  for (const part of filter.of) {
    const id = idIn(part);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Where the documents are that a statement changes. */
export async function search(
  server: Server,
  namespace: string,
  { multi = false }: Statement,
  filter: Filter,
  limit: TimeLimit,
): Promise<Buffer[]> {
  const places: Buffer[] = [];
  const rows = select(server, namespace, { filter, sort: [], skip: 0, limit: multi ? 0 : 1 });
  await visitAll(rows, limit, ({ place }) => places.push(Buffer.from(place)));
  return places;
}
