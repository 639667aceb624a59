import { at, pageOf } from '../examples.ts';
import { operations } from '../operation.ts';
import { Listing, OfCopyQuery } from '../values.ts';
import { delivery, outcome, sentBody, sentRequest } from './delivery-examples.ts';
import {
  AllDeliveriesQuery,
  CancelledDelivery,
  DeliveriesQuery,
  Delivery,
  DeliveryCancellation,
  DeliveryChanges,
  DeliveryChangesQuery,
  DeliveryItem,
  ReplayedDelivery,
} from './delivery-schemas.ts';
import { SentRequests } from './sent-requests.ts';

export const deliveryOperations = operations('admin', 'admin: deliveries', {
  listDeliveries: {
    route: 'GET /accounts/:id/deliveries',
    own: { operationId: 'listOwnDeliveries' },
    scope: 'webhooks:read',
    summary: "List an account's deliveries",
    description:
      'Deliveries by status, destination, event, form, submission and time, newest first, up to 100 a page.',
    querystring: DeliveriesQuery,
    response: { 200: Listing(DeliveryItem, 'Deliveries, newest first.') },
    gives: ['Link'],
    examples: { answers: [pageOf(delivery)] },
  },
  readDelivery: {
    route: 'GET /deliveries/:id',
    own: { operationId: 'readOwnDelivery' },
    scope: 'webhooks:read',
    summary: 'Read a delivery with every attempt',
    description:
      'The delivery with each attempt: time, duration, response and reason of failure. Without the scope `submissions:read` ' +
      'responses about submissions are left out; `withheld` says so.',
    querystring: OfCopyQuery,
    response: { 200: Delivery },
    answer: 'The delivery with every attempt.',
    errors: ['erased'],
    examples: {
      answers: [
        {
          ...delivery,
          status: 'succeeded',
          attempt_count: 1,
          last_outcome: outcome,
          next_attempt_at: null,
          attempts: [{ attempt: 1, started_at: at, duration_ms: 42, outcome, next_attempt_at: null }],
        },
      ],
    },
  },
  readSentRequests: {
    route: 'GET /deliveries/:id/requests',
    own: { operationId: 'readOwnSentRequests' },
    scope: 'webhooks:read',
    summary: 'Read the requests that a delivery made, as they were sent',
    description:
      'Each request byte for byte, with headers and body, computed again from the log. Signatures need the secret of that time. ' +
      'Without the scope `submissions:read` a body with answers is null, with `requires_submissions_read` in `missing`.',
    response: { 200: SentRequests },
    answer: 'The requests in the order in which they were sent.',
    errors: ['erased'],
    examples: {
      answers: [
        {
          id: delivery.id,
          body: sentBody,
          body_bytes: sentBody.length,
          missing: [],
          requests: [sentRequest],
        },
      ],
    },
  },
  replayDelivery: {
    route: 'POST /deliveries/:id/replay',
    own: { operationId: 'replayOwnDelivery' },
    scope: 'webhooks:write',
    summary: 'Send a delivery again',
    description:
      'Sends the same body with the same delivery id, from any status, and restarts the retry ' +
      'schedule. A delivery that waits for a later attempt is due at once; a due delivery does not change. ' +
      'A disabled destination refuses it until it is enabled; a removed destination and an erased submission ' +
      'refuse it permanently.',
    response: { 202: ReplayedDelivery },
    answer: 'The delivery, which is sent again.',
    gives: ['X-Log-Position'],
    errors: [
      'erased',
      'invalid_transition',
      'no_longer_wanted',
      'destination_disabled',
      'destination_removed',
    ],
    examples: {
      answers: [{ id: delivery.id, status: 'pending', attempt_count: 9, next_attempt_at: at }],
    },
  },
  cancelDelivery: {
    route: 'POST /deliveries/:id/cancel',
    own: { operationId: 'cancelOwnDelivery' },
    scope: 'webhooks:write',
    summary: 'Cancel a waiting delivery',
    description:
      'No further attempt is made, and the delivery cannot be sent again. An attempt in progress is still recorded; ' +
      'if it arrives, the delivery has succeeded. A cancelled delivery does not change; any other that has ended refuses it.',
    body: DeliveryCancellation,
    response: { 200: CancelledDelivery },
    gives: ['X-Log-Position'],
    errors: ['erased', 'invalid_transition'],
    examples: {
      body: { reason: 'the order was withdrawn' },
      answers: [{ id: delivery.id, status: 'cancelled', attempt_count: 2, next_attempt_at: null }],
    },
  },
  listAllDeliveries: {
    route: 'GET /deliveries',
    summary: 'List the deliveries of all accounts',
    description: 'The list of an account, over all accounts.',
    querystring: AllDeliveriesQuery,
    response: { 200: Listing(DeliveryItem, 'Deliveries, newest first.') },
    gives: ['Link'],
    errors: ['not_found'],
    examples: { answers: [pageOf(delivery)] },
  },
  readDeliveryChanges: {
    route: 'GET /deliveries/changes',
    summary: 'Read the changes in the delivery log',
    description:
      'The present state of each delivery that changed since `after`, in the order of the log. Without `after`, ' +
      'only the `position` to start with.',
    querystring: DeliveryChangesQuery,
    response: { 200: DeliveryChanges },
    answer: 'The changed deliveries, and the position to continue from.',
    examples: { answers: [{ data: [delivery], count: 1, position: '4720' }] },
  },
});
