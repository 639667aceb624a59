import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestHash } from '../../commands/support/request-hash.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { derivedId } from '../../log/ids.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError, toApiError } from '../errors/errors.ts';
import { claimRequest, whileRenewing } from './claim-request.ts';
import { idempotencyOf } from './requests.ts';
import { sendJson } from '../http/send-json.ts';

/** The stored headers of an answer. */
const keptHeaders = ['etag', 'location', 'x-log-position'];

/**
 * Runs a request once for its `Idempotency-Key`: for 24 hours a repetition gets the same answer, byte for byte, and
 * one at the same time waits for it. A refused request frees the key for any request. If the outcome of a request is
 * unknown, only the same request may use the key again.
 * @param work sets the headers of the reply and returns its body. By the id that it is given, it must find the events
 * that an earlier run of the request appended; undefined for a request without a key
 * @throws ApiError `idempotency_mismatch`, `idempotency_in_flight`
 */
export async function answerOnce(
  { idempotency }: Pick<ApiDeps, 'idempotency'>,
  accountId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (requestId: string | undefined) => Promise<object>,
): Promise<FastifyReply> {
  const { idempotencyKey } = idempotencyOf(request);
  if (idempotencyKey === undefined) return reply.send(await work(undefined));
  const endpoint = `${request.method} ${request.routeOptions.url ?? ''}`;
  const id = derivedId(accountId, endpoint, idempotencyKey);
  const hash = requestHash([request.body, request.headers['if-match'] ?? null]);
  const begun = await claimRequest(idempotency, id, hash);
  switch (begun.state) {
    case 'in flight':
      throw new ApiError('idempotency_in_flight', { headers: { 'retry-after': '1' } });
    case 'other request':
      throw new ApiError('idempotency_mismatch');
    case 'answered':
      return sendJson(
        reply.headers({ ...begun.reply.headers, 'idempotency-replayed': 'true' }),
        begun.reply.body,
      );
    case 'new':
  }
  const { claim } = begun;
  const body = await whileRenewing(idempotency, claim, () => work(claim.requestId)).catch(
    async (error: unknown) => {
      // If this fails, the claim expires.
      const given = isRefusal(error) ? idempotency.abandon(claim) : idempotency.release(claim);
      await given.catch(() => undefined);
      throw error;
    },
  );
  const kept = { headers: headersOf(reply), body: JSON.stringify(body) };
  // The request succeeded: a failure to store its answer must not change that.
  await idempotency.settle(claim, kept).catch(() => undefined);
  return sendJson(reply, kept.body);
}

/** A command's context with the id of its request. */
export const keyed = (context: CommandContext, requestId: string | undefined): CommandContext =>
  requestId === undefined ? context : { ...context, idempotencyKey: requestId };

/** Whether an error means that the request changed nothing. */
const isRefusal = (error: unknown): boolean => toApiError(error).status < 500;

const headersOf = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    keptHeaders.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  );
