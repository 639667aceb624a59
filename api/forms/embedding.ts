import { changeEmbedding } from '../../commands/account/change-embedding.ts';
import { account } from '../../domain/account/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { ApiDeps } from '../api-deps.ts';
import { embeddingOperations } from '../contract/forms/embedding.ts';
import { ApiError } from '../errors/errors.ts';
import type { Mount } from '../mount.ts';
import { committed, readAfter } from '../requests/requests.ts';

/** The sites whose pages may show an account's forms. */
export function embeddingRoutes(api: Mount, deps: Pick<ApiDeps, 'aggregates' | 'now' | 'progress'>): void {
  api.route(embeddingOperations.readEmbedding, async (request) => {
    await readAfter(request, deps.progress, ['accounts']);
    const { accountId } = await api.contextOfAccount(request);
    const { state } = await deps.aggregates.load(account, streamOf.account(accountId));
    if (!state.exists) throw new ApiError('not_found');
    return { origins: state.embedOrigins && [...state.embedOrigins] };
  });

  api.route(embeddingOperations.changeEmbedding, async (request, reply) => {
    const context = await api.contextOfAccount(request);
    const { account: after } = committed(reply, await changeEmbedding(deps, request.body, context));
    return { origins: after.embedOrigins && [...after.embedOrigins] };
  });
}
