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
import { type AccountDocument, accounts } from './projection.ts';

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
