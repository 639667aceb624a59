import { changeAccount } from '../../commands/account/change-account.ts';
import { closeAccount } from '../../commands/account/close-account.ts';
import { planUsageOf } from '../../commands/account/plan-usage.ts';
import { account } from '../../domain/account/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { accountEraser, closingOf } from '../../projections/read-models/closings/closing-progress.ts';
import { closedAt } from '../../projections/read-models/closings/projection.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ownAccountOperations } from '../contract/accounts/own-account.ts';
import { ApiError } from '../errors/errors.ts';
import type { Mount } from '../mount.ts';
import { closingLink } from '../requests/closing-link.ts';
import { withLocale } from '../requests/locale.ts';
import { committed, readAfter } from '../requests/requests.ts';
import { accountRecord } from '../responses/accounts.ts';

/** The account of a key, for its owner. */
export function ownAccountRoutes(
  api: Mount,
  deps: Pick<
    ApiDeps,
    | 'aggregates'
    | 'destinationGrants'
    | 'now'
    | 'plans'
    | 'progress'
    | 'projections'
    | 'publicUrl'
    | 'queries'
    | 'quotas'
    | 'sessionKeys'
  >,
): void {
  api.route(ownAccountOperations.readOwnAccount, async (request) => {
    await readAfter(request, deps.progress, ['accounts']);
    const { accountId } = await api.contextOfAccount(request);
    const destinationIdsOf = deps.queries.destinations.idsOf;
    const [{ state }, used] = await Promise.all([
      deps.aggregates.load(account, streamOf.account(accountId)),
      planUsageOf({ ...deps, destinationIdsOf }, accountId),
    ]);
    if (!state.exists || !used) throw new ApiError('not_found');
    return { ...accountRecord(state), usage: used.usage, usage_resets_at: used.resetsAt };
  });

  api.route(ownAccountOperations.changeOwnAccount, async (request, reply) => {
    const context = await api.contextOfAccount(request);
    const { account: after } = committed(reply, await changeAccount(deps, withLocale(request.body), context));
    return accountRecord(after);
  });

  api.route(ownAccountOperations.closeOwnAccount, async (request, reply) => {
    const context = await api.contextOfAccount(request);
    // Read before the command: after the append, an unavailable store must not turn the answer into a failure.
    const worker = await deps.projections.worker(accountEraser);
    const destinationIdsOf = deps.queries.destinations.idsOf;
    const closing = await closeAccount({ ...deps, destinationIdsOf }, request.body, context);
    const { accountId: id, closedAt: at } = committed(reply, closing);
    return {
      ...closingOf({ id, ...closedAt(at) }, {}, worker),
      progress_url: closingLink(deps, request, id),
    };
  });
}
