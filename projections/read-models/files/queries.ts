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
import { type FileDocument, files } from './projection.ts';

export type FileView = View<FileDocument>;

export interface FileQueries {
  /** Lists an account's files by (received_at, id), newest first. */
  list(
    accountId: string,
    request: PageRequest & { readonly formId?: string | undefined },
  ): Promise<Page<FileView>>;
  /** Returns a file; of any account if `accountId` is null. */
  get(accountId: string | null, id: string): Promise<FileView | null>;
  /** Returns all files by id. @param after the id of the last one seen */
  all(after: string | null, limit: number): Promise<readonly FileView[]>;
  /** Returns the files that a submission has claimed, and those that it was about to drop. */
  ofSubmission(submissionId: string): Promise<readonly FileView[]>;
  /** Returns files that no submission has and that were received or dropped before a time, by id. @param after the id of the last one seen */
  freeBefore(time: string, after: string | null, limit: number): Promise<readonly FileView[]>;
  /** Returns files by (claimed_at, id) that were claimed after a place and before a time. */
  claimedBetween(
    after: { readonly at: string; readonly id: string },
    before: string,
    limit: number,
  ): Promise<readonly FileView[]>;
  /** Returns those of some contents that are of files. */
  contentsAmong(contentIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export function fileQueries(collectionOf: CollectionOf): FileQueries {
  const collection = collectionOf(files);
  return {
    async list(accountId, { formId, limit, after }) {
      const ofForm = formId === undefined ? {} : { form_id: formId };
      const cursor = collection
        .find({ account_id: accountId, ...ofForm, ...olderThan('received_at', after) })
        .sort({ received_at: -1, _id: -1 });
      return readPage(cursor, limit, (file) => file.received_at);
    },
    async get(accountId, id) {
      const found = await collection.findOne(byId(accountId, id));
      return found && view(found);
    },
    async all(after, limit) {
      const beyond = after === null ? {} : { _id: { $gt: after } };
      const cursor = collection
        .find({ account_id: { $exists: true }, ...beyond })
        .sort({ _id: 1 })
        .limit(limit);
      return (await cursor.toArray()).map(view);
    },
    async ofSubmission(submissionId) {
      const [claimed, dropped] = await Promise.all([
        collection.find({ submission_id: submissionId }).toArray(),
        collection.find({ dropped_by: submissionId }).toArray(),
      ]);
      return [...claimed, ...dropped].map(view);
    },
    async freeBefore(time, after, limit) {
      const beyond = after === null ? {} : { _id: { $gt: after } };
      const cursor = collection
        .find({ free_since: { $lt: time }, ...beyond })
        .sort({ _id: 1 })
        .limit(limit);
      return (await cursor.toArray()).map(view);
    },
    async claimedBetween({ at, id }, before, limit) {
      const cursor = collection
        .find({
          claimed_at: { $lt: before, $gte: at },
          $or: [{ claimed_at: { $gt: at } }, { _id: { $gt: id } }],
        })
        .sort({ claimed_at: 1, _id: 1 })
        .limit(limit);
      return (await cursor.toArray()).map(view);
    },
    async contentsAmong(contentIds) {
      if (contentIds.length === 0) return new Set();
      const found = collection
        .find({ content_id: { $in: [...contentIds] } })
        .project<{ content_id: string }>({ content_id: 1 });
      return new Set((await found.toArray()).map(({ content_id: id }) => id));
    },
  };
}
