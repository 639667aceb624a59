import { changeAccount } from '../../commands/account/change-account.ts';
import { openAccount } from '../../commands/account/open-account.ts';
import { planUsageOf } from '../../commands/account/plan-usage.ts';
import type { ApiDeps } from '../api-deps.ts';
import { operatorContext } from '../auth/operators.ts';
import { contextFor } from '../auth/owners.ts';
import { accountOperations } from '../contract/accounts/accounts.ts';
import { defaultLimit } from '../contract/values.ts';
import { ApiError } from '../errors/errors.ts';
import type { Mount } from '../mount.ts';
import { queriesFor } from '../requests/copies.ts';
import { withLocale } from '../requests/locale.ts';
import type { Paging } from '../requests/paging.ts';
import { committed } from '../requests/requests.ts';
import { accountRecord } from '../responses/accounts.ts';

/** Accounts, for operators. */
export function accountRoutes(
  api: Mount,
  deps: Pick<
    ApiDeps,
    'aggregates' | 'documents' | 'log' | 'newId' | 'now' | 'plans' | 'progress' | 'queries' | 'quotas'
  >,
  paging: Paging,
): void {
  api.route(accountOperations.openAccount, async (request, reply) => {
    const { id, ...rest } = withLocale(request.body);
    const input = { ...rest, ...(id !== undefined && { accountId: id }) };
    const { account } = committed(reply, await openAccount(deps, input, operatorContext(request, '')));
    if (request.repeatable) request.repeatable.accountId = account.accountId;
    return accountRecord(account);
  });

  api.route(accountOperations.listAccounts, async (request, reply) => {
    const { limit = defaultLimit, cursor, projection } = request.query;
    const accounts = await queriesFor(deps, request, 'accounts', projection);
    const binding = ['accounts', projection ?? null];
    const page = await accounts.list({ limit, ...paging.after(binding, cursor) });
    return paging.reply(request, reply, binding, page, (account) => account);
  });

  api.route(accountOperations.readAccount, async (request) => {
    const accounts = await queriesFor(deps, request, 'accounts', request.query.projection);
    const { id } = request.params;
    const destinationIdsOf = deps.queries.destinations.idsOf;
    const [account, used] = await Promise.all([
      accounts.get(id),
      planUsageOf({ ...deps, destinationIdsOf }, id),
    ]);
    if (!account || !used) throw new ApiError('not_found');
    return { ...account, usage: used.usage, usage_resets_at: used.resetsAt };
  });

  api.route(accountOperations.changeAccount, async (request, reply) => {
    const context = await contextFor(request, deps.aggregates, 'account', request.params.id);
    const { account } = committed(reply, await changeAccount(deps, withLocale(request.body), context));
    return accountRecord(account);
  });
}
