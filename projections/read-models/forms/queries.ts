import { type FormStatus, formStatuses } from '../../../domain/form/decider.ts';
import type { CollectionOf, Stored } from '../../collections.ts';
import {
  byId,
  olderThan,
  type Page,
  type PageRequest,
  readPage,
  type View,
  view,
} from '../../queries/keyset.ts';
import { submissionCounts } from '../submissions/submission-counts.ts';
import { type AskedQuestionQueries, askedQuestionQueries } from './asked-questions.ts';
import { type FormDocument, forms } from './projection.ts';

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

export interface FormQueries extends AskedQuestionQueries {
  /** Lists an account's forms by (created_at, id), newest first, without fields and descriptions. */
  list(accountId: string, filter: FormFilter): Promise<Page<FormSummary>>;
  /** Returns a form; of any account if `accountId` is null. */
  get(accountId: string | null, id: string): Promise<FormView | null>;
  /**
   * Returns the id of the form that has the address of a slug alone, in any status; null if none has. Only forms that
   * earlier releases published have such an address.
   */
  idOfBareSlug(slug: string): Promise<string | null>;
  /** Returns the ids of the account's forms with a slug. */
  withSlug(accountId: string, slug: string): Promise<readonly string[]>;
  /** Returns the titles of forms by id; of any account if `accountId` is null. */
  titles(accountId: string | null, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns those of the given forms that exist and belong to the account beside them, in any order. */
  some(requested: readonly OwnedId[]): Promise<readonly FormView[]>;
}

export function formQueries(collectionOf: CollectionOf): FormQueries {
  const collection = collectionOf(forms);
  const counts = submissionCounts(collectionOf);
  return {
    ...askedQuestionQueries(collection),
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
    async withSlug(accountId, slug) {
      const found = collection
        .find({ account_id: accountId, slug })
        .limit(2)
        .project<{ _id: string }>({ _id: 1 });
      return (await found.toArray()).map(({ _id }) => _id);
    },
    async idOfBareSlug(slug) {
      const found = await collection
        .find({ bare_slug: slug, first_published: { $gt: '' } })
        .sort({ first_published: 1 })
        .limit(1)
        .project<{ _id: string }>({ _id: 1 })
        .toArray();
      return found[0]?._id ?? null;
    },
    async titles(accountId, ids) {
      if (ids.length === 0) return new Map();
      const found = collection.find(
        {
          _id: { $in: [...new Set(ids)] },
          ...(accountId !== null && { account_id: accountId }),
          _deleted: { $exists: false },
        },
        { projection: { title: 1 } },
      );
      return new Map((await found.toArray()).map(({ _id, title }) => [_id, title]));
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
