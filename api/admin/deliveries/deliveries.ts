import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { replayDelivery } from '../../../commands/replay-delivery.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { ApiError, refused } from '../../errors/errors.ts';
import { readAfter, setLogPosition } from '../../requests/requests.ts';
import { Failure } from '../../requests/schemas.ts';
import { Delivery, deliveryOf, Replayed } from './delivery-schemas.ts';
import { OfCopyQuery, queriesFor } from '../copies.ts';
import { refuseErased } from '../erasures/erased.ts';
import { contextFor } from '../owners.ts';
import { ById } from '../schemas.ts';
import { SentRequests, sentRequestsOf } from './sent-request-schemas.ts';

/** Single deliveries, for operators: their attempts, their requests, and replays. */
export const deliveryRoutes =
  (deps: ApiDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates, progress, sentRequests } = deps;
    const tags = ['admin'];

    app.get(
      '/deliveries/:id',
      {
        schema: {
          ...{ tags, summary: 'Read a delivery with every attempt', params: ById, querystring: OfCopyQuery },
          response: { 200: Delivery, default: Failure },
        },
      },
      async (request) => {
        const { projection } = request.query;
        const asked = await queriesFor(deps, request, 'deliveries', projection, ['erasures']);
        await refuseErased(deps, request.params.id);
        const found = await asked.get(null, request.params.id);
        if (!found) throw new ApiError('not_found');
        return deliveryOf(found);
      },
    );

    app.get(
      '/deliveries/:id/requests',
      {
        schema: {
          ...{ tags, summary: 'Read the requests that a delivery made, as they were sent', params: ById },
          response: { 200: SentRequests, default: Failure },
        },
      },
      async (request, reply) => {
        await readAfter(request, progress, ['deliveries', 'erasures']);
        const { id } = request.params;
        await refuseErased(deps, id);
        const sent = await sentRequests(id);
        if (!sent) throw new ApiError('not_found');
        reply.header('cache-control', 'no-store');
        return sentRequestsOf(id, sent);
      },
    );

    app.post(
      '/deliveries/:id/replay',
      {
        schema: {
          ...{ tags, summary: 'Send a delivery again', params: ById },
          description:
            'Sends the same body with the same delivery id, from any status, and restarts the retry ' +
            'schedule. A delivery that waits for a later attempt is due at once; a due delivery does not change. ' +
            'A disabled destination refuses it until it is enabled; a removed destination and an erased submission ' +
            'refuse it permanently.',
          response: { 202: Replayed, default: Failure },
        },
      },
      async (request, reply) => {
        const { id: deliveryId } = request.params;
        await refuseErased(deps, deliveryId);
        const context = await contextFor(request, aggregates, 'delivery', deliveryId);
        const replayed = await replayDelivery(deps, { deliveryId }, context);
        if (!replayed.ok) throw refused(replayed.error);
        const { delivery, position } = replayed.value;
        setLogPosition(reply, position);
        const { status, attempts: attempt_count, dueAt: next_attempt_at } = delivery;
        return reply.code(202).send({ id: deliveryId, status, attempt_count, next_attempt_at });
      },
    );
  };
