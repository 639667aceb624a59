import Type from 'typebox';
import { refuseStrongerKey } from '../../../api/auth/issued-keys.ts';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { invalidRequest, valueOf } from '../../../api/errors/errors.ts';
import { issueApiKey } from '../../../commands/api-key/issue-api-key.ts';
import { revokeApiKey } from '../../../commands/api-key/revoke-api-key.ts';
import { Scope, scopes as allScopes } from '../../../domain/api-key/events.ts';
import { visiblePattern } from '../../../domain/text.ts';
import { CopyButton } from '../../parts/id.tsx';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { setPosition } from '../session/cookies.ts';
import { show } from '../shell.tsx';
import { accountCrumbs } from './account-crumbs.ts';
import { accountUrl } from './accounts.tsx';

const dayMs = 86_400_000;
const NewKey = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, pattern: visiblePattern }),
  scopes: Type.Optional(Type.Union([Scope, Type.Array(Scope)])),
  days: Type.String({ pattern: '^\\d{0,4}$' }),
});

/** Creating and revoking API keys. */
export function keyPages(app: Routes, deps: Pick<WebDeps, 'aggregates' | 'log' | 'now'>): void {
  const { aggregates, now } = deps;
  const config = { scope: 'account:write' } as const;

  app.post(
    '/console/accounts/:id/keys',
    { config, schema: { params: ById, body: NewKey } },
    async (request, reply) => {
      const { id } = request.params;
      const { name, scopes: given = [], days } = request.body;
      const scopes = allScopes.filter((scope) => [given].flat().includes(scope));
      if (scopes.length === 0) throw invalidRequest('A key needs a scope at least.');
      const expiresAt = days === '' ? null : new Date(now().getTime() + Number(days) * dayMs).toISOString();
      const context = await contextFor(request, aggregates, 'account', id);
      await refuseStrongerKey(deps, request, { scopes, expiresAt });
      const issued = valueOf(await issueApiKey(deps, { name, scopes, expiresAt }, context));
      const { position } = issued;
      const key = issued.key ?? '';
      if (position !== null) setPosition(request, reply, position);
      return show(
        reply.code(201),
        {
          title: 'New key',
          account: id,
          crumbs: accountCrumbs(request, id, id),
        },
        <>
          <p>Store the key now. It is shown only once; the service keeps only its hash.</p>
          <p class="lead">
            <code safe>{key}</code> <CopyButton text={key} label="Copy the key" />
          </p>
          <a href={accountUrl(id)}>Back to the account</a>
        </>,
      );
    },
  );

  app.post('/console/keys/:id/revoke', { config, schema: { params: ById } }, async (request, reply) => {
    const { id: keyId } = request.params;
    const context = await contextFor(request, aggregates, 'key', keyId);
    const revoked = valueOf(await revokeApiKey(deps, { keyId }, context));
    return redirectAfterWrite(reply, revoked, {
      to: accountUrl(context.accountId),
      note: 'The key is revoked.',
    });
  });
}
