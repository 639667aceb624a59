import { account } from '../../domain/account/decider.ts';
import { apiKey, type ApiKeyState } from '../../domain/api-key/decider.ts';
import type { Scope } from '../../domain/api-key/events.ts';
import { derivedId } from '../../domain/derived-id.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { eventIdUnder } from '../../log/ids.ts';
import { requestLifetimeMs } from '../../log/repeated-requests.ts';
import type { CommandDeps } from '../deps.ts';
import { invalid, notFound, type Refusal } from '../refusal.ts';
import { hashOf, isKeyOf, makeApiKey } from './api-key.ts';

export interface IssuedApiKey {
  readonly keyId: string;
  /** The key itself, which is returned once: null for a repeated request. */
  readonly key: string | null;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: string | null;
  readonly at: string;
  readonly position: bigint | null;
}

export interface KeyRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** A time in the future; null for a key that does not expire. */
  readonly expiresAt: string | null;
}

const maxActiveKeys = 10;

type Deps = Pick<CommandDeps, 'log' | 'aggregates' | 'now'>;

/**
 * Issues an API key of the context's account.
 *
 * An account has ten slots, each with a chain of keys whose ids are derived from (account, slot, place in the
 * chain). A key is issued at the end of a chain whose last key is revoked or expired. This alone makes the
 * limit exact: of two concurrent requests for the same slot, the log refuses one, which then tries another
 * slot. A repeated request finds the key that it issued.
 */
export async function issueApiKey(
  deps: Deps,
  { name, scopes, expiresAt }: KeyRequest,
  context: CommandContext,
): Promise<Result<IssuedApiKey, Refusal>> {
  const { accountId } = context;
  const owner = await deps.aggregates.load(account, streamOf.account(accountId));
  if (!owner.state.exists) return notFound;
  const at = deps.now().toISOString();
  if (expiresAt !== null && expiresAt <= at) return expired;
  for (;;) {
    const keyId = await freeKeyId(deps, accountId, at);
    // After the search for a slot, in which another run of the request may have issued its key meanwhile.
    const before = await issuedUnder(deps, context);
    if (before) return ok(before);
    if (keyId === null) return limitReached;
    const key = makeApiKey(keyId);
    const issued = await deps.aggregates.execute(
      apiKey,
      streamOf.apiKey(keyId),
      [
        {
          type: 'IssueApiKey',
          keyId,
          accountId,
          name,
          hash: hashOf(key),
          scopes: [...scopes],
          expiresAt,
          at,
        },
      ],
      context,
      { isNew: true },
    );
    if (issued.ok) {
      const { state, position } = issued.value;
      const isFromThisRun = state.exists && isKeyOf(state.hash, key);
      return ok({ keyId, key: isFromThisRun ? key : null, name, scopes, expiresAt, at, position });
    }
    if (issued.error.code !== 'already_exists') return issued;
  }
}

const expired = invalid('The expiry of the key is in the past.', [
  { path: '/expires_at', code: 'out_of_range', message: 'Must be in the future.' },
]);

const limitReached = err({
  code: 'plan_limit_reached',
  resource: 'active_keys',
  limit: maxActiveKeys,
  current: maxActiveKeys,
} as const);

const keyIdOf = (accountId: string, slot: number, place: number): string =>
  derivedId(accountId, 'keys', String(slot), String(place));

/**
 * Whether the account has ever had a key, according to the log: the first key is the first of the first slot.
 */
export async function hasEverHadKey({ aggregates }: Deps, accountId: string): Promise<boolean> {
  const { state } = await aggregates.load(apiKey, streamOf.apiKey(keyIdOf(accountId, 0, 0)));
  return state.exists;
}

/** Returns the id of the next key in the first free slot; null if every slot has an active key. */
async function freeKeyId(deps: Deps, accountId: string, at: string): Promise<string | null> {
  for (let slot = 0; slot < maxActiveKeys; slot++) {
    for (let place = 0; ; place++) {
      const keyId = keyIdOf(accountId, slot, place);
      const { state } = await deps.aggregates.load(apiKey, streamOf.apiKey(keyId));
      if (!state.exists) return keyId;
      if (isActive(state, at)) break;
    }
  }
  return null;
}

/** Returns the key that an earlier run of a request issued within the last 24 hours; null if there was none. */
async function issuedUnder(
  deps: Deps,
  { accountId, requestKey }: CommandContext,
): Promise<IssuedApiKey | null> {
  if (requestKey === undefined) return null;
  const since = deps.now().getTime() - requestLifetimeMs;
  for (let slot = 0; slot < maxActiveKeys; slot++) {
    let next = 0;
    while ((await deps.aggregates.load(apiKey, streamOf.apiKey(keyIdOf(accountId, slot, next)))).state.exists)
      next += 1;
    for (let place = next - 1; place >= 0; place--) {
      const stream = streamOf.apiKey(keyIdOf(accountId, slot, place));
      const first = await deps.log.readEvent(stream, 0);
      if (first?.event.type !== 'ApiKeyIssued' || first.recordedAt.getTime() < since) break;
      if (first.id !== eventIdUnder(requestKey, stream, 0)) continue;
      const { keyId, name, scopes, expiresAt, at } = first.event.data;
      return { keyId, key: null, name, scopes, expiresAt, at, position: first.position };
    }
  }
  return null;
}

const isActive = ({ revokedAt, expiresAt }: Extract<ApiKeyState, { exists: true }>, at: string): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > at);
