import { type DeliveryStatus, deliveryStatuses } from '../../../domain/delivery/decider.ts';
import type { AttemptOutcome, CancelReason, DeliverySubject } from '../../../domain/delivery/events.ts';
import { type DeliveryKind, deliveryKinds } from '../../../domain/destination/events.ts';
import { comparable, idAfter, type Index, type Projection } from '../../projection.ts';
import { shardOf } from './shard.ts';

export type DeliveryAttempt = Readonly<{
  attempt: number;
  started_at: string;
  duration_ms: number;
  outcome: AttemptOutcome;
  next_attempt_at: string | null;
}>;

export type DeliveryDocument = Readonly<{
  account_id: string;
  destination_id: string;
  kind: DeliveryKind;
  /** Null for a test delivery. */
  form_id: string | null;
  submission_id: string | null;
  status: DeliveryStatus;
  /** Of a cancelled delivery alone: why, and the words of the person who cancelled it. */
  cancellation?: Readonly<{ reason: CancelReason; note: string | null }>;
  /** The number of all attempts, including those before a replay. */
  attempt_count: number;
  /** The last 100 attempts. */
  attempts: readonly DeliveryAttempt[];
  /** The outcome of the last attempt, so that lists show it without carrying every attempt. */
  last_outcome: AttemptOutcome | null;
  /** Null once no further attempt is planned. */
  next_attempt_at: string | null;
  /** The destination's shard while an attempt is planned; null afterwards. */
  shard: number | null;
  source: Readonly<{ stream: string; revision: number; position: string; event_id: string }>;
  /** The source event's log position, padded with zeros so that it sorts as text. */
  source_position: string;
  created_at: string;
  updated_at: string;
}>;

const due = (at: string | null, destinationId: string) => ({
  next_attempt_at: at,
  shard: at === null ? null : shardOf(destinationId),
});

/** MongoDB limits the size of a document; the log has every attempt. */
const maxAttempts = 100;

function scheduled(subject: DeliverySubject, dueAt: string): DeliveryDocument {
  const { stream, revision, position, eventId } = subject.source;
  return {
    account_id: subject.accountId,
    destination_id: subject.destinationId,
    kind: subject.kind,
    form_id: subject.formId,
    submission_id: subject.submissionId,
    status: 'pending',
    attempt_count: 0,
    attempts: [],
    last_outcome: null,
    ...due(dueAt, subject.destinationId),
    source: { stream, revision, position, event_id: eventId },
    source_position: comparable(position),
    created_at: subject.at,
    updated_at: subject.at,
  };
}

const ended = (doc: DeliveryDocument | null, status: DeliveryStatus, at: string): DeliveryDocument | null =>
  doc && { ...doc, ...due(null, doc.destination_id), status, updated_at: at };

/** Oldest first, and read backwards: a store fills its pages best where new entries come at the end. */
const inTime = { created_at: 1, _id: 1 } as const;

/** A list without a kind or status merges the index ranges of each kind and status, which are few. */
const eachKind = { kind: 1, status: 1, ...inTime } as const;

/**
 * The indexes of the delivery lists: together they serve every combination of filters in the time of one
 * page.
 */
export const listIndexes = {
  /** A submission never has many deliveries. */
  ofSubmission: { submission_id: 1, ...inTime },
  toDestination: { destination_id: 1, ...eachKind },
  toDestinationAboutForm: { destination_id: 1, form_id: 1, ...eachKind },
  aboutForm: { form_id: 1, ...eachKind },
  ofAccount: { account_id: 1, ...eachKind },
  all: eachKind,
} as const satisfies Record<string, Index['keys']>;

/** Orders due deliveries by destination; a delivery without a planned attempt has no shard. */
export const dueIndex = { shard: 1, destination_id: 1, next_attempt_at: 1, _id: 1 } as const;

/** The delivery log: each delivery with its attempts and its next due time. */
export const deliveries: Projection<DeliveryDocument> = {
  name: 'deliveries',
  version: 6,
  streamPrefixes: ['delivery-', 'audit-'],
  // Most deliveries are planned and attempted within this time, and are then written once. Larger batches delay others.
  gatherMs: 250,
  erasedBy: ['DeliveryErased'],
  indexes: [
    ...Object.values(listIndexes).map((keys) => ({ keys })),
    // The deliveries of a source event.
    { keys: { 'source.event_id': 1 } },
    // The due queue: by time, by shard, and by log position.
    { keys: { next_attempt_at: 1, _id: 1 } },
    { keys: dueIndex },
    { keys: { status: 1, _position: 1 } },
  ],
  accountListing: { at: 'created_at', each: { kind: deliveryKinds, status: deliveryStatuses } },
  keyOfStream: (stream) => idAfter('delivery-', stream),
  key: ({ event, stream }) =>
    event.type === 'DeliveryErased' ? event.data.deliveryId : idAfter('delivery-', stream),
  on: {
    DeliveryScheduled: (_, { event }) => scheduled(event.data, event.data.dueAt),
    DeliverySkipped: (doc, { event }) => ended(doc, 'skipped', event.data.at),
    DeliveryAttempted: (doc, { event }) => {
      if (!doc) return null;
      const { attempt, startedAt, durationMs, outcome, nextAttemptAt, succeeded, at } = event.data;
      const { cancellation, ...delivery } = doc;
      const made: DeliveryAttempt = {
        attempt,
        started_at: startedAt,
        duration_ms: durationMs,
        outcome,
        next_attempt_at: nextAttemptAt,
      };
      return {
        ...delivery,
        // A request that was under way when its delivery was cancelled may have succeeded.
        ...(succeeded ? { status: 'succeeded' } : cancellation && { cancellation }),
        attempt_count: attempt,
        attempts: [...doc.attempts, made].slice(-maxAttempts),
        last_outcome: outcome,
        ...due(nextAttemptAt, doc.destination_id),
        updated_at: at,
      };
    },
    DeliveryErased: () => null,
    DeliverySucceeded: (doc, { event }) => ended(doc, 'succeeded', event.data.at),
    DeliveryExhausted: (doc, { event: { data } }) =>
      ended(doc, data.reason === 'attempt_limit' ? 'exhausted' : 'failed', data.at),
    DeliveryCancelled: (doc, { event: { data } }) => {
      const cancelled = ended(doc, 'cancelled', data.at);
      return cancelled && { ...cancelled, cancellation: { reason: data.reason, note: data.note ?? null } };
    },
    DeliveryReplayRequested: (doc, { event: { data } }) =>
      doc && { ...doc, ...due(data.dueAt, doc.destination_id), status: 'pending', updated_at: data.at },
  },
};
