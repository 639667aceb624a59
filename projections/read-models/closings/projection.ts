import type { ClosingStage } from '../../../domain/closing/decider.ts';
import type { RecordCounts } from '../../../domain/closing/events.ts';
import { idAfter, type Projection } from '../../projection.ts';

export type ClosingDocument = Readonly<{
  closed_at: string;
  /** When the deletion began; null before. */
  started_at: string | null;
  /** The next step; null once the account is erased. */
  stage: ClosingStage | null;
  /** How many records of each kind the account had when the deletion began; null before. */
  records: RecordCounts | null;
  /** The number of deleted streams. */
  streams: number;
  /** A decimal log position past the deletion of every stream of the account; null before the deletion. */
  deleted_position: string | null;
  /** The time after which no data of the account was written to the read store; null before. */
  scrubbed_at: string | null;
  /** The time at which the last data left the stores' files; null before. */
  completed_at: string | null;
}>;

/** An account whose deletion has not begun. */
export const closedAt = (closed_at: string): ClosingDocument => ({
  closed_at,
  started_at: null,
  stage: 'deletion',
  records: null,
  streams: 0,
  deleted_position: null,
  scrubbed_at: null,
  completed_at: null,
});

/** Each closed account and how far its erasure is, without its name: the record that remains of it. */
export const closings: Projection<ClosingDocument> = {
  name: 'closings',
  version: 1,
  streamPrefixes: ['account-', 'closing-'],
  indexes: [{ keys: { stage: 1, closed_at: 1, _id: 1 } }],
  accountListing: 'id',
  keyOfStream: (stream) => idAfter('closing-', stream) ?? idAfter('account-', stream),
  key: ({ stream }) => idAfter('closing-', stream) ?? idAfter('account-', stream),
  on: {
    AccountClosed: (_, { event }) => closedAt(event.data.at),
    // After the erasure, this is the first event of the account that the log has.
    AccountErasureStarted: (_, { event: { data } }) => ({
      ...closedAt(data.closedAt),
      started_at: data.at,
      records: data.records,
    }),
    AccountErasureProgressed: (doc, { event }) => doc && { ...doc, streams: event.data.streams },
    AccountTombstoned: (doc, { position }) =>
      doc && { ...doc, stage: 'log', deleted_position: String(position) },
    AccountScrubbed: (doc, { event }) => doc && { ...doc, stage: 'read_store', scrubbed_at: event.data.at },
    AccountErased: (doc, { event }) => doc && { ...doc, stage: null, completed_at: event.data.at },
  },
};
