import Type, { type Static } from 'typebox';
import { DeliveryKind } from '../destination/events.ts';
import { idIn } from '../stream-names.ts';
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
 * The plan of a delivery, in the delivery's first event. Its account, its own id, its source event and (in an attempt) its
 * destination are in the event already.
 */
export const RecordedPlan = Type.Object({
  deliveryId: Type.String(),
  accountId: Type.String(),
  destinationId: Type.String(),
  kind: DeliveryKind,
  /** The stream of the source event, its revision in it, and its log position. */
  stream: Type.String(),
  revision: Type.Integer(),
  position: Type.String({ pattern: '^\\d+$' }),
  eventId: Type.String(),
  /** Null for a test. */
  formId: Type.Union([Type.String(), Type.Null()]),
  /** Absent if the destination chose no questions by label. */
  includedQuestions: Type.Optional(Type.Array(Type.String())),
  includedFields: DeliverySubject.properties.includedFields,
  publicUrl: Type.String(),
  bodyVersion: DeliverySubject.properties.bodyVersion,
  at: Timestamp,
});
export type RecordedPlan = Static<typeof RecordedPlan>;

/** Returns a plan as the first event of a delivery records it. */
export function recordedPlanOf({
  source: { stream, revision, position, eventId },
  submissionId: _,
  includedQuestions,
  ...subject
}: DeliverySubject): RecordedPlan {
  const chosen = includedQuestions.length > 0 ? { includedQuestions } : {};
  return { ...subject, stream, revision, position, eventId, ...chosen };
}

export function subjectOf({
  stream,
  revision,
  position,
  eventId,
  includedQuestions = [],
  ...plan
}: RecordedPlan): DeliverySubject {
  const isAboutSubmission = plan.kind.startsWith('submission.');
  return {
    ...plan,
    source: { stream, revision, position, eventId },
    submissionId: isAboutSubmission ? idIn(stream) : null,
    includedQuestions,
  };
}
