import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { removeDestination } from '../../../commands/destination/change-destination.ts';
import { configureDestination } from '../../../commands/destination/configure-destination.ts';
import { reconfigureDestination } from '../../../commands/destination/reconfigure-destination.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { refuseForeignAnswers, refuseRedirection } from '../../auth/answers.ts';
import { contextFor, type Mount } from '../../auth/owners.ts';
import { destinationOperations } from '../../contract/webhooks/destinations.ts';
import { refused } from '../../errors/errors.ts';
import { questionsOfAccount } from '../../requests/account-questions.ts';
import { requestOf, settingsOf } from '../../requests/destination-settings.ts';
import { earlierDestinations } from '../../requests/earlier-destinations.ts';
import { setLogPosition } from '../../requests/requests.ts';
import { shown } from '../../requests/shown-once.ts';
import { choiceAfter } from './chosen-questions.ts';
import { fromState, shownSettings, withoutTemplate } from './destination-schemas.ts';

/** Adds, changes and removes destinations. */
export const destinationChangeRoutes =
  (
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
    mount: Mount,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates } = deps;
    app.post(
      mount.pathOf(destinationOperations.addDestination),
      {
        config: { shownOnce: ['signing_secret'] },
        preValidation: async (request) => {
          Reflect.set(request, 'body', withoutTemplate(request.body));
        },
        schema: destinationOperations.addDestination,
      },
      async (request, reply) => {
        const context = await mount.contextOfAccount(request);
        refuseForeignAnswers(request, request.body.events);
        const configured = await configureDestination(
          {
            ...deps,
            earlierDestinations: earlierDestinations(deps),
            questionsOfAccount: questionsOfAccount(deps),
          },
          requestOf(request.body),
          context,
        );
        if (!configured.ok) throw refused(configured.error);
        const { destinationId: id, signingSecret, at, position } = configured.value;
        setLogPosition(reply, position);
        const { accountId } = context;
        const choice = await choiceAfter(deps, { accountId, settings: configured.value.settings });
        return reply
          .code(201)
          .header('location', `${app.prefix}/destinations/${id}`)
          .send({
            id,
            ...shownSettings(configured.value, choice),
            ...shown('signing_secret', signingSecret),
            created_at: at,
          });
      },
    );

    app.patch(
      destinationOperations.changeDestination.path,
      { schema: destinationOperations.changeDestination },
      async (request, reply) => {
        const { id: destinationId } = request.params;
        const context = await contextFor(request, aggregates, 'destination', destinationId);
        const change = { destinationId, settings: settingsOf(request.body) };
        await refuseRedirection(request, aggregates, destinationId, change.settings);
        const resolving = { ...deps, questionsOfAccount: questionsOfAccount(deps) };
        const changed = await reconfigureDestination(resolving, change, context);
        if (!changed.ok) throw refused(changed.error);
        setLogPosition(reply, changed.value.position);
        const { destination } = changed.value;
        return fromState(destination, await choiceAfter(deps, destination));
      },
    );

    app.delete(
      destinationOperations.removeDestination.path,
      { schema: destinationOperations.removeDestination },
      async (request, reply) => {
        const { id: destinationId } = request.params;
        const context = await contextFor(request, aggregates, 'destination', destinationId);
        const removed = await removeDestination(deps, { destinationId }, context);
        if (!removed.ok) throw refused(removed.error);
        setLogPosition(reply, removed.value.position);
        return reply.code(204).send(null);
      },
    );
  };
