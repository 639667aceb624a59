import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { skipParkedEvent } from '../../../commands/projection/skip-parked-event.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { operatorContext } from '../../auth/operators.ts';
import { notFound, skipRefused } from '../../errors/projection-refusals.ts';
import { readAfter, setLogPosition } from '../../requests/requests.ts';
import { ById, Failure, NoQuery } from '../../requests/schemas.ts';
import { Parked, Retried, RetryBody, SkipBody, Skipped } from './projection-schemas.ts';

/** The parked keys of projections and process managers: listing, retrying and skipping. */
export const parkedKeyRoutes =
  (deps: Pick<ApiDeps, 'aggregates' | 'now' | 'progress' | 'projections'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { projections, progress } = deps;
    app.get(
      '/projections/:id/parked',
      {
        schema: {
          summary: 'List the keys that a projection has parked, the oldest first',
          params: ById,
          querystring: NoQuery,
          response: {
            200: Type.Object({ data: Type.Array(Parked), count: Type.Integer() }),
            default: Failure,
          },
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
          summary: 'Try parked keys of a projection again: those at an event, or all',
          params: ById,
          querystring: NoQuery,
          body: RetryBody,
          response: { 202: Retried, default: Failure },
        },
      },
      async ({ params: { id: name }, body: { event_id: eventId = null } }, reply) => {
        const keys = await projections.retry(name, eventId);
        if (keys === null) throw notFound(name);
        return reply.code(202).send({ projection: name, keys });
      },
    );

    app.post(
      '/projections/:id/skips',
      {
        config: { mayWrite: ['operator', 'analyst'] },
        schema: {
          summary: 'Skip an event at which a projection has parked a key',
          params: ById,
          querystring: NoQuery,
          body: SkipBody,
          response: { 201: Skipped, default: Failure },
        },
      },
      async (request, reply) => {
        const { id: projection } = request.params;
        const { event_id: eventId, reason } = request.body;
        const skip = { projection, eventId, reason };
        const skipped = await skipParkedEvent(deps, skip, operatorContext(request, ''));
        if (!skipped.ok) throw skipRefused(skipped.error, projection);
        const { position, at } = skipped.value;
        setLogPosition(reply, position);
        return reply.code(201).send({ projection, event_id: eventId, reason, at });
      },
    );
  };
