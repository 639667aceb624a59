import Type, { type Static } from 'typebox';
import { v1, type EventOf } from '../event.ts';
import { FieldKind } from '../form/field.ts';
import { Timestamp } from '../time.ts';

/** An answered question (unanswered if the value is null), with its label at that time. */
export const RecordedAnswer = Type.Object({
  fieldId: Type.String(),
  key: Type.String(),
  label: Type.String(),
  kind: FieldKind,
  value: Type.Unknown(),
});
export type RecordedAnswer = Static<typeof RecordedAnswer>;

export const Payment = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  provider: Type.String({ minLength: 1, maxLength: 100 }),
  /** In the currency's minor unit. */
  amount: Type.Integer({ minimum: 0 }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  paidAt: Timestamp,
  fieldKey: Type.String(),
});
export type Payment = Static<typeof Payment>;

export const submissionEvents = {
  /** Contains a copy of the form's properties, so that the webhook's body follows from this one event. */
  SubmissionCreated: v1(
    Type.Object({
      submissionId: Type.String(),
      accountId: Type.String(),
      form: Type.Object({
        id: Type.String(),
        title: Type.String(),
        slug: Type.String(),
        status: Type.String(),
        version: Type.Integer(),
      }),
      answers: Type.Array(RecordedAnswer),
      isComplete: Type.Boolean(),
      source: Type.Union([Type.Literal('api'), Type.Literal('form')]),
      /** The SHA-256 of the request, to distinguish a repetition from another use of the same key. */
      requestHash: Type.String(),
      at: Timestamp,
    }),
  ),
  /**
   * The place that was reserved for this submission was returned before the submission was created. The
   * command with the place expects the stream without this event, and so can no longer create the submission.
   */
  SubmissionReservationLapsed: v1(Type.Object({ at: Timestamp })),
  SubmissionPaymentCompleted: v1(Type.Object({ payment: Payment, at: Timestamp })),
};

export type SubmissionEvent = EventOf<typeof submissionEvents>;
export type SubmissionCreated = Extract<SubmissionEvent, { type: 'SubmissionCreated' }>;
