import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { ApiDeps } from '../../api-deps.ts';
import { ApiError } from '../../errors/errors.ts';
import { readAfter } from '../../requests/requests.ts';
import { ById, Failure, NoQuery } from '../../requests/schemas.ts';

const LogMember = Type.Object({
  member: Type.String({ description: 'The advertised `host:port`.' }),
  seen_at: Type.String({ format: 'date-time', description: 'When the member was last seen.' }),
});
const LogMembers = Type.Object({ data: Type.Array(LogMember), count: Type.Integer() });

/** The members of the event store's cluster that erasures wait for. */
export const logMemberRoutes =
  ({ logMembers, progress }: Pick<ApiDeps, 'logMembers' | 'progress'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/event-store-members',
      {
        schema: {
          summary: 'List the members of the event store that erasures wait for',
          description: 'Every member ever seen in a cluster. A single node is not listed.',
          querystring: NoQuery,
          response: { 200: LogMembers, default: Failure },
        },
      },
      async (request) => {
        await readAfter(request, progress, []);
        const known = await logMembers.members();
        const data = [...known].map(([member, seen]) => ({ member, seen_at: seen.toISOString() }));
        return { data, count: data.length };
      },
    );

    app.delete(
      '/event-store-members/:id',
      {
        schema: {
          summary: 'Forget a member of the event store that has left permanently',
          params: ById,
          description:
            'An erasure is complete once every known member has removed the erased data from its files. ' +
            'A member that answers again is known again.',
          response: { 204: Type.Null(), default: Failure },
        },
      },
      async (request, reply) => {
        const isKnown = await logMembers.remove(request.params.id);
        if (!isKnown) throw new ApiError('not_found', { message: 'This member is not known.' });
        return reply.code(204).send(null);
      },
    );
  };
