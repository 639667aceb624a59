import type { FastifyRequest } from 'fastify';
import type { KeyRequest } from '../../commands/api-key/issue-api-key.ts';
import { type Role, scopesOf } from '../../domain/membership/roles.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError, invalidRequest } from '../errors/errors.ts';
import { usableKey } from './authentication.ts';

/**
 * Refuses a key that could do more than its issuer. A member issues keys with the scopes of the role; a key also none that outlives
 * it, so that a key for a day does not become one for ever.
 * @throws ApiError `insufficient_scope` for a scope that the caller lacks, `invalid_request` for a later expiry
 */
export async function refuseStrongerKey(
  deps: Pick<ApiDeps, 'aggregates' | 'now'>,
  { caller }: Pick<FastifyRequest, 'caller'>,
  { scopes, expiresAt }: Pick<KeyRequest, 'expiresAt' | 'scopes'>,
): Promise<void> {
  if (!caller) return;
  const lacked = scopes.find((scope) => !caller.scopes.includes(scope));
  if (lacked !== undefined)
    throw new ApiError('insufficient_scope', {
      message: `A key with the scope ${lacked} is issued only by a caller that has it.`,
      details: { required_scope: lacked },
    });
  if (caller.actor.kind !== 'key') return;
  const ends = await expiryOf(deps, caller.actor.id);
  if (ends !== null && (expiresAt === null || expiresAt > ends))
    throw invalidRequest('The key would outlive the key that issues it.', [
      { path: '/expires_at', code: 'out_of_range', message: `Must be no later than ${ends}.` },
    ]);
}

/**
 * Refuses a key that gives a person a role with more scopes than its own, or that expires: a membership does not.
 * @throws ApiError `insufficient_scope` for a scope that the key lacks, `invalid_request` for a key that expires
 */
export async function refuseStrongerRole(
  deps: Pick<ApiDeps, 'aggregates' | 'now'>,
  { caller }: Pick<FastifyRequest, 'caller'>,
  role: Role,
): Promise<void> {
  if (caller?.actor.kind !== 'key') return;
  const lacked = scopesOf[role].find((scope) => !caller.scopes.includes(scope));
  if (lacked !== undefined)
    throw new ApiError('insufficient_scope', {
      message: `The role ${role} is given only with a key that has the scope ${lacked}.`,
      details: { required_scope: lacked },
    });
  if ((await expiryOf(deps, caller.actor.id)) !== null)
    throw invalidRequest(
      'The membership would outlive the key that gives it: use a key that does not expire.',
    );
}

/** When a key expires, in ISO 8601; null for one that does not. */
async function expiryOf(deps: Pick<ApiDeps, 'aggregates' | 'now'>, keyId: string): Promise<string | null> {
  const key = await usableKey(deps, keyId);
  if (typeof key === 'string') throw new ApiError(key);
  return key.expiresAt;
}
