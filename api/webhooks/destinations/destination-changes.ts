import { removeDestination } from '../../../commands/destination/change-destination.ts';
import { configureDestination } from '../../../commands/destination/configure-destination.ts';
import { reconfigureDestination } from '../../../commands/destination/reconfigure-destination.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { refuseRedirection, requireAnswersFor } from '../../auth/answers.ts';
import { contextFor } from '../../auth/owners.ts';
import { destinationOperations } from '../../contract/webhooks/destinations.ts';
import type { Mount } from '../../mount.ts';
import { withDestinationReads } from '../../requests/destination-reads.ts';
import { requestOf, settingsOf, withoutTemplate } from '../../requests/destination-settings.ts';
import { committed } from '../../requests/requests.ts';
import { shown } from '../../requests/shown-once.ts';
import { choiceAfter } from '../../responses/chosen-questions.ts';
import { fromState, shownSettings } from '../../responses/destinations.ts';

/** Adds, changes and removes destinations. */
export function destinationChangeRoutes(
  api: Mount,
  deps: Pick<
    ApiDeps,
    | 'aggregates'
    | 'destinationGrants'
    | 'destinationRules'
    | 'log'
    | 'newId'
    | 'now'
    | 'progress'
    | 'queries'
    | 'secrets'
  >,
): void {
  const { aggregates } = deps;
  const reading = withDestinationReads(deps);
  api.route(
    destinationOperations.addDestination,
    async (request, reply) => {
      const context = await api.contextOfAccount(request);
      requireAnswersFor(request, request.body.events);
      const input = requestOf(request.body);
      const configured = committed(reply, await configureDestination(reading, input, context));
      const { destinationId: id, signingSecret, at } = configured;
      const { accountId } = context;
      const choice = await choiceAfter(deps, { accountId, settings: configured.settings });
      return reply.header('location', `${api.prefix}/destinations/${id}`).send({
        id,
        ...shownSettings(configured, choice),
        ...shown('signing_secret', signingSecret),
        created_at: at,
      });
    },
    { shownOnce: ['signing_secret'], prepareBody: withoutTemplate },
  );

  api.route(destinationOperations.changeDestination, async (request, reply) => {
    const { id: destinationId } = request.params;
    const context = await contextFor(request, aggregates, 'destination', destinationId);
    const change = { destinationId, settings: settingsOf(request.body) };
    await refuseRedirection(request, aggregates, destinationId, change.settings);
    const { destination } = committed(reply, await reconfigureDestination(reading, change, context));
    return fromState(destination, await choiceAfter(deps, destination));
  });

  api.route(destinationOperations.removeDestination, async (request, reply) => {
    const { id: destinationId } = request.params;
    const context = await contextFor(request, aggregates, 'destination', destinationId);
    committed(reply, await removeDestination(deps, { destinationId }, context));
    return null;
  });
}
