import Type, { type Static } from 'typebox';
import { v1 } from '../event.ts';
import { Timestamp } from '../time.ts';
import { AnsweredForm, FormReference, PhoneNumbers, RecordedAnswer } from './answered-form.ts';

const Source = Type.Union([Type.Literal('api'), Type.Literal('form')]);

/**
 * The last question in the form's order that a person has answered, by the id of its field; null for none. Hidden fields
 * and defaults do not count: no person gave them. It shows where people stop.
 */
const LastField = Type.Union([Type.String(), Type.Null()]);

/** The change of one answer. */
export const AnswerChange = Type.Object({
  /** The place of the question among those of the form's revision, from 0. */
  index: Type.Integer({ minimum: 0 }),
  fieldId: Type.String(),
  /** Null for a cleared answer. */
  value: Type.Unknown(),
  /** Of a telephone number that was understood: in the form of E.164. */
  e164: Type.Optional(Type.String()),
});
export type AnswerChange = Static<typeof AnswerChange>;

/** The whole answers, so that the body of a webhook follows from this one event. */
const wholeAnswers = {
  submissionId: Type.String(),
  accountId: Type.String(),
  /** In the order of the form's questions; null for no answer. */
  answers: Type.Array(Type.Unknown()),
  /** The answers to questions that the form had when the submission was begun, and no longer has in this revision. */
  removed: Type.Optional(Type.Array(RecordedAnswer)),
  e164: Type.Optional(PhoneNumbers),
  source: Source,
};

const envelope = { account: 'accountId', stream: 'submissionId' };

/** The events of submissions that are begun before they are complete, and of corrections. */
export const partialEvents = {
  /** The first event of a submission that was begun. The revision of the form stays until the submission is complete. */
  SubmissionStarted: {
    version: 1,
    schema: Type.Object({
      submissionId: Type.String(),
      accountId: Type.String(),
      form: FormReference,
      answers: Type.Array(Type.Unknown()),
      e164: Type.Optional(PhoneNumbers),
      source: Source,
      /** The SHA-256 of a request under an idempotency key, to distinguish a repetition from another use of the key. */
      requestHash: Type.Optional(Type.String()),
      lastFieldId: LastField,
      /** When the submission expires, unless it is saved or completed before. */
      expiresAt: Timestamp,
      at: Timestamp,
    }),
    upcasters: {},
    envelope,
  },
  /** Contains the answers that differ alone: people save often. */
  SubmissionSaved: v1(
    Type.Object({
      changes: Type.Array(AnswerChange, { minItems: 1 }),
      lastFieldId: LastField,
      expiresAt: Timestamp,
      at: Timestamp,
    }),
  ),
  /** The submission counts from now on, as one that was created in one step. */
  SubmissionCompleted: {
    version: 1,
    schema: Type.Object({
      ...wholeAnswers,
      form: FormReference,
      /** The name of the reservation in the month's quota; null if the plan has no quota. */
      reservation: Type.Union([Type.String(), Type.Null()]),
      startedAt: Timestamp,
      at: Timestamp,
    }),
    upcasters: {},
    envelope,
  },
  /** The submission was not completed in time: it can no longer be saved or completed, and is erased next. */
  SubmissionExpired: v1(Type.Object({ at: Timestamp })),
  /** The links with which the respondent could correct the submission no longer work; links that are made later do. */
  SubmissionLinksRevoked: v1(Type.Object({ at: Timestamp })),
  /** Changes the answers of a complete submission. */
  SubmissionCorrected: {
    version: 1,
    schema: Type.Object({
      ...wholeAnswers,
      form: AnsweredForm,
      /** When the submission was begun, imported and completed, as the events before say. */
      startedAt: Type.Optional(Timestamp),
      importedAt: Type.Optional(Timestamp),
      submittedAt: Timestamp,
      reason: Type.Union([Type.String(), Type.Null()]),
      by: Type.Union([Type.Literal('owner'), Type.Literal('respondent')]),
      at: Timestamp,
    }),
    upcasters: {},
    envelope,
  },
};
