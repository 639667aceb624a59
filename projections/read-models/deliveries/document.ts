import type { AttemptOutcome, CancelReason, DeliveryEvent } from '../../../domain/delivery/events.ts';
import type { Plan } from '../../../domain/delivery/plan.ts';
import type { DeliveryStatus } from '../../../domain/delivery/state.ts';
import { type DeliverySubject, type RecordedPlan, subjectOf } from '../../../domain/delivery/subject.ts';
import type { DeliveryKind } from '../../../domain/destination/events.ts';
import { comparable } from '../../projection.ts';
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

export const due = (at: string | null, destinationId: string) => ({
  next_attempt_at: at,
  shard: at === null ? null : shardOf(destinationId),
});

/** MongoDB limits the size of a document; the log has every attempt. */
const maxAttempts = 100;

type PlannedSubject = Omit<DeliverySubject, 'publicUrl'>;

/** Returns the document of a delivery before its first attempt. */
export function scheduled(subject: PlannedSubject, dueAt: string): DeliveryDocument {
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

/** Returns the document of a delivery that has no events yet. */
export function documentOf({ subject, isSkipped }: Plan): DeliveryDocument {
  const doc = scheduled(subject, subject.at);
  return isSkipped ? ended(doc, 'skipped', subject.at) : doc;
}

/** Changes a document by an event, of which the first may find a document that did not begin with its source event. */
export function after(
  doc: DeliveryDocument | null,
  { planned }: { readonly planned?: RecordedPlan },
  change: (doc: DeliveryDocument) => DeliveryDocument,
): DeliveryDocument | null {
  const before = doc ?? (planned ? documentOf({ subject: subjectOf(planned), isSkipped: false }) : null);
  return before && change(before);
}

type Attempted = Extract<DeliveryEvent, { type: 'DeliveryAttempted' }>['data'];

/** Returns the document after an attempt. */
export function attempted(doc: DeliveryDocument, data: Attempted): DeliveryDocument {
  const { attempt, startedAt, durationMs, outcome, nextAttemptAt, succeeded, at } = data;
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
}

export const ended = (doc: DeliveryDocument, status: DeliveryStatus, at: string): DeliveryDocument => ({
  ...doc,
  ...due(null, doc.destination_id),
  status,
  updated_at: at,
});
