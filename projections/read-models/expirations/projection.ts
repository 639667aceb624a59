import type { Projection } from '../../projection.ts';

export type ExpirationsDocument = Readonly<{
  account_id: string;
  /** The submissions that were not completed in time. */
  expired: number;
  /** Of these, by the id of the field that was answered last; those without an answer are missing. */
  by_field: Readonly<Record<string, number>>;
  /** When the last of them was erased. */
  updated_at: string;
}>;

/**
 * The submissions of each form that expired, and where people had stopped. It is counted from the facts that outlive the
 * submissions, so that a rebuild counts the same.
 */
export const expirations: Projection<ExpirationsDocument> = {
  name: 'expirations',
  version: 1,
  streamPrefixes: ['audit-'],
  indexes: [{ keys: { account_id: 1, updated_at: -1, _id: -1 } }],
  accountListing: { at: 'updated_at' },
  key: ({ event }) => (event.type === 'SubmissionErased' && event.data.expired ? event.data.formId : null),
  on: {
    SubmissionErased: (doc, { event: { data }, metadata }) => {
      const { expired = 0, by_field = {} }: Partial<ExpirationsDocument> = doc ?? {};
      const lastFieldId = data.expired?.lastFieldId ?? null;
      return {
        account_id: metadata.accountId,
        expired: expired + 1,
        by_field:
          lastFieldId === null ? by_field : { ...by_field, [lastFieldId]: (by_field[lastFieldId] ?? 0) + 1 },
        updated_at: data.at,
      };
    },
  },
};
