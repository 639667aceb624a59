import type { Payment } from '../../../domain/submission/events.ts';
import { isSamePayment } from '../../../domain/submission/judge-payment.ts';
import type { FormDefinitions } from '../../../log/form-definitions.ts';
import type { CollectionOf, Stored } from '../../collections.ts';
import { hinted } from '../../queries/hinted.ts';
import {
  byId,
  newerThan,
  olderThan,
  type Page,
  readLargePage,
  readPage,
  type View,
  view,
  within,
} from '../../queries/keyset.ts';
import { type CountQueries, countQueries } from './counted-submissions.ts';
import { paymentIndex, type SubmissionDocument, submissionIndexes } from './document.ts';
import { type SubmissionView, titleAtThatTime, withDisplay } from './labelled-submissions.ts';
import { type Listed, listedFields, ofProgress, type SubmissionFilter } from './listed-submissions.ts';
import { type MatchingQueries, matchingQueries } from './matching-submissions.ts';
import { openPresentTitles } from './present-titles.ts';
import { submissions } from './projection.ts';

/** A submission without its answers. */
export type SubmissionSummary = Pick<
  SubmissionView,
  'id' | 'form_id' | 'form_title' | 'is_complete' | 'submitted_at' | Progress
>;

/** The members of a submission that was begun before it was complete, or corrected. */
type Progress = 'started_at' | 'saved_at' | 'expires_at' | 'corrected_at' | 'corrections';

export type { CountedFilter } from './counted-submissions.ts';
export type { SubmissionView } from './labelled-submissions.ts';
export type { SubmissionFilter } from './listed-submissions.ts';
export { type OriginChoice, originChoices, type SubmissionOrigin } from './matching-submissions.ts';

export interface SubmissionQueries extends MatchingQueries, CountQueries {
  /** Returns those of some ids that are of submissions, and whether these are complete. */
  existing(ids: readonly string[]): Promise<ReadonlyMap<string, { readonly isComplete: boolean }>>;
  /**
   * Lists an account's submissions by (submitted_at, id), newest first, without answers. `form_title` is the
   * form's present title.
   */
  list(accountId: string, filter: SubmissionFilter): Promise<Page<SubmissionSummary>>;
  /**
   * Lists a form's submissions by (submitted_at, id), oldest first, with answers and the form's title at that
   * time.
   */
  oldestFirst(
    accountId: string,
    formId: string,
    page: Pick<SubmissionFilter, 'limit' | 'after' | 'since' | 'until' | 'isComplete' | 'status'>,
  ): Promise<Page<SubmissionView>>;
  /** Lists a form's submissions as `list` does, with answers. */
  newestFirst(
    accountId: string,
    filter: Pick<SubmissionFilter, 'limit' | 'after' | 'since' | 'until' | 'isComplete' | 'status'> & {
      readonly formId: string;
    },
  ): Promise<Page<SubmissionView>>;
  /** Returns a submission with the form's present title; of any account if `accountId` is null. */
  get(accountId: string | null, id: string): Promise<SubmissionView | null>;
  /** Returns the ids of an account's submissions that are paid with a payment. */
  paidWith(accountId: string, payment: Pick<Payment, 'id' | 'provider'>): Promise<readonly string[]>;
}

/** @param definitions the forms as they were answered */
export const submissionQueries =
  (definitions: FormDefinitions) =>
  (collectionOf: CollectionOf): SubmissionQueries => {
    const collection = collectionOf(submissions);
    const presentTitles = openPresentTitles(collectionOf);

    async function summaries(items: readonly View<Listed>[]): Promise<SubmissionSummary[]> {
      const titles = await presentTitles(items);
      const shown: SubmissionSummary[] = [];
      for (const item of items) {
        const { form_revision: _, form_definition: __, ...summary } = item;
        const form_title = titles.get(item.form_id) ?? (await titleAtThatTime(definitions, item));
        shown.push({ ...summary, form_title });
      }
      return shown;
    }

    const labelledPage = async ({ items, next }: Page<View<SubmissionDocument>>) => ({
      items: await Promise.all(items.map((item) => withDisplay(definitions, item))),
      next,
    });

    return {
      ...countQueries(collectionOf),
      ...matchingQueries(collectionOf, definitions),
      async existing(ids) {
        if (ids.length === 0) return new Map();
        const found = collection
          .find({ _id: { $in: [...ids] }, account_id: { $exists: true } })
          .project<Pick<SubmissionDocument, 'is_complete'> & { _id: string }>({ is_complete: 1 });
        return new Map(
          (await found.toArray()).map(({ _id, is_complete: isComplete }) => [_id, { isComplete }]),
        );
      },
      async list(accountId, { formId, since, until, isComplete, status, limit, after }) {
        const page = await hinted((isHinted) => {
          const cursor = collection
            .find({
              $and: [
                {
                  account_id: accountId,
                  ...(formId !== undefined && { form_id: formId }),
                  ...ofProgress({ isComplete, status }),
                  ...within('submitted_at', since, until),
                },
                olderThan('submitted_at', after),
              ],
            })
            .sort({ submitted_at: -1, _id: -1 })
            .project<Stored<Listed>>(listedFields);
          if (isHinted)
            cursor.hint(formId === undefined ? submissionIndexes.ofAccount : submissionIndexes.ofForm);
          return readPage(cursor, limit, (submission) => submission.submitted_at);
        });
        return { ...page, items: await summaries(page.items) };
      },
      async oldestFirst(accountId, formId, { limit, after, since, until, isComplete, status }) {
        const page = await hinted((isHinted) => {
          const ofForm = {
            account_id: accountId,
            form_id: formId,
            ...ofProgress({ isComplete, status }),
          };
          const cursor = collection
            .find({
              $and: [
                { ...ofForm, ...within('submitted_at', since, until) },
                newerThan('submitted_at', after),
              ],
            })
            .sort({ submitted_at: 1, _id: 1 });
          if (isHinted) cursor.hint(submissionIndexes.ofForm);
          return readLargePage(cursor, limit, (submission) => submission.submitted_at);
        });
        return labelledPage(page);
      },
      async newestFirst(accountId, { formId, since, until, limit, after, isComplete, status }) {
        const page = await hinted((isHinted) => {
          const ofForm = {
            account_id: accountId,
            form_id: formId,
            ...ofProgress({ isComplete, status }),
          };
          const cursor = collection
            .find({
              $and: [
                { ...ofForm, ...within('submitted_at', since, until) },
                olderThan('submitted_at', after),
              ],
            })
            .sort({ submitted_at: -1, _id: -1 });
          if (isHinted) cursor.hint(submissionIndexes.ofForm);
          return readLargePage(cursor, limit, (submission) => submission.submitted_at);
        });
        return labelledPage(page);
      },
      async get(accountId, id) {
        const found = await collection.findOne({ ...byId(accountId, id), form_id: { $exists: true } });
        if (!found) return null;
        const submission = await withDisplay(definitions, view(found));
        const titles = await presentTitles([submission]);
        return { ...submission, form_title: titles.get(submission.form_id) ?? submission.form_title };
      },
      async paidWith(accountId, paid) {
        const found = await hinted((isHinted) =>
          collection
            .find(
              { account_id: accountId, 'payment.id': paid.id },
              isHinted ? { hint: paymentIndex.keys } : {},
            )
            .project<Stored<Pick<SubmissionDocument, 'payment'>>>({ payment: 1 })
            .toArray(),
        );
        return found
          .filter(({ payment }) => payment !== null && isSamePayment(payment, paid))
          .map(({ _id }) => _id);
      },
    };
  };
