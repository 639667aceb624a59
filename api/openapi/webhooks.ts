import Type from 'typebox';
import { formStatuses } from '../../domain/form/decider.ts';
import { AnsweredField, PaymentRecord } from '../public/submission-schemas.ts';
import { Timestamp } from '../requests/schemas.ts';

/** The text of an answer is absent from deliveries that were planned before it existed. */
const SentField = Type.Object({
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
};

/** The last members of every body, but for deliveries that were planned before these existed: their bytes never change. */
const origin = {
  event_id: Type.Optional(
    Type.String({
      description:
        'The id of the event: the same at all destinations, and on every attempt and replay. Absent, with the other ' +
        'two, only from deliveries that the service planned before it had these members.',
    }),
  ),
  occurred_at: Type.Optional(Type.String({ format: 'date-time', description: 'The time of the event.' })),
  position: Type.Optional(
    Type.String({
      pattern: String.raw`^\d{1,19}$`,
      description:
        'The place of the event among all events. A later event has a greater number; compare as numbers.',
    }),
  ),
};

/** The bodies of webhooks, by kind. */
const envelopes = {
  'submission.created': Type.Object({ event: Type.Literal('submission.created'), ...submission, ...origin }),
  'submission.payment_completed': Type.Object({
    event: Type.Literal('submission.payment_completed'),
    ...submission,
    payment: PaymentRecord,
    ...origin,
  }),
  'form.published': Type.Object({
    event: Type.Literal('form.published'),
    form: Type.String({ description: "The form's title." }),
    form_id: Type.String(),
    form_slug: Type.String(),
    status: Type.Literal('published'),
    url: Type.String(),
    published_at: Timestamp,
    ...origin,
  }),
  ping: Type.Object({
    event: Type.Literal('ping'),
    destination_id: Type.String(),
    destination: Type.String({ description: "The destination's label." }),
    sent_at: Timestamp,
    ...origin,
  }),
};

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' } as const,
});

/** A request that the service makes, in the terms of OpenAPI. */
const webhook = (operationId: string, summary: string, schema: object) => ({
  post: {
    operationId,
    summary,
    tags: ['webhooks'],
    // The service sends these: the signature stands for a key.
    security: [],
    parameters: [
      header('X-Service-Signature', '`t=<unix seconds>,v1=<hex HMAC-SHA-256 of "<t>.<raw body>">`'),
      header('X-Service-Event', 'The kind of event.'),
      header('X-Service-Delivery', 'The same on every attempt and replay.'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': {
        description:
          'Accepted. The service retries temporary failures (5xx, 408, 425, 429, and any other 4xx but 410 with `Retry-After`).',
      },
    },
  },
});

/** The requests that the service sends to destinations. */
export const webhooks = {
  'submission.created': webhook(
    'onSubmissionCreated',
    'A response was saved',
    envelopes['submission.created'],
  ),
  'submission.payment_completed': webhook(
    'onPaymentCompleted',
    "A submission's payment was confirmed",
    envelopes['submission.payment_completed'],
  ),
  'form.published': webhook('onFormPublished', 'A form went live', envelopes['form.published']),
  ping: webhook('onPing', 'A test that an operator asked for; sent once', envelopes.ping),
};
