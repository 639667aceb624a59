import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApiDeps } from '../../api-deps.ts';
import { realignmentOperations } from '../../contract/projections/realignment.ts';
import { usualLimit } from '../../contract/values.ts';
import type { Paging } from '../../requests/paging.ts';
import { readAfter } from '../../requests/requests.ts';

/** Building everything again from a log that was replaced. */
export const realignRoutes =
  (
    { projections, progress }: Pick<ApiDeps, 'projections' | 'progress'>,
    paging: Paging,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const present = (found: Awaited<ReturnType<typeof projections.diverged>>) =>
      found.map(({ follower, reason }) => ({ projection: follower, reason }));

    app.get(
      realignmentOperations.readRealignment.path,
      { schema: realignmentOperations.readRealignment },
      async (request) => {
        await readAfter(request, progress, projections.names);
        return { diverged: present(await projections.diverged()) };
      },
    );

    app.post(
      realignmentOperations.realign.path,
      { config: { mayWrite: ['operator'] }, schema: realignmentOperations.realign },
      async (_, reply) => reply.code(202).send({ diverged: present(await projections.realign()) }),
    );

    app.get(
      realignmentOperations.listMissing.path,
      { schema: realignmentOperations.listMissing },
      async (request, reply) => {
        await readAfter(request, progress, projections.names);
        const { limit = usualLimit, cursor } = request.query;
        const { after } = paging.after(['missing'], cursor);
        const { items, next } = await projections.missing(limit, after?.id ?? null);
        const page = { items: [...items], next: next === null ? null : { at: '', id: next } };
        return paging.answer(request, reply, ['missing'], page, (missing) => missing);
      },
    );
  };
