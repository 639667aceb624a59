import type { CollectionOf } from '../../collections.ts';
import type { Document } from '../../projection.ts';
import { countsByForm, submissions } from '../submissions/projection.ts';
import { expirations } from './projection.ts';

/** Numbers of submissions, by the id of the field that was answered last; null for no field. */
export type ByField = ReadonlyMap<string | null, number>;

/** What became of the submissions of a form that were begun before they were complete. Erased ones count only if they expired. */
export interface Completion {
  readonly completed: number;
  /** Those that may still be completed, and those that expired. */
  readonly open: ByField;
  readonly expired: ByField;
}

export interface CompletionQueries {
  /** Returns what became of the submissions of a form. */
  completion(accountId: string, formId: string): Promise<Completion>;
}

export function completionQueries(collectionOf: CollectionOf): CompletionQueries {
  const ofSubmissions = collectionOf<Document>(submissions);
  const ofExpirations = collectionOf(expirations);

  async function openByField(accountId: string, formId: string): Promise<ByField> {
    const groups = ofSubmissions.aggregate<{ _id: string | null; count: number }>([
      { $match: { account_id: accountId, form_id: formId, is_complete: false } },
      { $group: { _id: '$last_field_id', count: { $sum: 1 } } },
    ]);
    return new Map((await groups.toArray()).map(({ _id, count }) => [_id, count]));
  }

  async function expiredByField(accountId: string, formId: string): Promise<ByField> {
    const found = await ofExpirations.findOne({ _id: formId, account_id: accountId });
    if (!found) return new Map();
    const named = Object.entries(found.by_field);
    const unnamed = named.reduce((rest, [, count]) => rest - count, found.expired);
    return new Map<string | null, number>(unnamed > 0 ? [...named, [null, unnamed]] : named);
  }

  return {
    async completion(accountId, formId) {
      const [count, open, expired] = await Promise.all([
        ofSubmissions.findOne({ _id: countsByForm.prefix + formId }),
        openByField(accountId, formId),
        expiredByField(accountId, formId),
      ]);
      return { completed: Number(count?.['begun'] ?? 0), open, expired };
    },
  };
}
