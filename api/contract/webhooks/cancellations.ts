import { at, pageOf } from '../examples.ts';
import { operations } from '../operation.ts';
import { Listing, OfCopyQuery } from '../values.ts';
import { cancellation } from './recovery-examples.ts';
import { cancellationItem } from './recovery-examples.ts';
import {
  CancellableQuery,
  Cancellation,
  NewCancellation,
  RecoverableDeliveries,
} from './recovery-schemas.ts';
import { CancellationItem, RecoveriesQuery } from './recovery-schemas.ts';

export const cancellationOperations = operations('admin', 'admin: deliveries', {
  countCancellable: {
    route: 'GET /accounts/:id/cancellable',
    own: { operationId: 'countOwnCancellable', errors: ['not_found'] },
    scope: 'webhooks:read',
    summary: 'Count the waiting deliveries that a cancellation would cancel',
    description: 'The size of a cancellation before it is requested, with the same filters.',
    querystring: CancellableQuery,
    response: { 200: RecoverableDeliveries },
    examples: { answers: [{ total: 1200, pending: 1200 }] },
  },
  requestCancellation: {
    route: 'POST /accounts/:id/cancellations',
    own: { operationId: 'requestOwnCancellation', errors: ['not_found'] },
    scope: 'webhooks:write',
    summary: 'Cancel waiting deliveries',
    description:
      'Deliveries that wait for an attempt, of events since a time or a log position: to one destination, or to every ' +
      'destination of the account. None of them is attempted again. A cancelled delivery cannot be sent again.',
    body: NewCancellation,
    response: { 202: Cancellation },
    answer: 'The new cancellation.',
    gives: ['X-Log-Position', 'Location'],
    examples: {
      body: { since: at, reason: 'the receiver was replaced' },
      answers: [{ ...cancellation, cancelled: 0 }],
    },
  },
  listCancellations: {
    route: 'GET /accounts/:id/cancellations',
    own: { operationId: 'listOwnCancellations' },
    scope: 'webhooks:read',
    summary: "List an account's cancellations",
    description: 'Cancellations of the account, newest first.',
    querystring: RecoveriesQuery,
    response: { 200: Listing(CancellationItem, 'Newest first.') },
    gives: ['Link'],
    examples: { answers: [pageOf(cancellationItem)] },
  },
  readCancellation: {
    route: 'GET /cancellations/:id',
    own: { operationId: 'readOwnCancellation' },
    scope: 'webhooks:read',
    summary: 'Read the progress of a cancellation',
    description: 'Counts of the deliveries that were cancelled or skipped.',
    querystring: OfCopyQuery,
    response: { 200: CancellationItem },
    answer: 'The cancellation with its counts.',
    examples: { answers: [cancellationItem] },
  },
  pauseCancellation: {
    route: 'POST /cancellations/:id/pause',
    own: { operationId: 'pauseOwnCancellation' },
    scope: 'webhooks:write',
    summary: 'Pause a cancellation',
    description: 'No further delivery is cancelled until the cancellation is resumed.',
    response: { 200: Cancellation },
    answer: 'The paused cancellation.',
    gives: ['X-Log-Position'],
    errors: ['invalid_transition'],
    examples: { answers: [{ ...cancellation, status: 'paused', paused_because: 'operator' }] },
  },
  resumeCancellation: {
    route: 'POST /cancellations/:id/resume',
    own: { operationId: 'resumeOwnCancellation' },
    scope: 'webhooks:write',
    summary: 'Resume a paused cancellation',
    description: 'Continues after the last delivery that was cancelled.',
    response: { 200: Cancellation },
    answer: 'The resumed cancellation.',
    gives: ['X-Log-Position'],
    errors: ['invalid_transition'],
    examples: { answers: [cancellation] },
  },
  cancelCancellation: {
    route: 'POST /cancellations/:id/cancel',
    own: { operationId: 'cancelOwnCancellation' },
    scope: 'webhooks:write',
    summary: 'Stop a cancellation; deliveries already cancelled stay cancelled',
    description: 'Deliveries that are not cancelled yet are sent when they come due.',
    response: { 200: Cancellation },
    answer: 'The stopped cancellation.',
    gives: ['X-Log-Position'],
    errors: ['invalid_transition'],
    examples: { answers: [{ ...cancellation, status: 'cancelled' }] },
  },
});
