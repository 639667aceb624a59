import Type, { type Static } from 'typebox';
import { WebhookKind } from '../destination/events.ts';
import { v1, type EventOf } from '../event.ts';
import { Timestamp } from '../time.ts';

/** What a delivery tells of: the event in the log, and what it takes to render the body from it. */
export const DeliverySubject = Type.Object({
  deliveryId: Type.String(),
  accountId: Type.String(),
  destinationId: Type.String(),
  kind: WebhookKind,
  /** The event's place: its stream, its revision there, and its position in the whole log. */
  source: Type.Object({
    stream: Type.String(),
    revision: Type.Integer(),
    position: Type.String({ pattern: '^\\d+$' }),
    eventId: Type.String(),
  }),
  formId: Type.String(),
  submissionId: Type.Union([Type.String(), Type.Null()]),
  /** As the destination was set when this was planned: the body must be the same bytes for ever. */
  includedQuestions: Type.Array(Type.String()),
  /** The service's own address at that time, without a slash at the end: the body may hold it. */
  publicUrl: Type.String(),
  at: Timestamp,
});
export type DeliverySubject = Static<typeof DeliverySubject>;

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

export const deliveryEvents = {
  DeliveryScheduled: v1(Type.Object({ ...DeliverySubject.properties, dueAt: Timestamp })),
  /** The destination was disabled: nothing is sent, and the record lets it be recovered later. */
  DeliverySkipped: v1(Type.Object({ reason: Type.Literal('destination_disabled'), at: Timestamp })),
  /** This and the end of a delivery name the destination, so that its health follows from these events alone. */
  DeliveryAttempted: v1(
    Type.Object({
      destinationId: Type.String(),
      attempt: Type.Integer({ minimum: 1 }),
      startedAt: Timestamp,
      durationMs: Type.Number({ minimum: 0 }),
      outcome: AttemptOutcome,
      nextAttemptAt: Type.Union([Timestamp, Type.Null()]),
      at: Timestamp,
    }),
  ),
  DeliverySucceeded: v1(Type.Object({ attempt: Type.Integer(), at: Timestamp })),
  /** No further attempt follows: the limit is reached, or the answer was one that repeating cannot mend. */
  DeliveryExhausted: v1(
    Type.Object({
      destinationId: Type.String(),
      attempt: Type.Integer(),
      reason: Type.Enum(['attempt_limit', 'rejected', 'gone']),
      at: Timestamp,
    }),
  ),
  DeliveryCancelled: v1(Type.Object({ reason: Type.Literal('destination_removed'), at: Timestamp })),
  DeliveryReplayRequested: v1(Type.Object({ dueAt: Timestamp, at: Timestamp })),
};

export type DeliveryEvent = EventOf<typeof deliveryEvents>;
