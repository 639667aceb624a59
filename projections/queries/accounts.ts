import { accounts, type AccountDocument } from '../accounts.ts';
import type { ReadStore } from '../read-store.ts';
import { olderThan, one, readPage, view, type Page, type PageRequest, type View } from './keyset.ts';

export type AccountView = View<AccountDocument>;

export interface AccountQueries {
  /** All accounts by (created_at, id), newest first. */
  list(request: PageRequest): Promise<Page<AccountView>>;
  get(id: string): Promise<AccountView | null>;
}

export function accountQueries(store: ReadStore): AccountQueries {
  const collection = store.collection(accounts);
  return {
    async list({ limit, after }) {
      const cursor = collection.find(olderThan('created_at', after)).sort({ created_at: -1, _id: -1 });
      return readPage(cursor, limit, (account) => account.created_at);
    },
    async get(id) {
      const found = await collection.findOne(one(null, id));
      return found && view(found);
    },
  };
}
