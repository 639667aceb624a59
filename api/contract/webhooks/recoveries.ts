import { at, pageOf } from '../examples.ts';
import { operations } from '../operation.ts';
import { Listing, OfCopyQuery } from '../values.ts';
import { recovery } from './recovery-examples.ts';
import { recoveryItem } from './recovery-examples.ts';
import { NewRecovery, RecoverableDeliveries, RecoverableQuery, Recovery } from './recovery-schemas.ts';
import { RecoveriesQuery, RecoveryItem } from './recovery-schemas.ts';

export const recoveryOperations = operations('admin', 'admin: deliveries', {
  countRecoverable: {
    route: 'GET /accounts/:id/recoverable',
    own: {
      operationId: 'countOwnRecoverable',
      errors: ['not_found', 'destination_disabled', 'destination_removed'],
    },
    scope: 'webhooks:read',
    summary: 'Count the deliveries that a recovery would send again',
    description: 'The size of a recovery before it is requested, with the same filters.',
    querystring: RecoverableQuery,
    response: { 200: RecoverableDeliveries },
    errors: ['destination_disabled', 'destination_removed'],
    examples: { answers: [{ total: 1200, failed: 200, exhausted: 400, skipped: 600 }] },
  },
  requestRecovery: {
    route: 'POST /accounts/:id/recoveries',
    own: {
      operationId: 'requestOwnRecovery',
      errors: ['not_found', 'destination_disabled', 'destination_removed'],
    },
    scope: 'webhooks:write',
    summary: 'Send undelivered webhooks again',
    description:
      'Deliveries that failed, ran out of attempts or were skipped, or those in the given `statuses`, of events since ' +
      'a time or a log position: to one destination, or to every enabled destination of the account. Each is sent again ' +
      'once, oldest event first.',
    body: NewRecovery,
    response: { 202: Recovery },
    answer: 'The new recovery.',
    gives: ['X-Log-Position', 'Location'],
    errors: ['destination_disabled', 'destination_removed'],
    examples: { body: { since: at, per_second: 20 }, answers: [{ ...recovery, replayed: 0 }] },
  },
  listRecoveries: {
    route: 'GET /accounts/:id/recoveries',
    own: { operationId: 'listOwnRecoveries' },
    scope: 'webhooks:read',
    summary: "List an account's recoveries",
    description: 'Recoveries of the account, newest first.',
    querystring: RecoveriesQuery,
    response: { 200: Listing(RecoveryItem, 'Newest first.') },
    gives: ['Link'],
    examples: { answers: [pageOf(recoveryItem)] },
  },
  readRecovery: {
    route: 'GET /recoveries/:id',
    own: { operationId: 'readOwnRecovery' },
    scope: 'webhooks:read',
    summary: 'Read the progress of a recovery',
    description: 'Counts of the deliveries that were sent, succeeded or failed, and of the remaining ones.',
    querystring: OfCopyQuery,
    response: { 200: RecoveryItem },
    answer: 'The recovery with its counts.',
    examples: { answers: [recoveryItem] },
  },
  pauseRecovery: {
    route: 'POST /recoveries/:id/pause',
    own: { operationId: 'pauseOwnRecovery' },
    scope: 'webhooks:write',
    summary: 'Pause a recovery',
    description: 'No further delivery is sent until the recovery is resumed.',
    response: { 200: Recovery },
    answer: 'The paused recovery.',
    gives: ['X-Log-Position'],
    errors: ['invalid_transition'],
    examples: { answers: [{ ...recovery, status: 'paused', paused_because: 'operator' }] },
  },
  resumeRecovery: {
    route: 'POST /recoveries/:id/resume',
    own: { operationId: 'resumeOwnRecovery' },
    scope: 'webhooks:write',
    summary: 'Resume a paused recovery',
    description: 'Continues after the last delivery that was sent.',
    response: { 200: Recovery },
    answer: 'The resumed recovery.',
    gives: ['X-Log-Position'],
    errors: ['invalid_transition', 'destination_disabled', 'destination_removed'],
    examples: { answers: [recovery] },
  },
  cancelRecovery: {
    route: 'POST /recoveries/:id/cancel',
    own: { operationId: 'cancelOwnRecovery' },
    scope: 'webhooks:write',
    summary: 'Cancel a recovery; deliveries already sent stay sent',
    description: 'A cancelled recovery cannot be resumed.',
    response: { 200: Recovery },
    answer: 'The cancelled recovery.',
    gives: ['X-Log-Position'],
    errors: ['invalid_transition'],
    examples: { answers: [{ ...recovery, status: 'cancelled' }] },
  },
});
