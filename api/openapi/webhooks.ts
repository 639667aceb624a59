import { webhookBodies } from '../contract/webhooks/sent-webhooks.ts';
import type { Components } from './components.ts';
import type { Json } from './json.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' } as const,
});

/** A request that the service makes, in the terms of OpenAPI. */
const webhook = (operationId: string, summary: string, schema: Json) => ({
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
export const webhooks = ({ refer }: Pick<Components, 'refer'>) => ({
  'submission.created': webhook(
    'onSubmissionCreated',
    'A response was saved',
    refer(webhookBodies['submission.created']),
  ),
  'submission.payment_completed': webhook(
    'onPaymentCompleted',
    "A submission's payment was confirmed",
    refer(webhookBodies['submission.payment_completed']),
  ),
  'submission.corrected': webhook(
    'onSubmissionCorrected',
    'The answers of a submission were corrected',
    refer(webhookBodies['submission.corrected']),
  ),
  'form.published': webhook('onFormPublished', 'A form went live', refer(webhookBodies['form.published'])),
  ping: webhook('onPing', 'A test that an operator requested; sent once', refer(webhookBodies.ping)),
});
