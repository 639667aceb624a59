import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { removeDestination } from '../../../commands/destination/change-destination.ts';
import { configureDestination } from '../../../commands/destination/configure-destination.ts';
import { reconfigureDestination } from '../../../commands/destination/reconfigure-destination.ts';
import { maxDestinations, maxQuestionBytes } from '../../../domain/destination/limits.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { refuseForeignAnswers, refuseRedirection } from '../../auth/answers.ts';
import { contextFor, type Mount } from '../../auth/owners.ts';
import { refused } from '../../errors/errors.ts';
import { questionsOfAccount } from '../../requests/account-questions.ts';
import { requestOf, settingsOf } from '../../requests/destination-settings.ts';
import { earlierDestinations } from '../../requests/earlier-destinations.ts';
import { setLogPosition } from '../../requests/requests.ts';
import { ById, Failure } from '../../requests/schemas.ts';
import { shown } from '../../requests/shown-once.ts';
import { choiceAfter } from './chosen-questions.ts';
import {
  Changed,
  Configured,
  DestinationChange,
  fromState,
  NewDestination,
  shownSettings,
  withoutTemplate,
} from './destination-schemas.ts';

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
      `${mount.ofAccount}/destinations`,
      {
        config: { scope: 'webhooks:write', shownOnce: ['signing_secret'] },
        preValidation: async (request) => {
          Reflect.set(request, 'body', withoutTemplate(request.body));
        },
        schema: {
          summary: 'Add a destination, whose secret is shown this once',
          ...mount.path,
          description:
            `The plan of the account limits its destinations (${maxDestinations} at most), and the \`included_questions\` of each ` +
            `${maxQuestionBytes} bytes at most together. A key without the scope \`submissions:read\` adds destinations for \`form.published\` alone. The URL must be https and public unless the operator allows ` +
            'its host. The signing secret is in this answer only. A completed template is accepted as the body, too.',
          body: NewDestination,
          response: { 201: Configured, default: Failure },
        },
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
      '/destinations/:id',
      {
        config: { scope: 'webhooks:write' },
        schema: {
          summary: 'Change a destination',
          params: ById,
          body: DestinationChange,
          response: { 200: Changed, default: Failure },
        },
      },
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
      '/destinations/:id',
      {
        config: { scope: 'webhooks:write' },
        schema: {
          summary: 'Remove a destination',
          params: ById,
          response: { 204: Type.Null(), default: Failure },
        },
      },
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
