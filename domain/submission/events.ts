import Type, { type Static } from 'typebox';
import { isRecord } from '../check.ts';
import { type EventOf, type Upcaster, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';
import { AnsweredForm, PhoneNumbers } from './answered-form.ts';
import { partialEvents } from './partial-events.ts';

/** A payment as its provider names it. */
const ProviderPayment = {
  id: Type.String({ minLength: 1, maxLength: 200 }),
  provider: Type.String({ minLength: 1, maxLength: 100 }),
  /** In the currency's minor unit. */
  amount: Type.Integer({ minimum: 0 }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
};

export const Payment = Type.Object({
  ...ProviderPayment,
  paidAt: Timestamp,
  fieldKey: Type.String(),
  /** Version 1 of the event named the field by its key alone. */
  fieldId: Type.Optional(Type.String()),
});
export type Payment = Static<typeof Payment>;

/** A payment as a confirmation describes it. Null for what the confirmation does not say. */
export const ConfirmedPayment = Type.Object({
  ...ProviderPayment,
  paidAt: Type.Union([Timestamp, Type.Null()]),
  /** The key or the id of the field that is paid. */
  field: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()]),
});
export type ConfirmedPayment = Static<typeof ConfirmedPayment>;

/** What a confirmation is compared with: the answer, which has no time, or the recorded payment. */
export const ExpectedPayment = Type.Object({
  fieldId: Type.Optional(Type.String()),
  fieldKey: Type.String(),
  amount: Type.Number(),
  currency: Type.String(),
  paidAt: Type.Union([Timestamp, Type.Null()]),
});
export type ExpectedPayment = Static<typeof ExpectedPayment>;

/** Why a confirmation does not pay a submission. */
export const PaymentRefusalReason = Type.Enum([
  /** The submission is not complete. */
  'incomplete',
  /** The form has no payment field. */
  'no_payment_field',
  /** The form has no payment field of this name. */
  'unknown_field',
  /** Several payment fields are answered, and the confirmation names none. */
  'ambiguous_field',
  'not_answered',
  'different_currency',
  'different_amount',
  /** The submission is paid with another payment. */
  'already_paid',
  /** The submission is paid with this payment, of which the confirmation says something else. */
  'contradiction',
  /** The payment belongs to another submission. */
  'payment_used',
]);
export type PaymentRefusalReason = Static<typeof PaymentRefusalReason>;

const unchanged: Upcaster = (data) => ({ ...data });

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

/** Version 1 has no id of the field, and version 2 need not have it. */
const withoutFieldId: Upcaster = (data) => ({ ...data });

export const submissionEvents = {
  /**
   * Names the form by its revision, so that questions and their labels are stored once, with the form. The answers are
   * in the order of its questions; null for no answer. Version 3 adds imported submissions, version 4 telephone numbers as E.164.
   */
  SubmissionCreated: {
    version: 4,
    schema: Type.Object({
      submissionId: Type.String(),
      accountId: Type.String(),
      form: AnsweredForm,
      answers: Type.Array(Type.Unknown()),
      e164: Type.Optional(PhoneNumbers),
      isComplete: Type.Boolean(),
      source: Type.Union([Type.Literal('api'), Type.Literal('form')]),
      /** The SHA-256 of a request under an idempotency key, to distinguish a repetition from another use of the key. */
      requestHash: Type.Optional(Type.String()),
      /** When the submission was imported. Absent from one that was made here; `at` is when it was made. */
      importedAt: Type.Optional(Timestamp),
      at: Timestamp,
    }),
    upcasters: { 1: withoutLabels, 2: unchanged, 3: unchanged },
    envelope: { account: 'accountId', stream: 'submissionId' },
  },
  /**
   * Revokes the reservations that were made for this submission before it was created or completed. A command under one of
   * them expects the stream without this event, and so can no longer create or complete the submission.
   */
  SubmissionReservationLapsed: v1(Type.Object({ at: Timestamp })),
  /** Names the form since version 3. */
  SubmissionPaymentCompleted: {
    version: 3,
    schema: Type.Object({ payment: Payment, formId: Type.Optional(Type.String()), at: Timestamp }),
    upcasters: { 1: withoutFieldId, 2: unchanged },
  },
  /** A confirmation that does not fit the submission. Nothing was paid. */
  SubmissionPaymentRefused: v1(
    Type.Object({
      reason: PaymentRefusalReason,
      payment: ConfirmedPayment,
      expected: Type.Union([ExpectedPayment, Type.Null()]),
      at: Timestamp,
    }),
  ),
  ...partialEvents,
};

export type SubmissionEvent = EventOf<typeof submissionEvents>;

export const isSubmissionEvent = (event: { readonly type: string }): event is SubmissionEvent =>
  Object.hasOwn(submissionEvents, event.type);

export type RefusedPayment = Extract<SubmissionEvent, { type: 'SubmissionPaymentRefused' }>['data'];
export type SubmissionCreated = Extract<SubmissionEvent, { type: 'SubmissionCreated' }>;

type Of<T extends SubmissionEvent['type']> = Extract<SubmissionEvent, { type: T }>['data'];
export type StartedSubmission = Of<'SubmissionStarted'>;
export type CompletedSubmission = Of<'SubmissionCompleted'>;
export type CorrectedSubmission = Of<'SubmissionCorrected'>;

interface Arrival {
  readonly at: string;
  readonly startedAt?: string | undefined;
  readonly importedAt?: string | undefined;
}

/** Returns when a submission arrived at the service: when it was begun, made in one step, or imported. */
export const arrivedAt = ({ at, startedAt = at, importedAt = startedAt }: Arrival): string => importedAt;

/** Returns when an event changed a submission: an imported one arrived later than it was made. */
export const changedAt = (event: SubmissionEvent): string =>
  event.type === 'SubmissionCreated' ? arrivedAt(event.data) : event.data.at;
