import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  disableDestination,
  enableDestination,
  pingDestination,
} from '../../../commands/destination/change-destination.ts';
import { waitingFor } from '../../../projections/read-models/recoveries/count-recoverable.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { destinationOperations } from '../../contract/webhooks/destinations.ts';
import { refused } from '../../errors/errors.ts';
import { setLogPosition } from '../../requests/requests.ts';
import { choiceAfter } from './chosen-questions.ts';
import { fromState } from './destination-schemas.ts';

/** Enables, disables and tests destinations. */
export const destinationActions =
  (deps: Pick<ApiDeps, 'aggregates' | 'newId' | 'now' | 'queries'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates } = deps;
    for (const [operation, change] of [
      [destinationOperations.enableDestination, enableDestination],
      [destinationOperations.disableDestination, disableDestination],
    ] as const)
      app.post(operation.path, { schema: operation }, async (request, reply) => {
        const { id: destinationId } = request.params;
        const context = await contextFor(request, aggregates, 'destination', destinationId);
        const changed = await change(deps, { destinationId }, context);
        if (!changed.ok) throw refused(changed.error);
        setLogPosition(reply, changed.value.position);
        const { destination } = changed.value;
        return fromState(destination, await choiceAfter(deps, destination));
      });

    app.post(
      destinationOperations.pingDestination.path,
      { schema: destinationOperations.pingDestination },
      async (request, reply) => {
        const { id: destinationId } = request.params;
        const context = await contextFor(request, aggregates, 'destination', destinationId);
        const deliveryId = deps.newId();
        const pinged = await pingDestination(deps, { destinationId, deliveryId }, context);
        if (!pinged.ok) throw refused(pinged.error);
        setLogPosition(reply, pinged.value.position);
        const { accountId } = context;
        const waiting = await waitingFor(deps.queries.recoveries, accountId, destinationId, deps.now());
        return reply
          .code(202)
          .send({ id: destinationId, delivery_id: pinged.value.destination.lastPing ?? deliveryId, waiting });
      },
    );
  };
