import { account } from '../domain/account/decider.ts';
import { apiKey, type ApiKeyState } from '../domain/api-key/decider.ts';
import type { Scope } from '../domain/api-key/events.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import type { CommandContext } from '../log/aggregates.ts';
import { derivedId } from '../log/ids.ts';
import { hashOf, makeApiKey } from './support/api-key.ts';
import type { CommandDeps } from './support/deps.ts';
import { invalid, notFound, type Refusal } from './support/refusal.ts';

export interface IssuedApiKey {
  readonly keyId: string;
  /** The key itself, which is returned only this once. */
  readonly key: string;
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

type Deps = Pick<CommandDeps, 'aggregates' | 'now'>;

/**
 * Issues an API key of the context's account.
 *
 * An account has ten slots, each with a chain of keys whose ids are derived from (account, slot, place in the
 * chain). A key is issued at the end of a chain whose last key is revoked or expired. This alone makes the
 * limit exact: of two concurrent requests for the same slot, the log refuses one, which then tries another
 * slot.
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
    if (issued.ok) return ok({ keyId, key, name, scopes, expiresAt, at, position: issued.value.position });
    if (issued.error.code !== 'already_exists') return issued;
  }
}

const expired = invalid('The expiry of the key is in the past.', [
  { path: '/expires_at', code: 'out_of_range', message: 'Must be in the future.' },
]);

const limitReached = err({
  code: 'plan_limit_reached',
  limit: maxActiveKeys,
  current: maxActiveKeys,
} as const);

const keyIdOf = (accountId: string, slot: number, place: number): string =>
  derivedId(accountId, 'keys', String(slot), String(place));

/**
 * Whether the account has ever had a key, according to the log: the first key is the first of the first slot.
 */
export async function hasHadKey({ aggregates }: Deps, accountId: string): Promise<boolean> {
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

const isActive = ({ revokedAt, expiresAt }: Extract<ApiKeyState, { exists: true }>, at: string): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > at);
