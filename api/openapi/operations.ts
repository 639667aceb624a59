import type { HistoryKind } from '../../projections/queries/history.ts';
import type { ErrorCode } from '../errors/errors.ts';
import type { Operation } from './operation.ts';
import { ownOperations } from './own-operations.ts';
import { paymentOperations } from './payment-operations.ts';

const read = { takes: ['X-Read-After'] } as const;
const list = { ...read, gives: ['Link'] } as const;
const write = { gives: ['X-Log-Position'] } as const;
const ofChanges = ['unsupported_media_type', 'idempotency_in_flight', 'idempotency_mismatch'] as const;
const notReceiving = ['destination_disabled', 'destination_removed'] as const;
const formChange = {
  takes: ['If-Match'],
  gives: ['X-Log-Position', 'ETag'],
  errors: ['not_found', 'plan_limit_reached', 'slug_taken', 'invalid_transition', 'precondition_failed'],
} as const;
const submission = {
  errors: ['not_found', 'quota_exceeded', 'form_not_published', 'form_changed', 'erased'],
  gives: ['X-Log-Position', 'Location'],
} as const;

const pub = '/api/public/v1';
const admin = '/api/admin/v1';

const history = (kind: HistoryKind, noun: string) => ({
  [`GET ${admin}/${kind}/:id/history`]: {
    id: `historyOf${noun}`,
    errors: kind === 'submissions' || kind === 'deliveries' ? ['not_found', 'erased'] : ['not_found'],
    ...list,
  } as const,
});

/** The operations that are described here, by method and route. */
const described: Readonly<Record<string, Operation>> = {
  [`GET ${pub}/forms`]: {
    id: 'listForms',
    errors: ['not_found'],
    ...read,
    gives: ['Link', 'ETag'],
  },
  [`GET ${pub}/forms/:id`]: {
    id: 'readOwnForm',
    errors: ['not_found'],
    ...read,
    gives: ['ETag'],
  },
  [`PATCH ${pub}/forms`]: { id: 'changeForm', ...formChange },
  [`GET ${pub}/submissions`]: { id: 'listSubmissions', errors: ['not_found'], ...list },
  [`GET ${pub}/submissions/:id`]: {
    id: 'readOwnSubmission',
    like: 'readSubmission',
    errors: ['not_found'],
    ...read,
  },
  [`POST ${pub}/submissions`]: { id: 'createSubmission', ...submission },
  [`POST ${admin}/accounts`]: { id: 'openAccount', errors: ['conflict'], ...write },
  [`GET ${admin}/accounts`]: { id: 'listAccounts', errors: ['not_found'], ...list },
  [`GET ${admin}/accounts/:id`]: { id: 'readAccount', errors: ['not_found'], ...read },
  [`PATCH ${admin}/accounts/:id`]: { id: 'changeAccount', errors: ['not_found'], ...write },
  [`POST ${admin}/accounts/:id/keys`]: {
    id: 'issueKey',
    errors: ['not_found', 'plan_limit_reached'],
    ...write,
  },
  [`GET ${admin}/accounts/:id/keys`]: { id: 'listKeys', errors: ['not_found'], ...list },
  [`GET ${admin}/keys/:id`]: { id: 'readKey', errors: ['not_found'], ...read },
  [`POST ${admin}/keys/:id/revoke`]: { id: 'revokeKey', errors: ['not_found'], ...write },
  [`POST ${admin}/console-tickets`]: { id: 'issueConsoleTicket', errors: [], isForEveryRole: true },
  [`POST ${admin}/accounts/:id/forms`]: {
    id: 'createForm',
    errors: ['not_found', 'plan_limit_reached', 'slug_taken', 'read_model_behind'],
    gives: ['X-Log-Position', 'ETag', 'Location'],
  },
  [`GET ${admin}/accounts/:id/embedding`]: { id: 'readEmbedding', errors: ['not_found'] },
  [`PUT ${admin}/accounts/:id/embedding`]: { id: 'changeEmbedding', errors: ['not_found'], ...write },
  [`GET ${admin}/accounts/:id/forms`]: { id: 'listFormsOfAccount', errors: ['not_found'], ...list },
  [`GET ${admin}/forms/:id`]: {
    id: 'readForm',
    errors: ['not_found'],
    ...read,
    gives: ['ETag'],
  },
  [`PATCH ${admin}/forms/:id`]: { id: 'changeFormAndFields', ...formChange },
  [`GET ${admin}/accounts/:id/submissions`]: {
    id: 'listSubmissionsOfAccount',
    errors: ['not_found'],
    ...list,
  },
  [`GET ${admin}/submissions/:id`]: { id: 'readSubmission', errors: ['not_found', 'erased'], ...read },
  [`POST ${admin}/accounts/:id/submissions`]: { id: 'submitToForm', ...submission },
  [`POST ${admin}/forms/:id/imports`]: {
    id: 'importSubmissions',
    errors: ['not_found', 'quota_exceeded', 'form_not_published'],
    ...write,
  },
  [`POST ${admin}/accounts/:id/destinations`]: {
    id: 'addDestination',
    errors: ['not_found', 'read_model_behind'],
    gives: ['X-Log-Position', 'Location'],
  },
  [`GET ${admin}/accounts/:id/destinations`]: { id: 'listDestinations', errors: ['not_found'], ...list },
  [`GET ${admin}/destinations/:id`]: { id: 'readDestination', errors: ['not_found'], ...read },
  [`GET ${admin}/destinations/template`]: {
    id: 'readDestinationTemplate',
    errors: ['not_found'],
    ...read,
    gives: ['Content-Disposition'],
  },
  [`PATCH ${admin}/destinations/:id`]: {
    id: 'changeDestination',
    errors: ['not_found', 'read_model_behind'],
    ...write,
  },
  [`POST ${admin}/destinations/:id/ping`]: { id: 'pingDestination', errors: ['not_found'], ...write },
  [`POST ${admin}/destinations/:id/rotate-secret`]: {
    id: 'rotateSigningSecret',
    errors: ['not_found'],
    ...write,
  },
  [`POST ${admin}/destinations/:id/reencrypt-secret`]: {
    id: 'reencryptSigningSecret',
    errors: ['not_found', 'conflict'],
    ...write,
  },
  [`GET ${admin}/destinations/parked`]: { id: 'listParkedDestinations', errors: [], ...read },
  [`POST ${admin}/destinations/parked/retries`]: { id: 'retryParkedDestinations', errors: [] },
  [`DELETE ${admin}/destinations/:id`]: { id: 'removeDestination', errors: ['not_found'], ...write },
  [`POST ${admin}/destinations/:id/enable`]: { id: 'enableDestination', errors: ['not_found'], ...write },
  [`POST ${admin}/destinations/:id/disable`]: { id: 'disableDestination', errors: ['not_found'], ...write },
  [`GET ${admin}/accounts/:id/deliveries`]: { id: 'listDeliveries', errors: ['not_found'], ...list },
  [`GET ${admin}/realignment`]: { id: 'readRealignment', errors: [], ...read },
  [`POST ${admin}/realignment`]: { id: 'realign', errors: [] },
  [`GET ${admin}/realignment/missing`]: { id: 'listMissing', errors: [], ...list },
  [`GET ${admin}/projections`]: { id: 'listProjections', errors: [], ...read },
  [`GET ${admin}/projections/:id`]: { id: 'readProjection', errors: ['not_found'], ...read },
  [`POST ${admin}/projections/:id/rebuild`]: { id: 'rebuildProjection', errors: ['not_found', 'conflict'] },
  [`POST ${admin}/projections/:id/rollback`]: {
    id: 'rollBackProjection',
    errors: ['not_found', 'conflict'],
  },
  [`POST ${admin}/projections/:id/drop`]: { id: 'dropGenerations', errors: ['not_found', 'conflict'] },
  [`POST ${admin}/projections/:id/replay`]: { id: 'replayProjection', errors: ['not_found', 'conflict'] },
  [`POST ${admin}/projections/:id/verify`]: { id: 'verifyProjection', errors: ['not_found', 'conflict'] },
  [`POST ${admin}/projections/:id/skips`]: {
    id: 'skipEvent',
    errors: ['not_found', 'conflict'],
    ...write,
  },
  [`GET ${admin}/projections/:id/parked`]: { id: 'listParkedKeys', errors: ['not_found'], ...read },
  [`POST ${admin}/projections/:id/retries`]: { id: 'retryParkedKeys', errors: ['not_found'] },
  [`GET ${admin}/projections/:id/documents`]: {
    id: 'listDocuments',
    errors: ['not_found'],
    ...list,
  },
  [`GET ${admin}/deliveries`]: { id: 'listAllDeliveries', errors: ['not_found'], ...list },
  [`GET ${admin}/deliveries/changes`]: { id: 'readDeliveryChanges', errors: [], ...read },
  [`GET ${admin}/deliveries/:id/requests`]: {
    id: 'readSentRequests',
    errors: ['not_found', 'erased'],
    ...read,
  },
  [`GET ${admin}/accounts/:id/recoverable`]: {
    id: 'countRecoverable',
    errors: ['not_found', ...notReceiving],
    ...read,
  },
  [`POST ${admin}/accounts/:id/recoveries`]: {
    id: 'requestRecovery',
    errors: ['not_found', ...notReceiving],
    gives: ['X-Log-Position', 'Location'],
  },
  [`GET ${admin}/accounts/:id/recoveries`]: { id: 'listRecoveries', errors: ['not_found'], ...list },
  [`GET ${admin}/recoveries/:id`]: { id: 'readRecovery', errors: ['not_found'], ...read },
  [`POST ${admin}/recoveries/:id/pause`]: {
    id: 'pauseRecovery',
    errors: ['not_found', 'invalid_transition'],
    ...write,
  },
  [`POST ${admin}/recoveries/:id/resume`]: {
    id: 'resumeRecovery',
    errors: ['not_found', 'invalid_transition', ...notReceiving],
    ...write,
  },
  [`POST ${admin}/recoveries/:id/cancel`]: {
    id: 'cancelRecovery',
    errors: ['not_found', 'invalid_transition'],
    ...write,
  },
  [`GET ${admin}/accounts/:id/cancellable`]: { id: 'countCancellable', errors: ['not_found'], ...read },
  [`POST ${admin}/accounts/:id/cancellations`]: {
    id: 'requestCancellation',
    errors: ['not_found'],
    gives: ['X-Log-Position', 'Location'],
  },
  [`GET ${admin}/accounts/:id/cancellations`]: { id: 'listCancellations', errors: ['not_found'], ...list },
  [`GET ${admin}/cancellations/:id`]: { id: 'readCancellation', errors: ['not_found'], ...read },
  ...Object.fromEntries(
    (['pause', 'resume', 'cancel'] as const).map((change) => [
      `POST ${admin}/cancellations/:id/${change}`,
      { id: `${change}Cancellation`, errors: ['not_found', 'invalid_transition'], ...write },
    ]),
  ),
  [`POST ${admin}/deliveries/:id/cancel`]: {
    id: 'cancelDelivery',
    errors: ['not_found', 'erased', 'invalid_transition'],
    ...write,
  },
  [`GET ${admin}/deliveries/:id`]: { id: 'readDelivery', errors: ['not_found', 'erased'], ...read },
  [`POST ${admin}/deliveries/:id/replay`]: {
    id: 'replayDelivery',
    errors: ['not_found', 'erased', 'invalid_transition', 'no_longer_wanted', ...notReceiving],
    ...write,
  },
  ...paymentOperations(pub, admin),
  [`POST ${admin}/submissions/:id/erase`]: {
    id: 'eraseSubmission',
    errors: ['not_found', 'erased'],
    ...write,
  },
  [`GET ${admin}/submissions/:id/erasure`]: { id: 'readErasure', errors: ['not_found'], ...read },
  [`GET ${admin}/event-store-members`]: { id: 'listEventStoreMembers', errors: [], ...read },
  [`DELETE ${admin}/event-store-members/:id`]: { id: 'forgetEventStoreMember', errors: ['not_found'] },
  [`GET ${admin}/accounts/:id/audit`]: { id: 'listAudit', errors: ['not_found'], ...list },
  [`GET ${admin}/exports/events`]: { id: 'exportEvents', errors: ['not_found'], ...read },
  [`GET ${admin}/forms/:id/exports/submissions`]: { id: 'exportSubmissions', errors: ['not_found'], ...read },
  ...history('accounts', 'Account'),
  ...history('forms', 'Form'),
  ...history('submissions', 'Submission'),
  ...history('destinations', 'Destination'),
  ...history('deliveries', 'Delivery'),
};

/** Every operation, by its method and route. */
export const operations: Readonly<Record<string, Operation>> = {
  ...described,
  ...ownOperations(described, pub, admin),
};

const everywhere = [
  'invalid_request',
  'missing_key',
  'invalid_key',
  'request_timeout',
  'payload_too_large',
  'uri_too_long',
  'rate_limited',
  'server_error',
  'unavailable',
] as readonly ErrorCode[];
const withKey: readonly ErrorCode[] = ['revoked_key', 'expired_key', 'plan_required', 'insufficient_scope'];

/** The headers of an operation: each that changes something honours an idempotency key. */
export function headersOf(method: string, { takes = [], gives = [] }: Operation) {
  if (isRead(method)) return { takes, gives };
  return { takes: [...takes, 'Idempotency-Key'], gives: [...gives, 'Idempotency-Replayed'] } as const;
}

const isRead = (method: string): boolean => method === 'GET';

/** All error codes of an operation. */
export function errorsOf(
  method: string,
  url: string,
  { errors, isForEveryRole = false }: Operation,
): readonly ErrorCode[] {
  const isPublic = url.startsWith(pub);
  const mayAll = isForEveryRole || isRead(method);
  return [
    ...everywhere,
    ...(isPublic ? withKey : mayAll ? [] : (['insufficient_scope'] as const)),
    ...(isRead(method) ? (['read_model_behind', 'read_model_diverged'] as const) : ofChanges),
    ...errors,
  ];
}
