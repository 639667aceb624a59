import Type, { type Static } from 'typebox';
import { isRecord } from '../check.ts';
import { v1, type EventOf, type Upcaster } from '../event.ts';
import { AskedQuestion, CopiedDefinition } from '../form/definition.ts';
import { Timestamp } from '../time.ts';

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

/** The form that was answered, by the revision of its stream that the answers were checked against. */
const FormReference = Type.Object({ id: Type.String(), revision: Type.Integer({ minimum: 0 }) });

/** The form that was answered. Version 1 of the event copied its definition, which is kept as it was copied. */
export const AnsweredForm = Type.Union([FormReference, CopiedDefinition]);
export type AnsweredForm = Static<typeof AnsweredForm>;

/** Whether the event itself holds the definition of the form. */
export const isCopied = (form: AnsweredForm): form is CopiedDefinition => 'questions' in form;

/** Separates the values, which differ, from the questions, which version 1 repeated in each submission. */
const withoutLabels: Upcaster = ({ form, answers, ...data }) => {
  const recorded = (Array.isArray(answers) ? answers : []).filter(isRecord);
  const questions = recorded.map(({ value: _, ...question }) => question);
  return {
    ...data,
    form: { ...(isRecord(form) ? form : {}), questions },
    answers: recorded.map(({ value }) => value),
  };
};

export const submissionEvents = {
  /**
   * Names the form by its revision, so that questions and their labels are stored once, with the form. The answers are
   * in the order of its questions; null for no answer.
   */
  SubmissionCreated: {
    version: 2,
    schema: Type.Object({
      submissionId: Type.String(),
      accountId: Type.String(),
      form: AnsweredForm,
      answers: Type.Array(Type.Unknown()),
      isComplete: Type.Boolean(),
      source: Type.Union([Type.Literal('api'), Type.Literal('form')]),
      /** The SHA-256 of a request under an idempotency key, to distinguish a repetition from another use of the key. */
      requestHash: Type.Optional(Type.String()),
      at: Timestamp,
    }),
    upcasters: { 1: withoutLabels },
    envelope: { account: 'accountId', stream: 'submissionId' },
  },
  /**
   * The place that was reserved for this submission was returned before the submission was created. The
   * command with the place expects the stream without this event, and so can no longer create the submission.
   */
  SubmissionReservationLapsed: v1(Type.Object({ at: Timestamp })),
  SubmissionPaymentCompleted: v1(Type.Object({ payment: Payment, at: Timestamp })),
};

export type SubmissionEvent = EventOf<typeof submissionEvents>;
export type SubmissionCreated = Extract<SubmissionEvent, { type: 'SubmissionCreated' }>;

/** An answered question (unanswered if the value is null), with its label at that time. */
export const RecordedAnswer = Type.Object({ ...AskedQuestion.properties, value: Type.Unknown() });
export type RecordedAnswer = Static<typeof RecordedAnswer>;
