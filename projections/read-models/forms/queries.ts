import { formStatuses, type FormStatus } from '../../../domain/form/decider.ts';
import { forms, type FormDocument } from './projection.ts';
import type { CollectionOf, Stored } from '../../collections.ts';
import {
  olderThan,
  byId,
  readPage,
  view,
  type Page,
  type PageRequest,
  type View,
} from '../../queries/keyset.ts';
import { submissionCounts } from '../submissions/submission-counts.ts';

type Counted = Readonly<{ submission_count: number }>;
export type FormView = View<FormDocument> & Counted;
type Summary = Omit<FormDocument, 'fields' | 'description'>;
export type FormSummary = View<Summary> & Counted;

export interface FormFilter extends PageRequest {
  readonly status?: FormStatus | undefined;
}

/** The id of a form and of the account that requests it. */
export interface OwnedId {
  readonly id: string;
  readonly accountId: string;
}

export interface FormQueries {
  /** Lists an account's forms by (created_at, id), newest first, without fields and descriptions. */
  list(accountId: string, filter: FormFilter): Promise<Page<FormSummary>>;
  /** Returns a form; of any account if `accountId` is null. */
  get(accountId: string | null, id: string): Promise<FormView | null>;
  /** Returns the id of the form that was published first under a slug, in any status; null if none was. */
  idOfSlug(slug: string): Promise<string | null>;
  /** Returns those of the given forms that exist and belong to the account beside them, in any order. */
  some(requested: readonly OwnedId[]): Promise<readonly FormView[]>;
}

export function formQueries(collectionOf: CollectionOf): FormQueries {
  const collection = collectionOf(forms);
  const counts = submissionCounts(collectionOf);
  return {
    async list(accountId, { status, limit, after }) {
      const cursor = collection
        .find({
          account_id: accountId,
          status: { $in: status === undefined ? [...formStatuses] : [status] },
          ...olderThan('created_at', after),
        })
        .sort({ created_at: -1, _id: -1 })
        .project<Stored<Summary>>({ fields: 0, description: 0 });
      const page = await readPage(cursor, limit, (form) => form.created_at);
      const stored = await counts.of(page.items.map(({ id }) => id));
      return { ...page, items: await counts.join(page.items, stored) };
    },
    async get(accountId, id) {
      const [found, stored] = await Promise.all([collection.findOne(byId(accountId, id)), counts.of([id])]);
      const [form] = await counts.join(found ? [view(found)] : [], stored);
      return form ?? null;
    },
    async idOfSlug(slug) {
      const found = await collection
        .find({ slug, first_published: { $gt: '' } })
        .sort({ first_published: 1 })
        .limit(1)
        .project<{ _id: string }>({ _id: 1 })
        .toArray();
      return found[0]?._id ?? null;
    },
    async some(requested) {
      const ids = [...new Set(requested.map(({ id }) => id))];
      const isWanted = new Set(requested.map(({ id, accountId }) => `${accountId}/${id}`));
      const [found, stored] = await Promise.all([
        collection.find({ _id: { $in: ids }, _deleted: { $exists: false } }).toArray(),
        counts.of(ids),
      ]);
      // A form of another account costs no more than a form that does not exist.
      const owned = found.map(view).filter(({ id, account_id }) => isWanted.has(`${account_id}/${id}`));
      return counts.join(owned, stored);
    },
  };
}
