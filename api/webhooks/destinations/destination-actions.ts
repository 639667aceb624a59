import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import {
  disableDestination,
  enableDestination,
  pingDestination,
} from '../../../commands/destination/change-destination.ts';
import { waitingFor } from '../../../projections/read-models/recoveries/count-recoverable.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { refused } from '../../errors/errors.ts';
import { setLogPosition } from '../../requests/requests.ts';
import { ById, Failure } from '../../requests/schemas.ts';
import { choiceAfter } from './chosen-questions.ts';
import { Changed, fromState } from './destination-schemas.ts';

const Pinged = Type.Object({
  id: Type.String(),
  delivery_id: Type.String(),
  waiting: Type.Integer({
    minimum: 0,
    description:
      'How many deliveries wait for the destination. If the test arrives, a recovery of the status `pending` sends them now.',
  }),
});

/** Enables, disables and tests destinations. */
export const destinationActions =
  (deps: Pick<ApiDeps, 'aggregates' | 'newId' | 'now' | 'queries'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates } = deps;
    for (const [action, change] of [
      ['enable', enableDestination],
      ['disable', disableDestination],
    ] as const)
      app.post(
        `/destinations/:id/${action}`,
        {
          config: { scope: 'webhooks:write' },
          schema: {
            summary: `${action === 'enable' ? 'Enable' : 'Disable'} a destination`,
            params: ById,
            response: { 200: Changed, default: Failure },
          },
        },
        async (request, reply) => {
          const { id: destinationId } = request.params;
          const context = await contextFor(request, aggregates, 'destination', destinationId);
          const changed = await change(deps, { destinationId }, context);
          if (!changed.ok) throw refused(changed.error);
          setLogPosition(reply, changed.value.position);
          const { destination } = changed.value;
          return fromState(destination, await choiceAfter(deps, destination));
        },
      );

    app.post(
      '/destinations/:id/ping',
      {
        config: { scope: 'webhooks:write' },
        schema: {
          summary: 'Send a test event, even to a disabled destination',
          params: ById,
          response: { 202: Pinged, default: Failure },
        },
      },
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
