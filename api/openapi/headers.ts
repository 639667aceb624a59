import type { AnswerHeader, RequestHeader } from './operation.ts';

const count = { type: 'integer', minimum: 0 } as const;

/** Headers of every answer. */
export const everyAnswer = {
  'X-Request-Id': { type: 'string' },
  'X-RateLimit-Limit': count,
  'X-RateLimit-Remaining': count,
  'X-RateLimit-Reset': { ...count, description: 'Unix seconds.' },
  'RateLimit-Policy': { type: 'string' },
  RateLimit: { type: 'string' },
};

export const answerHeaders = {
  'Content-Disposition': { type: 'string', description: 'A name for the file.' },
  ETag: { type: 'string', description: 'The revision, for `If-Match`.' },
  'Idempotency-Replayed': {
    const: 'true',
    description: 'The answer is that of an earlier, identical request.',
  },
  Link: { type: 'string', description: 'The next page, `rel="next"`; absent on the last.' },
  Location: { type: 'string' },
  'X-Log-Position': { type: 'string', pattern: '^\\d+$', description: 'For `X-Read-After`.' },
} as const satisfies Record<AnswerHeader, object>;

export const requestHeaders = {
  'Idempotency-Key': {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description:
      'For 24 hours a repeated request with the same key has no further effect and gets the same answer. A request ' +
      'that arrives while the first is in progress waits for its answer, up to five seconds. Another request with ' +
      'the key is refused. Secrets that are shown once are not repeated.',
  },
  'If-Match': {
    type: 'string',
    description: 'The change applies only if the resource has one of these entity tags.',
  },
  'X-Read-After': {
    type: 'string',
    pattern: '^\\d{1,19}$',
    description: 'An `X-Log-Position`: the answer waits up to two seconds for that write.',
  },
} as const satisfies Record<RequestHeader, object>;

/** Selects headers of a table by name. */
export const chosen = <K extends string>(
  table: Readonly<Record<K, object>>,
  names: readonly K[] = [],
): Readonly<Record<string, object>> => Object.fromEntries(names.map((name) => [name, table[name]]));
