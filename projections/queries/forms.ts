import type { FormStatus } from '../../domain/form/decider.ts';
import { forms, type FormDocument } from '../forms.ts';
import type { ReadStore, Stored } from '../read-store.ts';
import { olderThan, one, readPage, view, type Page, type PageRequest, type View } from './keyset.ts';

export type FormView = View<FormDocument>;
type Summary = Omit<FormDocument, 'fields' | 'description'>;
export type FormSummary = View<Summary>;

export interface FormFilter extends PageRequest {
  readonly status?: FormStatus | undefined;
}

export interface FormQueries {
  /** An account's forms by (created_at, id), newest first, without their fields and descriptions. */
  list(accountId: string, filter: FormFilter): Promise<Page<FormSummary>>;
  /** One form; of any account where `accountId` is null. */
  get(accountId: string | null, id: string): Promise<FormView | null>;
  /** Those of some forms that there are, of any accounts and in any order. */
  some(ids: readonly string[]): Promise<readonly FormView[]>;
}

export function formQueries(store: ReadStore): FormQueries {
  const collection = store.collection(forms);
  return {
    async list(accountId, { status, limit, after }) {
      const cursor = collection
        .find({ account_id: accountId, ...(status && { status }), ...olderThan('created_at', after) })
        .sort({ created_at: -1, _id: -1 })
        .project<Stored<Summary>>({ fields: 0, description: 0 });
      return readPage(cursor, limit, (form) => form.created_at);
    },
    async get(accountId, id) {
      const found = await collection.findOne(one(accountId, id));
      return found && view(found);
    },
    async some(ids) {
      const found = await collection.find({ _id: { $in: [...ids] }, _deleted: { $exists: false } }).toArray();
      return found.map(view);
    },
  };
}
