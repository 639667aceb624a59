import Type, { type Static } from 'typebox';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';
import { DeliverySubject, RecordedPlan } from './subject.ts';

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

/** In the first event of a delivery alone. Deliveries of earlier releases began with `DeliveryScheduled`. */
const planned = { planned: Type.Optional(RecordedPlan) };
const plannedEnvelope = {
  account: 'accountId',
  stream: 'deliveryId',
  causation: 'eventId',
  within: 'planned',
  repeated: ['destinationId'],
} as const;

const unchanged = (data: Readonly<Record<string, unknown>>) => ({ ...data });

export const deliveryEvents = {
  /**
   * No longer written: which deliveries an event has follows from the log (`plan.ts`).
   * Version 1 held the ids of its stream and metadata; before version 3 there was no `bodyVersion`, and before version 4
   * it was not above 2. Version 5 names the chosen questions by the ids of their fields.
   */
  DeliveryScheduled: {
    version: 5,
    schema: Type.Object({ ...DeliverySubject.properties, dueAt: Timestamp }),
    upcasters: { 1: unchanged, 2: unchanged, 3: unchanged, 4: unchanged },
    envelope: { account: 'accountId', stream: 'deliveryId' },
  },
  /** The destination was disabled: nothing is sent, and a recovery may replay the delivery later. Version 2 may be the first. */
  DeliverySkipped: {
    version: 2,
    schema: Type.Object({ reason: Type.Literal('destination_disabled'), ...planned, at: Timestamp }),
    upcasters: { 1: unchanged },
    envelope: plannedEnvelope,
  },
  /**
   * This event and the end of a delivery name the destination, so that its failures can be counted from these
   * events alone. Version 1 did not record the request; before version 3, `DeliverySucceeded` followed a success; version
   * 4 may be the first event.
   */
  DeliveryAttempted: {
    version: 4,
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
      ...planned,
      at: Timestamp,
    }),
    upcasters: { 1: unchanged, 2: unchanged, 3: unchanged },
    envelope: plannedEnvelope,
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
  /**
   * No further attempt is made. Version 1 knew the first two reasons alone; version 3 adds `no_question_chosen`; version 4
   * may be the first event.
   */
  DeliveryCancelled: {
    version: 4,
    schema: Type.Object({
      reason: CancelReason,
      /** The words of the person who requested it. */
      note: Type.Optional(Type.String()),
      /** The cancellation of a backlog that cancelled the delivery, if one did. */
      recoveryId: Type.Optional(Type.String()),
      ...planned,
      at: Timestamp,
    }),
    upcasters: { 1: unchanged, 2: unchanged, 3: unchanged },
    envelope: plannedEnvelope,
  },
  /** Version 2 names the recovery that requested the replay; without one, an operator did. Version 3 may be the first event. */
  DeliveryReplayRequested: {
    version: 3,
    schema: Type.Object({
      dueAt: Timestamp,
      recoveryId: Type.Optional(Type.String()),
      ...planned,
      at: Timestamp,
    }),
    upcasters: { 1: unchanged, 2: unchanged },
    envelope: plannedEnvelope,
  },
};

export type DeliveryEvent = EventOf<typeof deliveryEvents>;
