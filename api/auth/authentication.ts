import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Plan, planNamed } from '../../commands/account/plans.ts';
import { isKeyOf, keyIdOf } from '../../commands/api-key/api-key.ts';
import { account } from '../../domain/account/decider.ts';
import { apiKey, type ApiKeyState } from '../../domain/api-key/decider.ts';
import type { Scope } from '../../domain/api-key/events.ts';
import type { Actor } from '../../domain/event.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { unlessErased } from '../../log/read-unless-erased.ts';
import type { ApiDeps } from '../api-deps.ts';
import type { ErrorCode } from '../contract/error-catalogue.ts';
import { lackedScope } from '../contract/operation.ts';
import { ApiError } from '../errors/errors.ts';
import type { Rates } from '../limits/rates.ts';

/** The caller of a public request, or the member at a page of the console: within one account. */
export interface Caller {
  readonly accountId: string;
  readonly actor: Actor;
  readonly scopes: readonly Scope[];
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifySchema {
    /** The scope that a key needs for this operation. */
    readonly scope?: Scope;
    /** Further scopes that a key needs. */
    readonly furtherScopes?: readonly Scope[];
  }
}

/** A revocation, an expiry or a change of plan takes effect in every process within this time, in ms. */
const maxAgeMs = 1_000;

/** The number of keys that are looked up without limit. */
const knownKeys = 10_000;

type ExistingKey = Extract<ApiKeyState, { exists: true }>;

/**
 * Finds a key by its id, if it may be used now.
 * @returns the error if it does not exist, was revoked or has expired
 */
export async function usableKey(
  { aggregates, now }: Pick<ApiDeps, 'aggregates' | 'now'>,
  keyId: string,
): Promise<ExistingKey | ErrorCode> {
  return usable(await keyNamed({ aggregates }, keyId), now());
}

/** The state of a key; that of none once its account is erased. */
async function keyNamed({ aggregates }: Pick<ApiDeps, 'aggregates'>, keyId: string): Promise<ApiKeyState> {
  const read = aggregates.loadAhead(apiKey, streamOf.apiKey(keyId), maxAgeMs);
  return (await unlessErased(read))?.state ?? apiKey.initial;
}

function usable(key: ApiKeyState, now: Date): ExistingKey | ErrorCode {
  if (!key.exists) return 'invalid_key';
  if (key.revokedAt !== null) return 'revoked_key';
  const isExpired = key.expiresAt !== null && key.expiresAt <= now.toISOString();
  return isExpired ? 'expired_key' : key;
}

/** Recognises API keys by their text. */
export function openKeyring(deps: Pick<ApiDeps, 'aggregates' | 'now'>, rates: Rates) {
  /** Keys that were valid once: their streams are in memory. */
  const known = new LRUCache<string, true>({ max: knownKeys });
  return async (key: string | null, address: string): Promise<ExistingKey | ErrorCode> => {
    if (key === null) return 'missing_key';
    const keyId = keyIdOf(key);
    if (keyId === null) return 'invalid_key';
    if (!known.has(keyId) && !rates.mayLookUp(address)) return 'invalid_key';
    const state = await keyNamed(deps, keyId);
    if (!state.exists || !isKeyOf(state.hash, key)) return 'invalid_key';
    known.set(keyId, true);
    return usable(state, deps.now());
  };
}

/** The plan of an account; the smallest for an account that does not exist, or no longer. */
export const planOf = async (deps: Pick<ApiDeps, 'aggregates' | 'plans'>, accountId: string): Promise<Plan> =>
  (await planOfOpen(deps, accountId)) ?? planNamed(deps.plans, '');

/** The plan of an account; null once it is closed. */
async function planOfOpen(
  { aggregates, plans }: Pick<ApiDeps, 'aggregates' | 'plans'>,
  accountId: string,
): Promise<Plan | null> {
  const read = await unlessErased(aggregates.loadAhead(account, streamOf.account(accountId), maxAgeMs));
  if (!read || (read.state.exists && read.state.closedAt !== null)) return null;
  return planNamed(plans, read.state.exists ? read.state.plan : '');
}

/**
 * Authenticates a request of the public API; checks, in order: missing, invalid, revoked, expired, closed, plan, scope, rate.
 * A request without a valid key counts against its address.
 */
export function authenticate(
  deps: Pick<ApiDeps, 'aggregates' | 'keyUse' | 'now' | 'plans' | 'rateDefaults'>,
  rates: Rates,
) {
  const recognise = openKeyring(deps, rates);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = await recognise(keyOf(request.headers), request.ip);
    if (typeof key === 'string') {
      rates.countAddress(reply, request.ip);
      throw new ApiError(key);
    }
    const { accountId, keyId, scopes } = key;
    request.caller = { accountId, actor: { kind: 'key', id: keyId }, scopes };
    const plan = await planOfOpen(deps, accountId);
    if (!plan) {
      rates.countAddress(reply, request.ip);
      throw new ApiError('revoked_key', { message: 'The account of the API key is closed.' });
    }
    deps.keyUse.record(keyId);
    const limit = plan.rate ?? deps.rateDefaults;
    const lacked = lackedScope(request.routeOptions.schema ?? {}, key.scopes);
    if (!plan.api || lacked !== null) rates.setKeyHeaders(reply, keyId, limit);
    if (!plan.api) throw new ApiError('plan_required');
    if (lacked !== null) throw new ApiError('insufficient_scope', { details: { required_scope: lacked } });
    await rates.countKey(reply, keyId, limit);
  };
}

/** The key of a request. `Authorization` takes precedence, even if it holds no key. */
function keyOf({ authorization, 'x-api-key': apiKeyHeader }: IncomingHttpHeaders): string | null {
  if (authorization === undefined)
    return typeof apiKeyHeader === 'string' && apiKeyHeader !== '' ? apiKeyHeader : null;
  return bearerOf(authorization);
}

/** The token of an `Authorization` header; null if the header has another scheme. */
export function bearerOf(authorization: string): string | null {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null;
}

/** The caller of this request. @throws on a route without authentication, which is a programming error */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('a route that asks for its caller was not behind authentication');
  return caller;
}
