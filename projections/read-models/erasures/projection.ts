import { idAfter, type Projection } from '../../projection.ts';

/** The streams are deleted; the files of the log are purged; those of the read store are. */
export type ErasureStage = 'deletion' | 'log' | 'read_store';

export type ErasureDocument = Readonly<{
  account_id: string;
  /** What was erased: a submission, or a delivery that told of it. */
  kind: 'submission' | 'delivery';
  submission_id: string;
  /** Null of a delivery. */
  form_id: string | null;
  erased_at: string;
  /** What is to be done next about a submission; null once nothing is, and of a delivery. */
  stage: ErasureStage | null;
  /** A log position past the deletion of every stream about it; null before. Decimal. */
  deleted_position: string | null;
  /** No answers were written to the read store after it; null before they are emptied, and of a delivery. */
  scrubbed_at: string | null;
  /** When nothing of it was left in the stores' files; null until then, and of a delivery. */
  completed_at: string | null;
}>;

/** What was erased, by its id: all that is known of it still. */
export const erasures: Projection<ErasureDocument> = {
  name: 'erasures',
  version: 2,
  streamPrefixes: ['audit-'],
  // What is to be carried out; the deliveries of a submission; those of an account.
  indexes: [
    { keys: { stage: 1, erased_at: 1, _id: 1 } },
    { keys: { kind: 1, submission_id: 1 } },
    { keys: { account_id: 1, erased_at: -1, _id: -1 } },
  ],
  ofAccount: { at: 'erased_at' },
  key: ({ event, stream }) =>
    event.type === 'DeliveryErased'
      ? event.data.deliveryId
      : event.type === 'SubmissionErased' ||
          event.type === 'ErasureTombstoned' ||
          event.type === 'ErasureScrubbed' ||
          event.type === 'ErasureCompleted'
        ? event.data.submissionId
        : idAfter('audit-', stream),
  on: {
    SubmissionErased: (_, { event: { data }, metadata }) => ({
      account_id: metadata.accountId,
      kind: 'submission',
      submission_id: data.submissionId,
      form_id: data.formId,
      erased_at: data.at,
      ...{ stage: 'deletion', deleted_position: null, scrubbed_at: null },
      completed_at: null,
    }),
    DeliveryErased: (_, { event: { data }, metadata }) => ({
      account_id: metadata.accountId,
      kind: 'delivery',
      submission_id: data.submissionId,
      form_id: null,
      erased_at: data.at,
      ...{ stage: null, deleted_position: null, scrubbed_at: null },
      completed_at: null,
    }),
    ErasureTombstoned: (doc, { position }) =>
      doc && { ...doc, stage: 'log', deleted_position: String(position) },
    ErasureScrubbed: (doc, { event }) => doc && { ...doc, stage: 'read_store', scrubbed_at: event.data.at },
    ErasureCompleted: (doc, { event }) => doc && { ...doc, stage: null, completed_at: event.data.at },
  },
};
