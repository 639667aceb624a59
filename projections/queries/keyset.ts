import type { FindCursor } from 'mongodb';
import { openTurns } from '../../async/turns.ts';
import type { Stored } from '../collections.ts';

/** The position of a document in a list: its sort value and its id. */
export interface Keyset {
  readonly at: string;
  readonly id: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** The keyset after which the next page begins; null on the last page. */
  readonly next: Keyset | null;
}

export interface PageRequest {
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly after?: Keyset | undefined;
}

/** A document as returned by a query. */
export type View<D> = D & { readonly id: string };

/**
 * Returns the filter for the documents after `after` in a list ordered by `field` and `_id`, newest first.
 */
export const olderThan = (field: string, after: Keyset | undefined) => afterKeyset(field, after, '$lt');

/**
 * Returns the filter for the documents after `after` in a list ordered by `field` and `_id`, oldest first.
 */
export const newerThan = (field: string, after: Keyset | undefined) => afterKeyset(field, after, '$gt');

/** Returns the filter for times from `since` (included) to `until` (excluded). */
export function within(field: string, since: string | undefined, until: string | undefined) {
  if (since === undefined && until === undefined) return {};
  return {
    [field]: { ...(since !== undefined && { $gte: since }), ...(until !== undefined && { $lt: until }) },
  };
}

/**
 * The first condition is a range of the index; the second only sorts out documents with the same sort value.
 */
function afterKeyset(field: string, after: Keyset | undefined, operator: '$lt' | '$gt') {
  if (!after) return {};
  const { at, id } = after;
  return {
    [field]: { [`${operator}e`]: at },
    $or: [{ [field]: { [operator]: at } }, { _id: { [operator]: id } }],
  };
}

/** Returns the filter for one document that is not deleted; of any account if `accountId` is null. */
export const byId = (accountId: string | null, id: string) => ({
  _id: id,
  ...(accountId !== null && { account_id: accountId }),
  _deleted: { $exists: false },
});

/** Reads one page of an ordered cursor. One document beyond the limit shows whether there is a next page. */
export async function readPage<T extends Stored<object>>(
  cursor: FindCursor<T>,
  limit: number,
  at: (doc: T) => string,
): Promise<Page<View<Omit<T, keyof Stored<object>>>>> {
  return pageOf(await cursor.limit(limit + 1).toArray(), limit, at);
}

/** As `readPage`, for documents of up to a megabyte: they are decoded a few at a time. */
export async function readLargePage<T extends Stored<object>>(
  cursor: FindCursor<T>,
  limit: number,
  at: (doc: T) => string,
): Promise<Page<View<Omit<T, keyof Stored<object>>>>> {
  const found: T[] = [];
  const turns = openTurns();
  for await (const doc of cursor.limit(limit + 1)) {
    found.push(doc);
    if (turns.isOver()) await turns.next();
  }
  return pageOf(found, limit, at);
}

function pageOf<T extends Stored<object>>(
  found: readonly T[],
  limit: number,
  at: (doc: T) => string,
): Page<View<Omit<T, keyof Stored<object>>>> {
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(view), next: last ? { at: at(last), id: last._id } : null };
}

/** Converts a stored document to the form that queries return: `id` instead of `_id`, without the frame. */
export function view<T extends Stored<object>>(doc: T): View<Omit<T, keyof Stored<object>>> {
  const { _id: id, _position, _deleted, ...rest } = doc;
  return { id, ...rest };
}
