import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { ApiDeps } from '../../api-deps.ts';
import type { ApiError } from '../../errors/errors.ts';
import { readAfter } from '../../requests/requests.ts';
import { Failure, NoQuery } from '../../requests/schemas.ts';
import { Parked, Retried, RetryBody } from './projection-schemas.ts';
import { ById } from '../schemas.ts';

type App = Parameters<FastifyPluginAsyncTypebox>[0];

/** What projections and process managers have parked, and trying it again. */
export function parkedRoutes(
  app: App,
  { projections, progress }: Pick<ApiDeps, 'projections' | 'progress'>,
  notFound: (name: string) => ApiError,
): void {
  const tags = ['admin'];

  app.get(
    '/projections/:id/parked',
    {
      schema: {
        ...{ tags, summary: 'List the keys that a projection has parked, the oldest first' },
        ...{ params: ById, querystring: NoQuery },
        response: { 200: Type.Object({ data: Type.Array(Parked), count: Type.Integer() }), default: Failure },
      },
    },
    async (request) => {
      const { id: name } = request.params;
      await readAfter(
        request,
        progress,
        projections.names.filter((one) => one === name),
      );
      const parked = await projections.parked(name);
      if (!parked) throw notFound(name);
      return { data: [...parked], count: parked.length };
    },
  );

  app.post(
    '/projections/:id/retries',
    {
      config: { mayWrite: ['operator', 'analyst'] },
      schema: {
        ...{ tags, summary: 'Try parked keys of a projection again: those at an event, or all' },
        ...{ params: ById, querystring: NoQuery, body: RetryBody },
        response: { 202: Retried, default: Failure },
      },
    },
    async ({ params: { id: name }, body: { event_id: eventId = null } }, reply) => {
      const keys = await projections.retry(name, eventId);
      if (keys === null) throw notFound(name);
      return reply.code(202).send({ projection: name, keys });
    },
  );
}
