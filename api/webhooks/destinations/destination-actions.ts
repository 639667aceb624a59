import {
  disableDestination,
  enableDestination,
  pingDestination,
} from '../../../commands/destination/change-destination.ts';
import { waitingFor } from '../../../projections/read-models/recoveries/count-recoverable.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { destinationOperations } from '../../contract/webhooks/destinations.ts';
import type { Mount } from '../../mount.ts';
import { committed } from '../../requests/requests.ts';
import { choiceAfter } from '../../responses/chosen-questions.ts';
import { fromState } from '../../responses/destinations.ts';

/** Enables, disables and tests destinations. */
export function destinationActions(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'newId' | 'now' | 'queries'>,
): void {
  const { aggregates } = deps;
  for (const [operation, change] of [
    [destinationOperations.enableDestination, enableDestination],
    [destinationOperations.disableDestination, disableDestination],
  ] as const)
    api.route(operation, async (request, reply) => {
      const { id: destinationId } = request.params;
      const context = await contextFor(request, aggregates, 'destination', destinationId);
      const { destination } = committed(reply, await change(deps, { destinationId }, context));
      return fromState(destination, await choiceAfter(deps, destination));
    });

  api.route(destinationOperations.pingDestination, async (request, reply) => {
    const { id: destinationId } = request.params;
    const context = await contextFor(request, aggregates, 'destination', destinationId);
    const deliveryId = deps.newId();
    const pinged = committed(reply, await pingDestination(deps, { destinationId, deliveryId }, context));
    const { accountId } = context;
    const waiting = await waitingFor(deps.queries.recoveries, accountId, destinationId, deps.now());
    return { id: destinationId, delivery_id: pinged.destination.lastPing ?? deliveryId, waiting };
  });
}
