import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cancelByRequest } from '../../../commands/delivery/cancel-delivery.ts';
import { replayDelivery } from '../../../commands/delivery/replay-delivery.ts';
import { heldAmong } from '../../../projections/read-models/deliveries/held-deliveries.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { seesAnswers } from '../../auth/answers.ts';
import { contextFor, readableBy } from '../../auth/owners.ts';
import { deliveryOperations } from '../../contract/webhooks/deliveries.ts';
import { ApiError, refused } from '../../errors/errors.ts';
import { queriesFor } from '../../requests/copies.ts';
import { refuseErased } from '../../requests/erased.ts';
import { readAfter, setLogPosition } from '../../requests/requests.ts';
import { deliveryOf } from './delivery-schemas.ts';
import { sentRequestsOf } from './sent-request-schemas.ts';

/** Single deliveries: their attempts, their requests, and replays. */
export const deliveryRoutes =
  (
    deps: Pick<
      ApiDeps,
      | 'aggregates'
      | 'budgetWaits'
      | 'definitions'
      | 'documents'
      | 'log'
      | 'now'
      | 'progress'
      | 'queries'
      | 'sentRequests'
    >,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates, progress, sentRequests } = deps;
    app.get(
      deliveryOperations.readDelivery.path,
      { schema: deliveryOperations.readDelivery },
      async (request) => {
        const { projection } = request.query;
        const asked = await queriesFor(deps, request, 'deliveries', projection, ['erasures']);
        await refuseErased(deps, 'delivery', request.params.id, readableBy(request));
        const found = await asked.get(readableBy(request), request.params.id);
        if (!found) throw new ApiError('not_found');
        return deliveryOf(await heldAmong(deps, [found]), seesAnswers(request), found);
      },
    );

    app.get(
      deliveryOperations.readSentRequests.path,
      { schema: deliveryOperations.readSentRequests },
      async (request) => {
        await readAfter(request, progress, ['deliveries', 'erasures']);
        const { id } = request.params;
        await refuseErased(deps, 'delivery', id, readableBy(request));
        await contextFor(request, aggregates, 'delivery', id);
        const sent = await sentRequests(id);
        if (!sent) throw new ApiError('not_found');
        return sentRequestsOf(id, sent, seesAnswers(request));
      },
    );

    app.post(
      deliveryOperations.replayDelivery.path,
      { schema: deliveryOperations.replayDelivery },
      async (request, reply) => {
        const { id: deliveryId } = request.params;
        await refuseErased(deps, 'delivery', deliveryId, readableBy(request));
        const context = await contextFor(request, aggregates, 'delivery', deliveryId);
        const replayed = await replayDelivery(deps, { deliveryId }, context);
        if (!replayed.ok) throw refused(replayed.error);
        const { delivery, position } = replayed.value;
        setLogPosition(reply, position);
        const { status, attempts: attempt_count, dueAt: next_attempt_at } = delivery;
        return reply.code(202).send({ id: deliveryId, status, attempt_count, next_attempt_at });
      },
    );

    app.post(
      deliveryOperations.cancelDelivery.path,
      {
        // Every member of the body is optional, and so is the body.
        preValidation: async (request) => {
          const given: unknown = request.body;
          if (given === undefined) request.body = {};
        },
        schema: deliveryOperations.cancelDelivery,
      },
      async (request, reply) => {
        const { id: deliveryId } = request.params;
        await refuseErased(deps, 'delivery', deliveryId, readableBy(request));
        const context = await contextFor(request, aggregates, 'delivery', deliveryId);
        const cancelled = await cancelByRequest(deps, { deliveryId, note: request.body.reason }, context);
        if (!cancelled.ok) throw refused(cancelled.error);
        setLogPosition(reply, cancelled.value.position);
        const { status, attempts: attempt_count } = cancelled.value.delivery;
        return { id: deliveryId, status, attempt_count, next_attempt_at: null };
      },
    );
  };
