import { forms, type FormDocument } from '../forms/projection.ts';
import type { CollectionOf, Stored } from '../../collections.ts';
import { submissionIndexes, submissions, type SubmissionDocument } from './projection.ts';
import { titled, withQuestions, type SubmissionView, type Titled } from './labelled-submissions.ts';
import type { FormDefinitions } from '../../../log/form-definitions.ts';
import { hinted } from '../../queries/hinted.ts';
import {
  newerThan,
  olderThan,
  byId,
  readPage,
  view,
  within,
  type Page,
  type PageRequest,
  type View,
} from '../../queries/keyset.ts';

type Summary = Omit<SubmissionDocument, 'answers'>;
export type SubmissionSummary = Titled<View<Summary>>;

export type { SubmissionView } from './labelled-submissions.ts';

export interface SubmissionFilter extends PageRequest {
  readonly formId?: string | undefined;
  /** Includes submissions at or after this time, ISO 8601. */
  readonly since?: string | undefined;
  /** Includes submissions before this time, ISO 8601. */
  readonly until?: string | undefined;
  readonly isComplete?: boolean | undefined;
}

export interface CountedRange {
  readonly since: string;
  readonly until: string;
  readonly limit: number;
}

export interface SubmissionQueries {
  /**
   * Lists an account's submissions by (submitted_at, id), newest first, without answers. `form_title` is the
   * form's present title.
   */
  list(accountId: string, filter: SubmissionFilter): Promise<Page<SubmissionSummary>>;
  /**
   * Lists a form's submissions by (submitted_at, id), oldest first, with answers and the form's title at that
   * time.
   */
  oldestFirst(accountId: string, formId: string, page: PageRequest): Promise<Page<SubmissionView>>;
  /** Lists a form's submissions as `list` does, with answers. */
  newestFirst(
    accountId: string,
    filter: Pick<SubmissionFilter, 'limit' | 'after' | 'since' | 'until'> & { readonly formId: string },
  ): Promise<Page<SubmissionView>>;
  /** Counts a form's submissions from `since` (included) to `until` (excluded), ISO 8601; at most `limit` of them. */
  countOfForm(accountId: string, formId: string, range: CountedRange): Promise<number>;
  /** Returns a submission with the form's present title; of any account if `accountId` is null. */
  get(accountId: string | null, id: string): Promise<SubmissionView | null>;
}

/** @param definitions the forms as they were answered */
export const submissionQueries =
  (definitions: FormDefinitions) =>
  (collectionOf: CollectionOf): SubmissionQueries => {
    const collection = collectionOf(submissions);
    const formsOf = collectionOf(forms);

    /** Joins the present titles, one look-up for a page: a changed title does not touch the submissions. */
    async function withTitles<S extends { form_id: string; form_title: string }>(
      items: readonly S[],
    ): Promise<S[]> {
      const ids = [...new Set(items.map((item) => item.form_id))];
      if (ids.length === 0) return [];
      const found = formsOf
        .find({ _id: { $in: ids } })
        .project<{ _id: string } & Pick<FormDocument, 'title'>>({ title: 1 });
      const titles = new Map((await found.toArray()).map(({ _id, title }) => [_id, title]));
      return items.map((item) => ({ ...item, form_title: titles.get(item.form_id) ?? item.form_title }));
    }

    const titledPage = async (items: readonly View<Summary>[]) =>
      withTitles(await Promise.all(items.map((item) => titled(definitions, item))));
    const labelledPage = async ({ items, next }: Page<View<SubmissionDocument>>) => ({
      items: await Promise.all(items.map((item) => withQuestions(definitions, item))),
      next,
    });

    return {
      async list(accountId, { formId, since, until, isComplete, limit, after }) {
        const page = await hinted((isHinted) => {
          const cursor = collection
            .find({
              $and: [
                {
                  account_id: accountId,
                  ...(formId !== undefined && { form_id: formId }),
                  is_complete: { $in: isComplete === undefined ? [true, false] : [isComplete] },
                  ...within('submitted_at', since, until),
                },
                olderThan('submitted_at', after),
              ],
            })
            .sort({ submitted_at: -1, _id: -1 })
            .project<Stored<Summary>>({ answers: 0 });
          if (isHinted)
            cursor.hint(formId === undefined ? submissionIndexes.ofAccount : submissionIndexes.ofForm);
          return readPage(cursor, limit, (submission) => submission.submitted_at);
        });
        return { ...page, items: await titledPage(page.items) };
      },
      async oldestFirst(accountId, formId, { limit, after }) {
        const page = await hinted((isHinted) => {
          const cursor = collection
            .find({
              $and: [
                { account_id: accountId, form_id: formId, is_complete: { $in: [true, false] } },
                newerThan('submitted_at', after),
              ],
            })
            .sort({ submitted_at: 1, _id: 1 });
          if (isHinted) cursor.hint(submissionIndexes.ofForm);
          return readPage(cursor, limit, (submission) => submission.submitted_at);
        });
        return labelledPage(page);
      },
      async newestFirst(accountId, { formId, since, until, limit, after }) {
        const page = await hinted((isHinted) => {
          const ofForm = { account_id: accountId, form_id: formId, is_complete: { $in: [true, false] } };
          const cursor = collection
            .find({
              $and: [
                { ...ofForm, ...within('submitted_at', since, until) },
                olderThan('submitted_at', after),
              ],
            })
            .sort({ submitted_at: -1, _id: -1 });
          if (isHinted) cursor.hint(submissionIndexes.ofForm);
          return readPage(cursor, limit, (submission) => submission.submitted_at);
        });
        return labelledPage(page);
      },
      countOfForm: (accountId, formId, { since, until, limit }) =>
        hinted((isHinted) =>
          collection.countDocuments(
            {
              account_id: accountId,
              form_id: formId,
              is_complete: { $in: [true, false] },
              ...within('submitted_at', since, until),
            },
            { limit, ...(isHinted && { hint: submissionIndexes.ofForm }) },
          ),
        ),
      async get(accountId, id) {
        const found = await collection.findOne({ ...byId(accountId, id), form_id: { $exists: true } });
        if (!found) return null;
        const [submission] = await withTitles([await withQuestions(definitions, view(found))]);
        return submission ?? null;
      },
    };
  };
