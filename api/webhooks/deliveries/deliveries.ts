import { cancelByRequest } from '../../../commands/delivery/cancel-delivery.ts';
import { replayDelivery } from '../../../commands/delivery/replay-delivery.ts';
import { heldAmong } from '../../../projections/read-models/deliveries/held-deliveries.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { mayReadAnswers } from '../../auth/answers.ts';
import { contextForDelivery, readableBy } from '../../auth/owners.ts';
import { deliveryOperations } from '../../contract/webhooks/deliveries.ts';
import { ApiError } from '../../errors/errors.ts';
import { type Mount, optionalBody } from '../../mount.ts';
import { queriesFor } from '../../requests/copies.ts';
import { refuseErased } from '../../requests/erased.ts';
import { committed, readAfter } from '../../requests/requests.ts';
import { deliveryOf } from '../../responses/deliveries.ts';
import { sentRequestsOf } from '../../responses/sent-requests.ts';

/** Single deliveries: their attempts, their requests, and replays. */
export function deliveryRoutes(
  api: Mount,
  deps: Pick<
    ApiDeps,
    | 'aggregates'
    | 'budgetWaits'
    | 'definitions'
    | 'deliveries'
    | 'documents'
    | 'log'
    | 'now'
    | 'progress'
    | 'queries'
    | 'sentRequests'
  >,
): void {
  const { deliveries: planned, progress, sentRequests } = deps;
  api.route(deliveryOperations.readDelivery, async (request) => {
    const { projection } = request.query;
    const deliveries = await queriesFor(deps, request, 'deliveries', projection, ['erasures']);
    await refuseErased(deps, 'delivery', request.params.id, readableBy(request));
    const found = await deliveries.get(readableBy(request), request.params.id);
    if (!found) throw new ApiError('not_found');
    return deliveryOf(await heldAmong(deps, [found]), mayReadAnswers(request), found);
  });

  api.route(deliveryOperations.readSentRequests, async (request) => {
    await readAfter(request, progress, ['deliveries', 'erasures']);
    const { id } = request.params;
    await refuseErased(deps, 'delivery', id, readableBy(request));
    await contextForDelivery(request, planned, id);
    const sent = await sentRequests(id);
    if (!sent) throw new ApiError('not_found');
    return sentRequestsOf(id, sent, mayReadAnswers(request));
  });

  api.route(deliveryOperations.replayDelivery, async (request, reply) => {
    const { id: deliveryId } = request.params;
    await refuseErased(deps, 'delivery', deliveryId, readableBy(request));
    const context = await contextForDelivery(request, planned, deliveryId);
    const { delivery } = committed(reply, await replayDelivery(deps, { deliveryId }, context));
    const { status, attempts: attempt_count, dueAt: next_attempt_at } = delivery;
    return { id: deliveryId, status, attempt_count, next_attempt_at };
  });

  api.route(
    deliveryOperations.cancelDelivery,
    async (request, reply) => {
      const { id: deliveryId } = request.params;
      await refuseErased(deps, 'delivery', deliveryId, readableBy(request));
      const context = await contextForDelivery(request, planned, deliveryId);
      const cancellation = { deliveryId, note: request.body.reason };
      const { delivery } = committed(reply, await cancelByRequest(deps, cancellation, context));
      const { status, attempts: attempt_count } = delivery;
      return { id: deliveryId, status, attempt_count, next_attempt_at: null };
    },
    { prepareBody: optionalBody },
  );
}
