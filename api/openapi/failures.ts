import { catalogue, type ErrorCode } from '../errors/errors.ts';
import { everyAnswer } from './headers.ts';

/** The failures of an operation by status, each with its error codes. */
export function failures(codes: readonly ErrorCode[]): Readonly<Record<string, object>> {
  const statuses = [...new Set(codes.map((code) => catalogue[code][0]))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = [...new Set(codes.filter((code) => catalogue[code][0] === status))];
      return [String(status), failure(status, ofStatus)];
    }),
  );
}

const failure = (status: number, codes: readonly ErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${catalogue[code][1]}`).join(' '),
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { type: 'string', enum: codes },
        message: { type: 'string' },
        details: detailsOf(codes),
        request_id: { type: 'string' },
      },
    },
  },
  examples: codes.slice(0, 1).map((code) => ({
    error: { code, message: catalogue[code][1], request_id: 'k3Jx0sQ8bTz1LmN5vRwY' },
  })),
  headers: {
    ...everyAnswer,
    ...extraHeaders[status],
    ...(codes.includes('idempotency_in_flight') && inFlight),
  },
});

const detailsOf = (codes: readonly ErrorCode[]): object =>
  codes.includes('invalid_request') ? problems : { description: 'Details of the error.' };

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

const problems = { type: 'array', description: 'Every problem of the request.', items: problemSchema };

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

const seconds = { type: 'integer', minimum: 1, description: 'Seconds.' };
const later = { 'Retry-After': seconds };
const inFlight = { 'Retry-After': { ...seconds, description: 'Seconds; with `idempotency_in_flight`.' } };

const extraHeaders: Readonly<Record<number, object>> = {
  401: { 'WWW-Authenticate': { type: 'string' } },
  429: later,
  503: later,
};
