import type { RequestHeader, ResponseHeader } from '../contract/operation.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

const ofEveryResponse = {
  'X-Request-Id': { schema: text },
  'X-RateLimit-Limit': { schema: count },
  'X-RateLimit-Remaining': { schema: count },
  'X-RateLimit-Reset': { schema: count, description: 'Unix seconds.' },
  'RateLimit-Policy': { schema: text },
  RateLimit: { schema: text },
};

const ofFailures = {
  'Retry-After': { schema: { type: 'integer', minimum: 1 }, description: 'Seconds.' },
  'WWW-Authenticate': { schema: text },
};

const ofSuccesses = {
  'Content-Disposition': { schema: text, description: 'A name for the file.' },
  ETag: { schema: text, description: 'The revision, for `If-Match`.' },
  'Idempotency-Replayed': {
    schema: { const: 'true' },
    description: 'The response is that of an earlier, identical request.',
  },
  Link: { schema: text, description: 'The next page, `rel="next"`; absent on the last.' },
  Location: { schema: text },
  'X-Log-Position': { schema: { type: 'string', pattern: '^\\d+$' }, description: 'For `X-Read-After`.' },
} as const satisfies Record<ResponseHeader, object>;

/** The headers of responses, by name. */
export const headers = { ...ofEveryResponse, ...ofFailures, ...ofSuccesses };

/** References to the headers of every response, and to others. */
export const headerReferences = (others: readonly (keyof typeof headers)[]) =>
  Object.fromEntries(
    [...Object.keys(ofEveryResponse), ...others].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );

/** The headers of requests, by name. */
export const requestHeaders = {
  'Idempotency-Key': {
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description:
      'For 24 hours a repeated request with the same key has no further effect and gets the same response. A request ' +
      'that arrives while the first is in progress waits for its response, up to five seconds. Another request with ' +
      'the key is refused. Secrets that are shown once are not repeated.',
  },
  'If-Match': {
    schema: text,
    description: 'The change applies only if the resource has one of these entity tags.',
  },
  'X-Read-After': {
    schema: { type: 'string', pattern: '^\\d{1,19}$' },
    description: 'An `X-Log-Position`: the response waits up to two seconds for that write.',
  },
} as const satisfies Record<RequestHeader, object>;
