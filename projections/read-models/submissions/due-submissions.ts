import type { CollectionOf, Stored } from '../../collections.ts';
import { expiryIndex, type SubmissionDocument } from './document.ts';
import { submissions } from './projection.ts';

/** A submission that was not completed in time. */
export interface DueSubmission {
  readonly id: string;
  readonly accountId: string;
}

export interface DueSubmissionQueries {
  /** Returns the submissions that expire by a time, ISO 8601, the first to expire first. */
  due(at: string, limit: number): Promise<readonly DueSubmission[]>;
}

export function dueSubmissionQueries(collectionOf: CollectionOf): DueSubmissionQueries {
  const collection = collectionOf(submissions);
  return {
    async due(at, limit) {
      const found = collection
        .find({ expires_at: { $lte: at } }, { hint: expiryIndex.keys })
        .sort({ expires_at: 1 })
        .limit(limit)
        .project<Stored<Pick<SubmissionDocument, 'account_id'>>>({ account_id: 1 });
      return (await found.toArray()).map(({ _id: id, account_id: accountId }) => ({ id, accountId }));
    },
  };
}
