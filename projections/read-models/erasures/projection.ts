import { idAfter, type Projection } from '../../projection.ts';

/**
 * The steps of an erasure in order: delete the streams, purge the log's files, purge the read store's files.
 */
export type ErasureStage = 'deletion' | 'log' | 'read_store';

export type ErasureDocument = Readonly<{
  account_id: string;
  /** The erased thing: a submission, or a delivery of that submission. */
  kind: 'submission' | 'delivery';
  submission_id: string;
  /** Null for a delivery. */
  form_id: string | null;
  erased_at: string;
  /** The next step for a submission; null once the erasure is complete, and for a delivery. */
  stage: ErasureStage | null;
  /** A decimal log position past the deletion of every stream of the submission; null before the deletion. */
  deleted_position: string | null;
  /** The time after which no answers were written to the read store; null before, and for a delivery. */
  scrubbed_at: string | null;
  /** The time at which the last data left the stores' files; null before, and for a delivery. */
  completed_at: string | null;
}>;

/** Every erased submission and delivery: the record that remains after erasure. */
export const erasures: Projection<ErasureDocument> = {
  name: 'erasures',
  version: 2,
  streamPrefixes: ['audit-'],
  // In this order: pending erasures by stage, the deliveries of a submission, the erasures of an account.
  indexes: [
    { keys: { stage: 1, erased_at: 1, _id: 1 } },
    { keys: { kind: 1, submission_id: 1 } },
    { keys: { account_id: 1, erased_at: -1, _id: -1 } },
  ],
  accountListing: { at: 'erased_at' },
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
      stage: 'deletion',
      deleted_position: null,
      scrubbed_at: null,
      completed_at: null,
    }),
    DeliveryErased: (_, { event: { data }, metadata }) => ({
      account_id: metadata.accountId,
      kind: 'delivery',
      submission_id: data.submissionId,
      form_id: null,
      erased_at: data.at,
      stage: null,
      deleted_position: null,
      scrubbed_at: null,
      completed_at: null,
    }),
    ErasureTombstoned: (doc, { position }) =>
      doc && { ...doc, stage: 'log', deleted_position: String(position) },
    ErasureScrubbed: (doc, { event }) => doc && { ...doc, stage: 'read_store', scrubbed_at: event.data.at },
    ErasureCompleted: (doc, { event }) => doc && { ...doc, stage: null, completed_at: event.data.at },
  },
};
