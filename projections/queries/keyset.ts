import type { FindCursor } from 'mongodb';
import type { Stored } from '../collections.ts';

/** The place of one document in a list: what it is ordered by, and its id. */
export interface Keyset {
  readonly at: string;
  readonly id: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; null on the last. */
  readonly next: Keyset | null;
}

export interface PageRequest {
  readonly limit: number;
  /** The `next` of the page before. */
  readonly after?: Keyset | undefined;
}

/** A document as it is answered. */
export type View<D> = D & { readonly id: string };

/** The condition that leaves what a list ordered by `field` and `_id`, newest first, has beyond `after`. */
export const olderThan = (field: string, after: Keyset | undefined) => beyond(field, after, '$lt');

/** As `olderThan`, for a list that is ordered oldest first. */
export const newerThan = (field: string, after: Keyset | undefined) => beyond(field, after, '$gt');

/** The condition that a moment is in a period: from `since` on, before `until`. */
export function within(field: string, since: string | undefined, until: string | undefined) {
  if (since === undefined && until === undefined) return {};
  return {
    [field]: { ...(since !== undefined && { $gte: since }), ...(until !== undefined && { $lt: until }) },
  };
}

/** The first condition is a range of the index; the second only sorts out those of the very same moment. */
function beyond(field: string, after: Keyset | undefined, operator: '$lt' | '$gt') {
  if (!after) return {};
  const { at, id } = after;
  return {
    [field]: { [`${operator}e`]: at },
    $or: [{ [field]: { [operator]: at } }, { _id: { [operator]: id } }],
  };
}

/** The condition for one document that is there: of an account, or of any where that is null. */
export const one = (accountId: string | null, id: string) => ({
  _id: id,
  ...(accountId !== null && { account_id: accountId }),
  _deleted: { $exists: false },
});

/** Reads one page of an ordered cursor; one document more than asked for tells whether there is a next. */
export async function readPage<T extends Stored<object>>(
  cursor: FindCursor<T>,
  limit: number,
  at: (doc: T) => string,
): Promise<Page<View<Omit<T, keyof Stored<object>>>>> {
  const found = await cursor.limit(limit + 1).toArray();
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(view), next: last ? { at: at(last), id: last._id } : null };
}

/** A stored document as it is answered: its id by name, and nothing of the frame. */
export function view<T extends Stored<object>>(doc: T): View<Omit<T, keyof Stored<object>>> {
  const { _id: id, _position, _deleted, ...rest } = doc;
  return { id, ...rest };
}
