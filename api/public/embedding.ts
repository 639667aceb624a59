import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { changeEmbedding } from '../../commands/account/change-embedding.ts';
import { account } from '../../domain/account/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { ApiDeps } from '../api-deps.ts';
import type { Mount } from '../auth/owners.ts';
import { embeddingOperations } from '../contract/forms/embedding.ts';
import { ApiError, refused } from '../errors/errors.ts';
import { readAfter, setLogPosition } from '../requests/requests.ts';

/** The sites whose pages may show an account's forms. */
export const embeddingRoutes =
  (deps: Pick<ApiDeps, 'aggregates' | 'now' | 'progress'>, mount: Mount): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      mount.pathOf(embeddingOperations.readEmbedding),
      { schema: embeddingOperations.readEmbedding },
      async (request) => {
        await readAfter(request, deps.progress, ['accounts']);
        const { accountId } = await mount.contextOfAccount(request);
        const { state } = await deps.aggregates.load(account, streamOf.account(accountId));
        if (!state.exists) throw new ApiError('not_found');
        return { origins: state.embedOrigins && [...state.embedOrigins] };
      },
    );

    app.put(
      mount.pathOf(embeddingOperations.changeEmbedding),
      { schema: embeddingOperations.changeEmbedding },
      async (request, reply) => {
        const context = await mount.contextOfAccount(request);
        const changed = await changeEmbedding(deps, request.body, context);
        if (!changed.ok) throw refused(changed.error);
        const { account: after, position } = changed.value;
        setLogPosition(reply, position);
        return { origins: after.embedOrigins && [...after.embedOrigins] };
      },
    );
  };
