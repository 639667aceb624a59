import type { Pace } from '../../../domain/notice/kinds.ts';
import type { CollectionOf } from '../../collections.ts';
import type { Projection } from '../../projection.ts';
import { within } from '../../queries/keyset.ts';
import { submissionIndexes } from '../submissions/document.ts';
import { submissions } from '../submissions/projection.ts';

/** The name and the version of the planner's documents, one for each account with members. */
export const recipientDocuments = { name: 'notice-planner', version: 2 } as const;
export const digestIndex = { keys: { has_digests: 1 }, sparse: true } as const;

/** The part of them that digests need. */
type Readers = Readonly<{
  people: readonly Readonly<{
    personId: string;
    role: string | null;
    mail: { readonly submissions: Pace | null };
    chat: { readonly submissions: Pace | null };
  }>[];
  has_digests?: true;
}>;

const readersOfPlanner: Projection<Readers> = {
  ...recipientDocuments,
  on: {},
  key: () => null,
  indexes: [],
  streamPrefixes: [],
};

/** A member who gets digests, with the pace of each channel. */
export interface DigestReader {
  readonly accountId: string;
  readonly personId: string;
  readonly mail: Pace | null;
  readonly chat: Pace | null;
}

export interface DigestQueries {
  /** Lists the members who get digests, of all accounts. */
  readers(): Promise<readonly DigestReader[]>;
  /** Counts the complete submissions of an account by form, the form with the most first; imports are left out. */
  counts(
    accountId: string,
    stretch: { readonly since: string; readonly until: string },
  ): Promise<readonly { readonly formId: string; readonly count: number }[]>;
}

/** @param rowsIn the collections of process managers, which have no generations */
export const digestQueries =
  (rowsIn: CollectionOf) =>
  (collectionOf: CollectionOf): DigestQueries => {
    const rows = rowsIn(readersOfPlanner);
    const counted = collectionOf(submissions);
    return {
      async readers() {
        const found = await rows.find({ has_digests: true }, { hint: digestIndex.keys }).toArray();
        return found.flatMap(({ _id: accountId, people }) =>
          people
            .filter(({ role }) => role !== null)
            .map(({ personId, mail, chat }) => ({
              accountId,
              personId,
              mail: mail.submissions,
              chat: chat.submissions,
            })),
        );
      },
      async counts(accountId, { since, until }) {
        const groups = counted.aggregate<{ _id: string; count: number }>(
          [
            {
              $match: {
                account_id: accountId,
                is_complete: true,
                ...within('submitted_at', since, until),
                imported_at: { $exists: false },
              },
            },
            { $group: { _id: '$form_id', count: { $sum: 1 } } },
          ],
          { hint: submissionIndexes.ofAccount },
        );
        const found = (await groups.toArray()).map(({ _id: formId, count }) => ({ formId, count }));
        return found.sort((a, b) => b.count - a.count || (a.formId < b.formId ? -1 : 1));
      },
    };
  };
