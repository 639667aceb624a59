import type { Projection } from '../../projection.ts';

export type ExpirationsDocument = Readonly<{
  account_id: string;
  /** The submissions that were not completed in time. */
  expired: number;
  /** Of these, by the id of the field that was answered last; those without an answer are missing. */
  by_field: Readonly<Record<string, number>>;
}>;

/**
 * The submissions of each form that expired, and where people had stopped. It is counted from the facts that outlive the
 * submissions, so that a rebuild counts the same.
 */
export const expirations: Projection<ExpirationsDocument> = {
  name: 'expirations',
  version: 1,
  streamPrefixes: ['audit-'],
  indexes: [],
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
      };
    },
  },
};
