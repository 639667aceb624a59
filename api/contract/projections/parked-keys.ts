import Type from 'typebox';
import { visiblePattern } from '../../../domain/text.ts';
import { at, submissionId } from '../examples.ts';
import { operations } from '../operation.ts';
import { closed, Collection, Id, named, Nullable, Timestamp } from '../values.ts';
import { skip } from './projection-examples.ts';

const eventId = 'c0a8e1d2-3f4b-4c5d-8e6f-7a8b9c0d1e2f';

const parked = {
  generation: 'submissions@1',
  scope: { kind: 'document', id: submissionId },
  account_id: 'acme',
  event: {
    id: eventId,
    type: 'SubmissionPaymentCompleted',
    stream: `submission-${submissionId}`,
    revision: 1,
    position: '4711',
  },
  cause: 'unreadable',
  reason: 'version 2 is newer than 1',
  events: 3,
  since: at,
  retried_at: null,
  is_retry_asked: false,
};

export const EventSkip = Type.Object(
  { event_id: Id, reason: Type.String({ minLength: 1, maxLength: 500, pattern: visiblePattern }) },
  { ...closed, $id: 'EventSkip' },
);

const SkippedEvent = named('SkippedEvent', {
  projection: Type.String(),
  event_id: Type.String(),
  reason: Type.String(),
  at: Type.String(),
});

/** A parked key: its events are held back until the failing event can be applied or is skipped. */
export const ParkedKey = named('ParkedKey', {
  generation: Type.String(),
  scope: Type.Object(
    { kind: Type.Enum(['document', 'account', 'stream']), id: Type.String() },
    {
      $id: 'ParkedKeyScope',
      description: 'The scope held back: the events of a document, of an account, or of a stream.',
    },
  ),
  account_id: Nullable(Type.String()),
  event: named('ParkedKeyEvent', {
    id: Type.String(),
    type: Type.String(),
    stream: Type.String(),
    revision: Type.Integer(),
    position: Type.String(),
  }),
  cause: Type.Enum(['unknown type', 'unreadable', 'handler', 'effect', 'document']),
  reason: Type.String(),
  events: Type.Integer({ description: 'The number of events held back, this event included.' }),
  since: Type.String(),
  retried_at: Nullable(Timestamp),
  is_retry_asked: Type.Boolean(),
});

export const ParkedKeysRetry = Type.Object(
  { event_id: Type.Optional(Id) },
  { ...closed, $id: 'ParkedKeysRetry' },
);

export const ParkedKeysRetried = named('ParkedKeysRetried', {
  projection: Type.String(),
  keys: Type.Integer({ description: 'The number of parked keys that are retried.' }),
});

export const parkedKeyOperations = operations('admin', 'admin: read models', {
  listParkedKeys: {
    route: 'GET /projections/:id/parked',
    summary: 'List the keys that a projection has parked, the oldest first',
    description:
      'Keys whose next event the projection cannot apply, with the event and the reason. All other keys are processed.',
    response: { 200: Collection(ParkedKey) },
    answer: 'The parked keys, the oldest first.',
    examples: { answers: [{ data: [parked], count: 1 }] },
  },
  retryParkedKeys: {
    route: 'POST /projections/:id/retries',
    roles: ['operator', 'analyst'],
    summary: 'Try parked keys of a projection again: those at an event, or all',
    description: 'Useful after an upgrade that can apply the event.',
    body: ParkedKeysRetry,
    response: { 202: ParkedKeysRetried },
    answer: 'The keys that are tried again.',
    examples: {
      body: { event_id: eventId },
      answers: [{ projection: 'submissions', keys: 1 }],
    },
  },
  skipEvent: {
    route: 'POST /projections/:id/skips',
    roles: ['operator', 'analyst'],
    summary: 'Skip an event at which a projection has parked a key',
    description:
      'The projection continues with the key as if the event did not exist; the skip is recorded with its reason.',
    body: EventSkip,
    response: { 201: SkippedEvent },
    answer: 'The event that is skipped.',
    gives: ['X-Log-Position'],
    errors: ['conflict'],
    examples: { body: skip, answers: [{ projection: 'submissions', ...skip, at }] },
  },
});
