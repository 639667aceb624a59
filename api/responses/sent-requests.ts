import type { Static } from 'typebox';
import type { ApiDeps } from '../api-deps.ts';
import { carriesAnswers } from '../auth/answers.ts';
import type { SentRequests } from '../contract/webhooks/sent-requests.ts';

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
