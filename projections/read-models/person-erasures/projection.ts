import type { PersonErasureStage } from '../../../domain/person-erasure/decider.ts';
import { idAfter, type Projection } from '../../projection.ts';

export type PersonErasureDocument = Readonly<{
  requested_at: string;
  /** The next step; null once the person is erased. */
  stage: PersonErasureStage | null;
  /** A decimal log position past the deletion of every stream of the person; null before the deletion. */
  deleted_position: string | null;
  /** The time after which nothing personal was written to the read store; null before. */
  scrubbed_at: string | null;
  /** The time at which the last data left the stores' files; null before. */
  completed_at: string | null;
}>;

/** A person whose erasure was requested. */
export const requestedAt = (requested_at: string): PersonErasureDocument => ({
  requested_at,
  stage: 'deletion',
  deleted_position: null,
  scrubbed_at: null,
  completed_at: null,
});

const personOf = (stream: string): string | null =>
  idAfter('personerasure-', stream) ?? idAfter('person-', stream);

/** Each erased person and how far the erasure is, by the id alone: the record that remains of the person. */
export const personErasures: Projection<PersonErasureDocument> = {
  name: 'person-erasures',
  version: 1,
  streamPrefixes: ['person-', 'personerasure-'],
  indexes: [{ keys: { stage: 1, requested_at: 1, _id: 1 } }],
  accountListing: 'none',
  keyOfStream: personOf,
  key: ({ stream }) => personOf(stream),
  on: {
    PersonErasureRequested: (_, { event }) => requestedAt(event.data.at),
    // After the erasure, this is the first event of the person that the log has.
    PersonErasureStarted: (_, { event }) => requestedAt(event.data.requestedAt),
    PersonTombstoned: (doc, { position }) =>
      doc && { ...doc, stage: 'log', deleted_position: String(position) },
    PersonScrubbed: (doc, { event }) => doc && { ...doc, stage: 'read_store', scrubbed_at: event.data.at },
    PersonErased: (doc, { event }) => doc && { ...doc, stage: null, completed_at: event.data.at },
  },
};
