import Type from 'typebox';
import { formStatuses } from '../../../domain/form/decider.ts';
import { AnsweredField, PaymentRecord, RemovedField } from '../submissions/submission-schemas.ts';
import { named, Timestamp } from '../values.ts';

/** The text of an answer is absent from deliveries that were planned before it existed. */
const SentField = named('SentField', {
  ...AnsweredField.properties,
  display: Type.Optional(AnsweredField.properties.display),
});

const submission = {
  submission_id: Type.String(),
  form: Type.String({ description: "The form's title." }),
  form_id: Type.String(),
  form_slug: Type.String(),
  form_status: Type.Enum(formStatuses),
  is_complete: Type.Boolean(),
  created_at: Timestamp,
  submitted_at: Timestamp,
  answers: Type.Record(Type.String(), Type.Unknown(), { description: 'By label.' }),
  fields: Type.Array(SentField),
  removed_fields: Type.Optional(
    Type.Array(RemovedField, {
      description:
        'The answers to questions that were removed from the form before the submission was completed.',
    }),
  ),
};

/** The last members of every body, but for deliveries that were planned before these existed: their bytes never change. */
const origin = {
  event_id: Type.Optional(
    Type.String({
      description:
        'The id of the event: the same at all destinations, and on every attempt and replay. Absent, with the other ' +
        'two, only in deliveries that an earlier release planned.',
    }),
  ),
  occurred_at: Type.Optional(Type.String({ format: 'date-time', description: 'The time of the event.' })),
  position: Type.Optional(
    Type.String({
      pattern: String.raw`^\d{1,19}$`,
      description: 'The log position of the event. A later event has a greater number; compare as numbers.',
    }),
  ),
};

/** The bodies of webhooks, by kind. */
export const webhookBodies = {
  'submission.created': Type.Object(
    { event: Type.Literal('submission.created'), ...submission, ...origin },
    { $id: 'SubmissionCreated' },
  ),
  'submission.payment_completed': named('PaymentCompleted', {
    event: Type.Literal('submission.payment_completed'),
    ...submission,
    payment: PaymentRecord,
    ...origin,
  }),
  'submission.corrected': named('SubmissionCorrected', {
    event: Type.Literal('submission.corrected'),
    ...submission,
    corrected_at: {
      ...Timestamp,
      description: 'When the answers were corrected; they are the present ones.',
    },
    ...origin,
  }),
  'form.published': named('FormPublished', {
    event: Type.Literal('form.published'),
    form: Type.String({ description: "The form's title." }),
    form_id: Type.String(),
    form_slug: Type.String(),
    status: Type.Literal('published'),
    url: Type.String(),
    published_at: Timestamp,
    ...origin,
  }),
  ping: named('PingSent', {
    event: Type.Literal('ping'),
    destination_id: Type.String(),
    destination: Type.String({ description: "The destination's label." }),
    sent_at: Timestamp,
    ...origin,
  }),
};
