import { issueApiKey } from '../../commands/api-key/issue-api-key.ts';
import { revokeApiKey } from '../../commands/api-key/revoke-api-key.ts';
import { defaultScopes } from '../../domain/api-key/events.ts';
import type { KeyView } from '../../projections/read-models/keys/queries.ts';
import type { ApiDeps } from '../api-deps.ts';
import { refuseStrongerKey } from '../auth/issued-keys.ts';
import { contextFor, readableBy } from '../auth/owners.ts';
import { keyOperations } from '../contract/accounts/api-keys.ts';
import { defaultLimit } from '../contract/values.ts';
import { ApiError } from '../errors/errors.ts';
import type { Mount } from '../mount.ts';
import { queriesFor } from '../requests/copies.ts';
import type { Paging } from '../requests/paging.ts';
import { committed, readAfter } from '../requests/requests.ts';
import { shown } from '../requests/shown-once.ts';

const shownKey = (
  { account_id: _, scopes, ...key }: KeyView,
  lastUsed: Awaited<ReturnType<ApiDeps['keyUse']['lastUsed']>>,
) => ({ ...key, scopes: [...scopes], last_used_at: lastUsed.get(key.id) ?? null });

/** The API keys of an account. */
export function keyRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'documents' | 'keyUse' | 'log' | 'now' | 'progress' | 'queries'>,
  paging: Paging,
): void {
  api.route(
    keyOperations.issueKey,
    async (request, reply) => {
      const { name, scopes = defaultScopes, expires_at = null } = request.body;
      const expiresAt = expires_at && new Date(expires_at).toISOString();
      const input = { name, scopes, expiresAt };
      const context = await api.contextOfAccount(request);
      await refuseStrongerKey(deps, request, input);
      const { keyId: id, key, at } = committed(reply, await issueApiKey(deps, input, context));
      const issued = { id, name, scopes: [...scopes], expires_at: expiresAt, created_at: at };
      return { ...issued, ...shown('key', key) };
    },
    { shownOnce: ['key'] },
  );

  api.route(keyOperations.listKeys, async (request, reply) => {
    const { limit = defaultLimit, cursor, projection } = request.query;
    const keys = await queriesFor(deps, request, 'keys', projection);
    const { accountId } = await api.contextOfAccount(request);
    const binding = [accountId, 'keys', projection ?? null];
    const page = await keys.list(accountId, { limit, ...paging.after(binding, cursor) });
    const lastUsed = await deps.keyUse.lastUsed(page.items.map(({ id }) => id));
    return paging.reply(request, reply, binding, page, (key) => shownKey(key, lastUsed));
  });

  api.route(keyOperations.readKey, async (request) => {
    await readAfter(request, deps.progress, ['keys']);
    const found = await deps.queries.keys.get(readableBy(request), request.params.id);
    if (!found) throw new ApiError('not_found');
    return shownKey(found, await deps.keyUse.lastUsed([found.id]));
  });

  api.route(keyOperations.revokeKey, async (request, reply) => {
    const { id } = request.params;
    const context = await contextFor(request, deps.aggregates, 'key', id);
    const { key } = committed(reply, await revokeApiKey(deps, { keyId: id }, context));
    const { name, scopes, expiresAt: expires_at, revokedAt: revoked_at } = key;
    return { id, name, scopes: [...scopes], expires_at, revoked_at };
  });
}
