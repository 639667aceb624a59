import { closeAccount } from '../../commands/account/close-account.ts';
import { accountEraser, closingOf } from '../../projections/read-models/closings/closing-progress.ts';
import { closedAt } from '../../projections/read-models/closings/projection.ts';
import type { ApiDeps } from '../api-deps.ts';
import { operatorContext } from '../auth/operators.ts';
import { closingOperations } from '../contract/accounts/closings.ts';
import { ApiError } from '../errors/errors.ts';
import type { Mount } from '../mount.ts';
import { committed, readAfter } from '../requests/requests.ts';
import { closingProgress } from '../responses/closings.ts';

/** The closing of accounts, for operators. */
export function closingRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'destinationGrants' | 'now' | 'progress' | 'projections' | 'queries'>,
): void {
  api.route(closingOperations.closeAccount, async (request, reply) => {
    const { id } = request.params;
    const before = await closingProgress(deps, id);
    if (before) return before;
    // Read before the command: after the append, an unavailable store must not turn the answer into a failure.
    const worker = await deps.projections.worker(accountEraser);
    const destinationIdsOf = deps.queries.destinations.idsOf;
    const context = operatorContext(request, id);
    const { closedAt: at } = committed(
      reply,
      await closeAccount({ ...deps, destinationIdsOf }, request.body, context),
    );
    return closingOf({ id, ...closedAt(at) }, {}, worker);
  });

  api.route(closingOperations.readClosing, async (request) => {
    await readAfter(request, deps.progress, ['closings']);
    const found = await closingProgress(deps, request.params.id);
    if (!found) throw new ApiError('not_found', { message: 'The account was not closed.' });
    return found;
  });
}
