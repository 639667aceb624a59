import type { CollectionOf } from '../../collections.ts';
import { hinted } from '../../queries/hinted.ts';
import { within } from '../../queries/keyset.ts';
import { submissionIndexes } from './document.ts';
import { ofProgress, type SubmissionFilter } from './listed-submissions.ts';
import { submissions } from './projection.ts';

/** The times of submission, from `since` (included) to `until` (excluded), ISO 8601, and how far to count. */
export interface CountedRange {
  readonly since: string;
  readonly until: string;
  readonly limit: number;
}

export interface CountedFilter extends Pick<
  SubmissionFilter,
  'since' | 'until' | 'isComplete' | 'status' | 'limit'
> {
  /** Counts only submissions that have one of these ids. */
  readonly among?: readonly string[] | undefined;
}

export interface CountQueries {
  /** Counts a form's complete submissions of a range; at most `limit` of them. */
  countOfForm(accountId: string, formId: string, range: CountedRange): Promise<number>;
  /** Counts the complete submissions of an account as `countOfForm` does. */
  countOfAccount(accountId: string, range: CountedRange): Promise<number>;
  /** Counts a form's submissions that satisfy a filter, complete or not; at most `limit` of them. */
  countListed(accountId: string, formId: string, filter: CountedFilter): Promise<number>;
}

export function countQueries(collectionOf: CollectionOf): CountQueries {
  const collection = collectionOf(submissions);
  const count = (accountId: string, formId: string | null, { since, until, limit }: CountedRange) =>
    hinted((isHinted) =>
      collection.countDocuments(
        {
          account_id: accountId,
          ...(formId !== null && { form_id: formId }),
          is_complete: true,
          ...within('submitted_at', since, until),
        },
        {
          limit,
          ...(isHinted && { hint: formId === null ? submissionIndexes.ofAccount : submissionIndexes.ofForm }),
        },
      ),
    );
  return {
    countOfForm: (accountId, formId, range) => count(accountId, formId, range),
    countOfAccount: (accountId, range) => count(accountId, null, range),
    countListed: (accountId, formId, { since, until, isComplete, status, among, limit }) =>
      hinted((isHinted) =>
        collection.countDocuments(
          {
            account_id: accountId,
            form_id: formId,
            ...ofProgress({ isComplete, status }),
            ...within('submitted_at', since, until),
            ...(among && { _id: { $in: [...among] } }),
          },
          { limit, ...(isHinted && !among && { hint: submissionIndexes.ofForm }) },
        ),
      ),
  };
}
