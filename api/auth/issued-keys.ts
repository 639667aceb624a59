import type { FastifyRequest } from 'fastify';
import type { KeyRequest } from '../../commands/api-key/issue-api-key.ts';
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
  const issuer = await usableKey(deps, caller.actor.id);
  if (typeof issuer === 'string') throw new ApiError(issuer);
  if (issuer.expiresAt !== null && (expiresAt === null || expiresAt > issuer.expiresAt))
    throw invalidRequest('The key would outlive the key that issues it.', [
      { path: '/expires_at', code: 'out_of_range', message: `Must be no later than ${issuer.expiresAt}.` },
    ]);
}
