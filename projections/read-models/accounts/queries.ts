import { accounts, type AccountDocument } from './projection.ts';
import type { CollectionOf } from '../../collections.ts';
import {
  olderThan,
  byId,
  readPage,
  view,
  type Page,
  type PageRequest,
  type View,
} from '../../queries/keyset.ts';

export type AccountView = View<AccountDocument>;

export interface AccountQueries {
  /** Lists all accounts by (created_at, id), newest first. */
  list(request: PageRequest): Promise<Page<AccountView>>;
  /** Returns an account; null if there is no such account. */
  get(id: string): Promise<AccountView | null>;
}

export function accountQueries(collectionOf: CollectionOf): AccountQueries {
  const collection = collectionOf(accounts);
  return {
    async list({ limit, after }) {
      const cursor = collection.find(olderThan('created_at', after)).sort({ created_at: -1, _id: -1 });
      return readPage(cursor, limit, (account) => account.created_at);
    },
    async get(id) {
      const found = await collection.findOne(byId(null, id));
      return found && view(found);
    },
  };
}
