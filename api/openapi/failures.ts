import { catalogue, type ErrorCode } from '../contract/error-catalogue.ts';
import type { Operation } from '../contract/operation.ts';
import { operatorRoles } from '../contract/operator-roles.ts';
import { headerReferences } from './headers.ts';

const ofAll: readonly ErrorCode[] = [
  'invalid_request',
  'missing_key',
  'invalid_key',
  'request_timeout',
  'payload_too_large',
  'uri_too_long',
  'rate_limited',
  'server_error',
  'unavailable',
];
const ofKeys: readonly ErrorCode[] = ['revoked_key', 'expired_key', 'plan_required', 'insufficient_scope'];
const ofReads: readonly ErrorCode[] = ['read_model_behind', 'read_model_diverged'];
const ofChanges: readonly ErrorCode[] = [
  'unsupported_media_type',
  'idempotency_in_flight',
  'idempotency_mismatch',
];

/** All error codes of an operation. */
export function errorsOf({
  api,
  method,
  roles = ['operator'],
  errors = [],
}: Operation): readonly ErrorCode[] {
  const isRead = method === 'GET';
  const ofRoles: readonly ErrorCode[] =
    isRead || roles.length === operatorRoles.length ? [] : ['insufficient_scope'];
  return [...ofAll, ...(api === 'public' ? ofKeys : ofRoles), ...(isRead ? ofReads : ofChanges), ...errors];
}

/** The codes of each status. */
export function statusesOf(
  codes: readonly ErrorCode[],
): readonly (readonly [status: number, codes: readonly ErrorCode[]])[] {
  const statuses = [...new Set(codes.map((code) => catalogue[code][0]))].sort();
  return statuses.map((status) => [
    status,
    [...new Set(codes.filter((code) => catalogue[code][0] === status))],
  ]);
}

const statusOf = ([code]: readonly ErrorCode[]): number => (code ? catalogue[code][0] : 500);

/** Failures of one status differ in their codes alone. */
export const failureName = (codes: readonly ErrorCode[]): string =>
  `Failure${[statusOf(codes), ...codes].join('.')}`;

/** The response of failures of one status. */
export function failureResponse(codes: readonly ErrorCode[]) {
  const status = statusOf(codes);
  const isRetried = [429, 503].includes(status) || codes.includes('idempotency_in_flight');
  const [first] = codes;
  return {
    description: codes.map((code) => `\`${code}\`: ${catalogue[code][1]}`).join(' '),
    headers: headerReferences([
      ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
      ...(isRetried ? (['Retry-After'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        ...(first && {
          example: {
            error: { code: first, message: catalogue[first][1], request_id: 'k3Jx0sQ8bTz1LmN5vRwY' },
          },
        }),
      },
    },
  };
}

/** A fault in a request. */
export const problemSchema = {
  type: 'object',
  required: ['in', 'path', 'code', 'message'],
  properties: {
    in: {
      type: 'string',
      enum: ['body', 'query', 'path', 'header'],
      description: 'The part of the request.',
    },
    path: { type: 'string', description: 'A JSON pointer into that part.' },
    code: { type: 'string' },
    message: { type: 'string' },
    field: { type: 'string', description: 'The key of the question, or the unknown name.' },
  },
};

/** The body of every failure; each response describes the codes that it may have. */
export const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { type: 'string', enum: Object.keys(catalogue) },
        message: { type: 'string' },
        details: {
          description: 'With `invalid_request`, every problem; with other codes, facts such as `limit`.',
          anyOf: [
            { type: 'array', items: { $ref: '#/components/schemas/Problem' } },
            { type: 'object', additionalProperties: true },
          ],
        },
        request_id: { type: 'string' },
      },
    },
  },
};
