import { idAfter, type Projection } from './projection.ts';

export type ErasureDocument = Readonly<{
  account_id: string;
  /** What was erased: a submission, or a delivery that told of it. */
  kind: 'submission' | 'delivery';
  submission_id: string;
  /** Null of a delivery. */
  form_id: string | null;
  erased_at: string;
  /** When nothing of it was left in the stores' files; null until then, and of a delivery. */
  completed_at: string | null;
}>;

/** What was erased, by its id: all that is known of it still. */
export const erasures: Projection<ErasureDocument> = {
  name: 'erasures',
  version: 1,
  streamPrefixes: ['audit-'],
  // What is to be carried out.
  indexes: [{ keys: { kind: 1, completed_at: 1, erased_at: 1, _id: 1 } }],
  key: ({ event, stream }) =>
    event.type === 'DeliveryErased'
      ? event.data.deliveryId
      : event.type === 'SubmissionErased' || event.type === 'ErasureCompleted'
        ? event.data.submissionId
        : idAfter('audit-', stream),
  on: {
    SubmissionErased: (_, { event: { data }, metadata }) => ({
      account_id: metadata.accountId,
      kind: 'submission',
      submission_id: data.submissionId,
      form_id: data.formId,
      erased_at: data.at,
      completed_at: null,
    }),
    DeliveryErased: (_, { event: { data }, metadata }) => ({
      account_id: metadata.accountId,
      kind: 'delivery',
      submission_id: data.submissionId,
      form_id: null,
      erased_at: data.at,
      completed_at: null,
    }),
    ErasureCompleted: (doc, { event }) => doc && { ...doc, completed_at: event.data.at },
  },
};
