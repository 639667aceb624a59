import Type, { type Static } from 'typebox';
import { DeliveryKind } from '../destination/events.ts';
import { v1, type EventOf } from '../event.ts';
import { Timestamp } from '../time.ts';

/** What a delivery tells of: the event in the log, and what it takes to render the body from it. */
export const DeliverySubject = Type.Object({
  deliveryId: Type.String(),
  accountId: Type.String(),
  destinationId: Type.String(),
  kind: DeliveryKind,
  /** The event's place: its stream, its revision there, and its position in the whole log. */
  source: Type.Object({
    stream: Type.String(),
    revision: Type.Integer(),
    position: Type.String({ pattern: '^\\d+$' }),
    eventId: Type.String(),
  }),
  /** Null for a test, which is of no form. */
  formId: Type.Union([Type.String(), Type.Null()]),
  submissionId: Type.Union([Type.String(), Type.Null()]),
  /** As the destination was set when this was planned: the body must be the same bytes for ever. */
  includedQuestions: Type.Array(Type.String()),
  /** The service's own address at that time, without a slash at the end: the body may hold it. */
  publicUrl: Type.String(),
  at: Timestamp,
});
export type DeliverySubject = Static<typeof DeliverySubject>;

/** Why nothing will ever be sent. */
export const CancelReason = Type.Enum(['destination_removed', 'source_erased']);
export type CancelReason = Static<typeof CancelReason>;

/** What came of one request. */
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
 * What an attempt sent beside the body, which follows from the log for ever: the address and the headers may
 * change afterwards, and the secret may be gone. The signature is kept; what it was made with is not.
 */
export const SentRequest = Type.Object({
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
});
export type SentRequest = Static<typeof SentRequest>;

export const deliveryEvents = {
  DeliveryScheduled: v1(Type.Object({ ...DeliverySubject.properties, dueAt: Timestamp })),
  /** The destination was disabled: nothing is sent, and the record lets it be recovered later. */
  DeliverySkipped: v1(Type.Object({ reason: Type.Literal('destination_disabled'), at: Timestamp })),
  /**
   * This and the end of a delivery name the destination, so that its health follows from these events alone.
   * Version 1 did not record the request.
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
  /** No further attempt follows: the limit is reached, or the outcome was one that repeating cannot mend. */
  DeliveryExhausted: v1(
    Type.Object({
      destinationId: Type.String(),
      attempt: Type.Integer(),
      /** `not_repeated`: a test is sent once. */
      reason: Type.Enum(['attempt_limit', 'rejected', 'gone', 'not_repeated']),
      at: Timestamp,
    }),
  ),
  /** The destination is gone, or what it was to be told of is: nothing is left to send, now or later. */
  DeliveryCancelled: v1(Type.Object({ reason: CancelReason, at: Timestamp })),
  /** Version 2 names the recovery that asked for it; without one, it was asked for by hand. */
  DeliveryReplayRequested: {
    version: 2,
    schema: Type.Object({ dueAt: Timestamp, recoveryId: Type.Optional(Type.String()), at: Timestamp }),
    upcasters: { 1: (data: Readonly<Record<string, unknown>>) => ({ ...data }) },
  },
};

export type DeliveryEvent = EventOf<typeof deliveryEvents>;
