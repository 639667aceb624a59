import Type, { type Static } from 'typebox';
import type { ApiDeps } from '../../api-deps.ts';
import { carriesAnswers } from '../../auth/answers.ts';
import { Nullable, Timestamp } from '../../requests/schemas.ts';

const Request = Type.Object({
  attempt: Type.Integer(),
  started_at: Timestamp,
  method: Type.Literal('POST'),
  url: Nullable(Type.String(), 'Null for an attempt from before addresses and headers were recorded.'),
  headers: Nullable(
    Type.Record(Type.String(), Type.String()),
    'As they were sent, with the signatures; beside them go those of every HTTP request (host, content-length).',
  ),
  signature_fits: Nullable(
    Type.Boolean(),
    'Whether the signature that was sent is one of the body shown here. Null where one of the two is not there, ' +
      'or no secret that could tell.',
  ),
});

export const SentRequests = Type.Object({
  id: Type.String(),
  body: Nullable(
    Type.String(),
    'The same bytes on every attempt (UTF-8). Null when it cannot be made any more, or may not be read.',
  ),
  body_bytes: Type.Union([Type.Integer(), Type.Null()]),
  missing: Type.Array(Type.Enum(['source_erased', 'requires_submissions_read', 'requests_not_recorded']), {
    description: 'The parts of the requests that cannot be shown, with the reason.',
  }),
  requests: Type.Array(Request),
});

/**
 * The requests of a delivery, as the API answers them.
 * @param answers whether the request may read answers
 */
export function sentRequestsOf(
  id: string,
  { kind, body: sent, attempts }: NonNullable<Awaited<ReturnType<ApiDeps['sentRequests']>>>,
  answers: boolean,
): Static<typeof SentRequests> {
  const isReadable = answers || !carriesAnswers(kind);
  const body = isReadable ? sent : null;
  return {
    id,
    body: body && body.toString('utf8'),
    body_bytes: body && body.length,
    missing: [
      ...(sent ? [] : (['source_erased'] as const)),
      ...(isReadable ? [] : (['requires_submissions_read'] as const)),
      ...(attempts.some(({ request }) => !request) ? (['requests_not_recorded'] as const) : []),
    ],
    requests: attempts.map(({ attempt, startedAt, request, signed }) => ({
      attempt,
      started_at: startedAt,
      method: 'POST' as const,
      url: request && request.url,
      headers: request && { ...request.headers },
      signature_fits: signed,
    })),
  };
}
