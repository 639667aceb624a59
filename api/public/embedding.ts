import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { changeEmbedding } from '../../commands/account/change-embedding.ts';
import { account } from '../../domain/account/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { ApiDeps } from '../api-deps.ts';
import type { Mount } from '../auth/owners.ts';
import { ApiError, refused } from '../errors/errors.ts';
import { readAfter, setLogPosition } from '../requests/requests.ts';
import { closed, Failure, Nullable } from '../requests/schemas.ts';

const Embedding = Type.Object(
  {
    origins: Nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 50 }),
      "The origins whose pages may show the account's forms, such as https://www.example.com. Null for all.",
    ),
  },
  closed,
);

/** The sites whose pages may show an account's forms. */
export const embeddingRoutes =
  (deps: Pick<ApiDeps, 'aggregates' | 'now' | 'progress'>, mount: Mount): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      `${mount.ofAccount}/embedding`,
      {
        config: { scope: 'forms:read' },
        schema: {
          summary: 'Read which sites may show the forms',
          ...mount.path,
          response: { 200: Embedding, default: Failure },
        },
      },
      async (request) => {
        await readAfter(request, deps.progress, ['accounts']);
        const { accountId } = await mount.contextOfAccount(request);
        const { state } = await deps.aggregates.load(account, streamOf.account(accountId));
        if (!state.exists) throw new ApiError('not_found');
        return { origins: state.embedOrigins && [...state.embedOrigins] };
      },
    );

    app.put(
      `${mount.ofAccount}/embedding`,
      {
        config: { scope: 'forms:write' },
        schema: {
          summary: 'Change which sites may show the forms',
          ...mount.path,
          body: Embedding,
          response: { 200: Embedding, default: Failure },
        },
      },
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
