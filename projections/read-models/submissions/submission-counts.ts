import type { CollectionOf } from '../../collections.ts';
import type { Document } from '../../projection.ts';
import { countsByForm, submissions } from './projection.ts';

type Counts = ReadonlyMap<string, number>;
type Counted = Readonly<{ id: string; account_id: string }>;

const countId = (formId: string): string => countsByForm.prefix + formId;

/** Joins forms with the number of their complete submissions. */
export interface SubmissionCounts {
  /** Returns the stored counts of some forms by form id; a form without submissions has no entry. */
  of(formIds: readonly string[]): Promise<Counts>;
  /** Adds `submission_count` to each form. Forms without a stored count are counted. */
  join<F extends Counted>(forms: readonly F[], counts: Counts): Promise<(F & { submission_count: number })[]>;
}

export function submissionCounts(collectionOf: CollectionOf): SubmissionCounts {
  const collection = collectionOf<Document>(submissions);

  /**
   * Counts the complete submissions themselves. A form without a stored count nearly always has no submissions; only
   * while the first version that stores counts is being built, readers use the previous version, which has
   * none.
   */
  async function counted(forms: readonly Counted[]): Promise<Counts> {
    if (forms.length === 0) return new Map();
    const accounts = [...new Set(forms.map((form) => form.account_id))];
    const groups = collection.aggregate<{ _id: string; count: number }>([
      {
        $match: {
          account_id: { $in: accounts },
          form_id: { $in: forms.map(({ id }) => id) },
          is_complete: true,
        },
      },
      { $group: { _id: '$form_id', count: { $sum: 1 } } },
    ]);
    return new Map((await groups.toArray()).map(({ _id, count }) => [_id, count]));
  }

  return {
    async of(formIds) {
      if (formIds.length === 0) return new Map();
      const found = await collection
        .find({ _id: { $in: formIds.map(countId) } })
        .project<{ _id: string; count: number }>({ count: 1 })
        .toArray();
      return new Map(found.map(({ _id, count }) => [_id.slice(countsByForm.prefix.length), count]));
    },
    async join(forms, counts) {
      const rest = await counted(forms.filter(({ id }) => !counts.has(id)));
      return forms.map((form) => ({
        ...form,
        submission_count: counts.get(form.id) ?? rest.get(form.id) ?? 0,
      }));
    },
  };
}
