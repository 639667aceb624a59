import Type, { type Static } from 'typebox';
import { DeliveryKind } from '../destination/events.ts';
import { v1, type EventOf } from '../event.ts';
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
  /** The destination's setting when the delivery was planned: the body must never change. */
  includedQuestions: Type.Array(Type.String()),
  /** The service's base URL at that time, without a trailing slash; it may be part of the body. */
  publicUrl: Type.String(),
  at: Timestamp,
});
export type DeliverySubject = Static<typeof DeliverySubject>;

/** The reason for which the delivery can never be sent. */
export const CancelReason = Type.Enum(['destination_removed', 'source_erased']);
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
 * The request of an attempt without its body, which the log determines for ever: the URL and the headers may
 * change afterwards, and the secret may be gone. The signature is stored; its secret is not.
 */
export const SentRequest = Type.Object({
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
});
export type SentRequest = Static<typeof SentRequest>;

export const deliveryEvents = {
  DeliveryScheduled: v1(Type.Object({ ...DeliverySubject.properties, dueAt: Timestamp })),
  /** The destination was disabled: nothing is sent, and a recovery may replay the delivery later. */
  DeliverySkipped: v1(Type.Object({ reason: Type.Literal('destination_disabled'), at: Timestamp })),
  /**
   * This event and the end of a delivery name the destination, so that its failures can be counted from these
   * events alone. Version 1 did not record the request.
   */
  DeliveryAttempted: {
    version: 2,
    schema: Type.Object({
      destinationId: Type.String(),
      attempt: Type.Integer({ minimum: 1 }),
      startedAt: Timestamp,
      durationMs: Type.Number({ minimum: 0 }),
      outcome: AttemptOutcome,
      nextAttemptAt: Type.Union([Timestamp, Type.Null()]),
      request: Type.Optional(SentRequest),
      at: Timestamp,
    }),
    upcasters: { 1: (data: Readonly<Record<string, unknown>>) => ({ ...data }) },
  },
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
  /** The destination or the source event no longer exists, so the delivery can never be sent. */
  DeliveryCancelled: v1(Type.Object({ reason: CancelReason, at: Timestamp })),
  /** Version 2 names the recovery that requested the replay; without one, an operator did. */
  DeliveryReplayRequested: {
    version: 2,
    schema: Type.Object({ dueAt: Timestamp, recoveryId: Type.Optional(Type.String()), at: Timestamp }),
    upcasters: { 1: (data: Readonly<Record<string, unknown>>) => ({ ...data }) },
  },
};

export type DeliveryEvent = EventOf<typeof deliveryEvents>;
