import type { Collection } from 'mongodb';
import type { FormQuestions } from '../../../domain/destination/resolve-questions.ts';
import { formStatuses } from '../../../domain/form/decider.ts';
import { askedQuestions } from '../../../domain/form/definition.ts';
import type { Stored } from '../../collections.ts';
import type { FormDocument } from './projection.ts';

/** The questions that forms ask now. */
export interface AskedQuestionQueries {
  /** Returns the questions of the given forms that exist, in any order. */
  askedBy(formIds: readonly string[]): Promise<readonly FormQuestions[]>;
  /** Returns the questions of all forms of an account, in any order. */
  askedInAccount(accountId: string): Promise<readonly FormQuestions[]>;
  /** Returns published forms of an account beside the given ones. */
  otherPublished(
    accountId: string,
    formIds: readonly string[],
    limit: number,
  ): Promise<readonly Pick<FormQuestions, 'id' | 'title'>[]>;
}

type Asking = Pick<FormDocument, 'title' | 'fields'> & { readonly _id: string };

export function askedQuestionQueries(collection: Collection<Stored<FormDocument>>): AskedQuestionQueries {
  const questionsOf = ({ _id: id, title, fields }: Asking): FormQuestions => ({
    id,
    title,
    questions: askedQuestions(fields),
  });
  const asking = { title: 1, fields: 1 };
  return {
    async askedBy(formIds) {
      if (formIds.length === 0) return [];
      const found = collection
        .find({ _id: { $in: [...new Set(formIds)] }, _deleted: { $exists: false } })
        .project<Asking>(asking);
      return (await found.toArray()).map(questionsOf);
    },
    async askedInAccount(accountId) {
      const asked: FormQuestions[] = [];
      const found = collection
        .find({ account_id: accountId, status: { $in: [...formStatuses] } })
        .project<Asking>(asking);
      // One after the other: a form has up to a megabyte.
      for await (const form of found) asked.push(questionsOf(form));
      return asked;
    },
    async otherPublished(accountId, formIds, limit) {
      const found = collection
        .find({ account_id: accountId, status: 'published', _id: { $nin: [...formIds] } })
        .limit(limit)
        .project<{ _id: string; title: string }>({ title: 1 });
      return (await found.toArray()).map(({ _id: id, title }) => ({ id, title }));
    },
  };
}
