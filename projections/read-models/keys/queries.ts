import type { CollectionOf } from '../../collections.ts';
import {
  byId,
  olderThan,
  type Page,
  type PageRequest,
  readPage,
  type View,
  view,
} from '../../queries/keyset.ts';
import { type KeyDocument, keys } from './projection.ts';

export type KeyView = View<KeyDocument>;

export interface KeyQueries {
  /** Lists an account's API keys by (created_at, id), newest first, including revoked keys. */
  list(accountId: string, request: PageRequest): Promise<Page<KeyView>>;
  /** Returns a key; of any account if `accountId` is null. */
  get(accountId: string | null, id: string): Promise<KeyView | null>;
}

export function keyQueries(collectionOf: CollectionOf): KeyQueries {
  const collection = collectionOf(keys);
  return {
    async list(accountId, { limit, after }) {
      const cursor = collection
        .find({ account_id: accountId, ...olderThan('created_at', after) })
        .sort({ created_at: -1, _id: -1 });
      return readPage(cursor, limit, (key) => key.created_at);
    },
    async get(accountId, id) {
      const found = await collection.findOne(byId(accountId, id));
      return found && view(found);
    },
  };
}
