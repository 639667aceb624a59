import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApiDeps } from '../../api-deps.ts';
import { erasureOperations } from '../../contract/erasures/erasures.ts';
import { ApiError } from '../../errors/errors.ts';
import { readAfter } from '../../requests/requests.ts';

/** The members of the event store's cluster that erasures wait for. */
export const logMemberRoutes =
  ({ logMembers, progress }: Pick<ApiDeps, 'logMembers' | 'progress'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      erasureOperations.listEventStoreMembers.path,
      { schema: erasureOperations.listEventStoreMembers },
      async (request) => {
        await readAfter(request, progress, []);
        const known = await logMembers.members();
        const data = [...known].map(([member, seen]) => ({ member, seen_at: seen.toISOString() }));
        return { data, count: data.length };
      },
    );

    app.delete(
      erasureOperations.forgetEventStoreMember.path,
      { schema: erasureOperations.forgetEventStoreMember },
      async (request, reply) => {
        const isKnown = await logMembers.remove(request.params.id);
        if (!isKnown) throw new ApiError('not_found', { message: 'This member is not known.' });
        return reply.code(204).send(null);
      },
    );
  };
