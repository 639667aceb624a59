import type { NoticeStatus } from '../../../domain/notice/state.ts';
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
import { type NoticeDocument, notices } from './projection.ts';

export type NoticeView = View<NoticeDocument>;

export interface NoticeQueries {
  /** Lists the notices of an account by (created_at, id), newest first; those to one person if `personId` is given. */
  list(
    accountId: string,
    request: PageRequest & {
      readonly personId?: string | undefined;
      readonly status?: NoticeStatus | undefined;
    },
  ): Promise<Page<NoticeView>>;
  /** Returns a notice; of any account if `accountId` is null. */
  get(accountId: string | null, id: string): Promise<NoticeView | null>;
}

export function noticeQueries(collectionOf: CollectionOf): NoticeQueries {
  const collection = collectionOf(notices);
  return {
    async list(accountId, { limit, after, personId, status }) {
      const cursor = collection
        .find({
          account_id: accountId,
          ...(personId !== undefined && { person_id: personId }),
          ...(status !== undefined && { status }),
          ...olderThan('created_at', after),
        })
        .sort({ created_at: -1, _id: -1 });
      return readPage(cursor, limit, (one) => one.created_at);
    },
    async get(accountId, id) {
      const found = await collection.findOne(byId(accountId, id));
      return found && view(found);
    },
  };
}
