import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { timeLimit } from '../../async/time-limit.ts';
import { requestHash } from '../../commands/request-hash.ts';
import type { Claim, IdempotencyStore, Reply } from '../../coordination/idempotency-store.ts';
import { derivedId } from '../../domain/derived-id.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError } from '../errors/errors.ts';
import { toApiError } from '../errors/to-api-error.ts';
import { sendJson } from '../http/send-json.ts';
import { claimRequest, withRenewals } from './claim-request.ts';
import { idempotencyOf } from './requests.ts';
import { withoutShown } from './shown-once.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while a request with an `Idempotency-Key` is carried out. */
    repeatable: Repeatable | null;
  }
  interface FastifyContextConfig {
    /** The handler finds the repetitions of its requests in the log by itself, and needs no read store for them. */
    findsRepeats?: boolean;
    /** The members of an answer that are shown once: they are not stored, and a repeated answer lacks them. */
    shownOnce?: readonly string[];
  }
}

interface Repeatable {
  readonly claim: Claim;
  /** Names the request, with its content, for its commands. */
  readonly requestKey: string;
  /** The account that the request changes, once that is known. */
  accountId?: string | undefined;
}

/** The stored headers of an answer. */
const keptHeaders = ['cache-control', 'etag', 'location', 'x-log-position'];
const readingMethods = ['GET', 'HEAD', 'OPTIONS'];
/** How long an answer may wait until it is stored, in milliseconds. */
const storeLimitMs = 2_000;

/**
 * Honours the `Idempotency-Key` on every route of an API that changes something: for 24 hours a repeated request gets
 * the same answer, byte for byte, and one at the same time waits for it. A refused request frees the key for any
 * request. If the outcome of a request is unknown, only the same request may use the key again: it is carried out with
 * the same `requestKey`, by which its commands find their events in the log.
 */
export function honourIdempotencyKeys(
  app: FastifyInstance,
  { idempotency }: Pick<ApiDeps, 'idempotency'>,
): void {
  app.decorateRequest('repeatable', null);
  app.addHook('onRoute', (route) => {
    const isReading = [route.method].flat().every((method) => readingMethods.includes(method));
    if (!isReading && !route.config?.findsRepeats) route.handler = once(idempotency, route.handler);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { repeatable } = request;
    const isAnswer = repeatable && !reply.isTimedOut && reply.statusCode < 400;
    if (!isAnswer) return done(null, payload);
    const { claim, accountId } = repeatable;
    request.repeatable = null;
    // The request succeeded: a failure to store its answer must not change that.
    const stored = store(idempotency, { claim, accountId }, request, reply, payload).catch(() => undefined);
    void timeLimit(stored, storeLimitMs, () => undefined).then(() => done(null, payload));
  });
}

/** Runs a handler once for the `Idempotency-Key` of its request. */
const once = (idempotency: IdempotencyStore, handler: RouteHandlerMethod): RouteHandlerMethod =>
  async function (request, reply): Promise<unknown> {
    const { idempotencyKey } = idempotencyOf(request);
    if (idempotencyKey === undefined) return handler.call(this, request, reply);
    const id = idOf(request, idempotencyKey);
    const hash = requestHash([request.body, request.headers['if-match'] ?? null]);
    const claimed = await claimRequest(idempotency, id, hash);
    switch (claimed.state) {
      case 'in flight':
        throw new ApiError('idempotency_in_flight', { headers: { 'retry-after': '1' } });
      case 'other request':
        throw new ApiError('idempotency_mismatch');
      case 'answered':
        return repeat(reply, claimed.reply);
      case 'new':
    }
    const { claim } = claimed;
    // With the hash: another request with the key must never get the outcome of this one.
    request.repeatable = { claim, requestKey: derivedId(id, hash) };
    const giveClaimUp = async (isRefused: boolean) => {
      request.repeatable = null;
      // If this fails, the claim lapses.
      await idempotency[isRefused ? 'abandon' : 'release'](claim).catch(() => undefined);
    };
    try {
      const result: unknown = await withRenewals(idempotency, claim, async () =>
        handler.call(this, request, reply),
      );
      if (reply.isTimedOut) await giveClaimUp(false);
      return result;
    } catch (error) {
      await giveClaimUp(toApiError(error).status < 500);
      throw error;
    }
  };

/** Names the requests of an account or operator to one endpoint with one key. */
function idOf({ caller, operator, method, routeOptions, params }: FastifyRequest, key: string): string {
  const owner = caller ? caller.accountId : `operator:${operator?.id ?? ''}`;
  const ids = Object.values(Object(params) as Readonly<Record<string, string>>);
  return derivedId(owner, `${method} ${routeOptions.url ?? ''}`, key, ...ids);
}

/** Answers as the first run of a request was answered. */
function repeat(reply: FastifyReply, { status = 200, headers, body }: Reply): FastifyReply {
  reply.code(status).headers({ ...headers, 'idempotency-replayed': 'true' });
  return body === '' ? reply.send() : sendJson(reply, body);
}

async function store(
  idempotency: IdempotencyStore,
  { claim, accountId }: Pick<Repeatable, 'accountId' | 'claim'>,
  { routeOptions }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const { shownOnce = [] } = routeOptions.config;
  const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? String(payload) : '';
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
  );
  const body = shownOnce.length === 0 ? text : withoutShown(text, shownOnce);
  await idempotency.settle(claim, { status: reply.statusCode, headers, body }, accountId);
}
