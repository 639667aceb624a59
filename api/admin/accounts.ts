import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { changeAccount } from '../../commands/account/change-account.ts';
import { openAccount } from '../../commands/account/open-account.ts';
import { planUsageOf } from '../../commands/account/plan-usage.ts';
import type { ExistingAccount } from '../../domain/account/decider.ts';
import type { ApiDeps } from '../api-deps.ts';
import { operatorContext } from '../auth/operators.ts';
import { contextFor } from '../auth/owners.ts';
import { type Account, accountOperations } from '../contract/accounts/accounts.ts';
import { usualLimit } from '../contract/values.ts';
import { ApiError, refused } from '../errors/errors.ts';
import { queriesFor } from '../requests/copies.ts';
import { withLocale } from '../requests/locale.ts';
import type { Paging } from '../requests/paging.ts';
import { setLogPosition } from '../requests/requests.ts';

/** Shows an account from its state. */
const accountRecord = (account: ExistingAccount): Static<typeof Account> => ({
  id: account.accountId,
  name: account.name,
  plan: account.plan,
  ...(account.language !== undefined && { language: account.language }),
  ...(account.timeZone !== undefined && { time_zone: account.timeZone }),
  created_at: account.openedAt,
});

/** Accounts, for operators. */
export const accountRoutes =
  (
    deps: Pick<
      ApiDeps,
      'aggregates' | 'documents' | 'log' | 'newId' | 'now' | 'plans' | 'progress' | 'queries' | 'quotas'
    >,
    paging: Paging,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      accountOperations.openAccount.path,
      { schema: accountOperations.openAccount },
      async (request, reply) => {
        const { id, ...rest } = withLocale(request.body);
        const input = { ...rest, ...(id !== undefined && { accountId: id }) };
        const opened = await openAccount(deps, input, operatorContext(request, ''));
        if (!opened.ok) throw refused(opened.error);
        const { account, position } = opened.value;
        setLogPosition(reply, position);
        return reply.code(201).send(accountRecord(account));
      },
    );

    app.get(
      accountOperations.listAccounts.path,
      { schema: accountOperations.listAccounts },
      async (request, reply) => {
        const { limit = usualLimit, cursor, projection } = request.query;
        const asked = await queriesFor(deps, request, 'accounts', projection);
        const binding = ['accounts', projection ?? null];
        const page = await asked.list({ limit, ...paging.after(binding, cursor) });
        return paging.answer(request, reply, binding, page, (account) => account);
      },
    );

    app.get(
      accountOperations.readAccount.path,
      { schema: accountOperations.readAccount },
      async (request) => {
        const asked = await queriesFor(deps, request, 'accounts', request.query.projection);
        const { id } = request.params;
        const destinationIdsOf = deps.queries.destinations.idsOf;
        const [account, used] = await Promise.all([
          asked.get(id),
          planUsageOf({ ...deps, destinationIdsOf }, id),
        ]);
        if (!account || !used) throw new ApiError('not_found');
        return { ...account, usage: used.usage };
      },
    );

    app.patch(
      accountOperations.changeAccount.path,
      { schema: accountOperations.changeAccount },
      async (request, reply) => {
        const context = await contextFor(request, deps.aggregates, 'account', request.params.id);
        const changed = await changeAccount(deps, withLocale(request.body), context);
        if (!changed.ok) throw refused(changed.error);
        const { account, position } = changed.value;
        setLogPosition(reply, position);
        return accountRecord(account);
      },
    );
  };
