import Type, { type Static } from 'typebox';
import { DeliveryKind } from '../destination/events.ts';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

/** The subject of a delivery: its source event, and the data from which the body is rendered. */
export const DeliverySubject = Type.Object({
  deliveryId: Type.String(),
  accountId: Type.String(),
  destinationId: Type.String(),
  kind: DeliveryKind,
  /** The source event: its stream, its revision in it, and its log position. */
  source: Type.Object({
    stream: Type.String(),
    revision: Type.Integer(),
    position: Type.String({ pattern: '^\\d+$' }),
    eventId: Type.String(),
  }),
  /** Null for a test, which belongs to no form. */
  formId: Type.Union([Type.String(), Type.Null()]),
  submissionId: Type.Union([Type.String(), Type.Null()]),
  /** The destination's choice of questions when the delivery was planned: the body must never change. */
  includedQuestions: Type.Array(Type.String()),
  /** The chosen fields of the form; absent where all questions are included, or where their labels were chosen. */
  includedFields: Type.Optional(Type.Array(Type.String())),
  /** The service's base URL at that time, without a trailing slash; it may be part of the body. */
  publicUrl: Type.String(),
  /**
   * The members of the body: 2 adds the id, the time and the position of the source event; 3 adds to each answer its
   * text as the person saw it, never names an answer by the label of another question, and has answers in the form's
   * order and the address of a form with its slug. Absent from what earlier releases planned, which may have been sent
   * without them.
   */
  bodyVersion: Type.Optional(Type.Union([Type.Literal(2), Type.Literal(3)])),
  at: Timestamp,
});
export type DeliverySubject = Static<typeof DeliverySubject>;

/**
 * Why a destination does not want a delivery. Its present settings leave out the kind of event, the form, or a question
 * that the body contains; or none of the questions that were chosen when the delivery was planned belongs to the form.
 */
export const withdrawalReasons = [
  'event_withdrawn',
  'form_withdrawn',
  'questions_withdrawn',
  'no_question_chosen',
] as const;
export type WithdrawalReason = (typeof withdrawalReasons)[number];

/** Why a delivery is not sent: its destination or source event is gone, or it is withdrawn, or a person cancelled it. */
export const cancelReasons = [
  'destination_removed',
  'source_erased',
  ...withdrawalReasons,
  'requested',
] as const;
export const CancelReason = Type.Enum(cancelReasons);
export type CancelReason = Static<typeof CancelReason>;

/** The outcome of a request. */
export const AttemptOutcome = Type.Union([
  /** `excerpt`: the beginning of the response's body. */
  Type.Object({ kind: Type.Literal('response'), status: Type.Integer(), excerpt: Type.String() }),
  Type.Object({
    kind: Type.Literal('error'),
    errorClass: Type.Enum(['timeout', 'network', 'tls', 'forbidden_address', 'invalid_response']),
    message: Type.String(),
  }),
]);
export type AttemptOutcome = Static<typeof AttemptOutcome>;

/**
 * The parts of an attempt's request that the log does not determine otherwise: the URL may change afterwards, and the
 * secret may be gone. The signature is stored; its secret is not. Version 2 stored all headers, version 1 nothing.
 */
export const RecordedRequest = Type.Union([
  Type.Object({
    url: Type.String(),
    /** The product name in the header names. */
    product: Type.String(),
    signature: Type.String(),
    /** Of the scheme `standard-webhooks`, beside the other. */
    standardSignature: Type.Optional(Type.String()),
  }),
  Type.Object({ url: Type.String(), headers: Type.Record(Type.String(), Type.String()) }),
]);
export type RecordedRequest = Static<typeof RecordedRequest>;

const unchanged = (data: Readonly<Record<string, unknown>>) => ({ ...data });

export const deliveryEvents = {
  /**
   * Version 1 held the ids of its stream and metadata; before version 3 there was no `bodyVersion`, and before version 4
   * it was not above 2. Version 5 names the chosen questions by the ids of their fields.
   */
  DeliveryScheduled: {
    version: 5,
    schema: Type.Object({ ...DeliverySubject.properties, dueAt: Timestamp }),
    upcasters: { 1: unchanged, 2: unchanged, 3: unchanged, 4: unchanged },
    envelope: { account: 'accountId', stream: 'deliveryId' },
  },
  /** The destination was disabled: nothing is sent, and a recovery may replay the delivery later. */
  DeliverySkipped: v1(Type.Object({ reason: Type.Literal('destination_disabled'), at: Timestamp })),
  /**
   * This event and the end of a delivery name the destination, so that its failures can be counted from these
   * events alone. Version 1 did not record the request; before version 3, `DeliverySucceeded` followed a success.
   */
  DeliveryAttempted: {
    version: 3,
    schema: Type.Object({
      destinationId: Type.String(),
      attempt: Type.Integer({ minimum: 1 }),
      startedAt: Timestamp,
      durationMs: Type.Number({ minimum: 0 }),
      outcome: AttemptOutcome,
      nextAttemptAt: Type.Union([Timestamp, Type.Null()]),
      /** The delivery has succeeded with this attempt. */
      succeeded: Type.Optional(Type.Literal(true)),
      request: Type.Optional(RecordedRequest),
      at: Timestamp,
    }),
    upcasters: { 1: unchanged, 2: unchanged },
  },
  /** No longer written: the attempt says so itself. */
  DeliverySucceeded: v1(Type.Object({ attempt: Type.Integer(), at: Timestamp })),
  /** No further attempt follows: the limit is reached, or a repetition would not change the outcome. */
  DeliveryExhausted: v1(
    Type.Object({
      destinationId: Type.String(),
      attempt: Type.Integer(),
      /** `not_repeated`: a test is sent once. */
      reason: Type.Enum(['attempt_limit', 'rejected', 'gone', 'not_repeated']),
      at: Timestamp,
    }),
  ),
  /** No further attempt is made. Version 1 knew the first two reasons alone; version 3 adds `no_question_chosen`. */
  DeliveryCancelled: {
    version: 3,
    schema: Type.Object({
      reason: CancelReason,
      /** The words of the person who requested it. */
      note: Type.Optional(Type.String()),
      /** The cancellation of a backlog that cancelled the delivery, if one did. */
      recoveryId: Type.Optional(Type.String()),
      at: Timestamp,
    }),
    upcasters: { 1: unchanged, 2: unchanged },
  },
  /** Version 2 names the recovery that requested the replay; without one, an operator did. */
  DeliveryReplayRequested: {
    version: 2,
    schema: Type.Object({ dueAt: Timestamp, recoveryId: Type.Optional(Type.String()), at: Timestamp }),
    upcasters: { 1: unchanged },
  },
};

export type DeliveryEvent = EventOf<typeof deliveryEvents>;
