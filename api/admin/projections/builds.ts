import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApiDeps } from '../../api-deps.ts';
import { projectionOperations } from '../../contract/projections/projections.ts';
import { notFound } from '../../errors/projection-refusals.ts';
import { requestReplay } from '../../requests/replays.ts';
import { statusAnswers } from './control-answers.ts';
import { projectionOf } from './projection-schemas.ts';

const config = { mayWrite: ['operator', 'analyst'] } as const;
/** Building generations of read models, switching between them and removing them. */
export const buildRoutes =
  ({ projections }: Pick<ApiDeps, 'projections'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { find, statusOf, accepted } = statusAnswers({ projections });

    app.post(
      projectionOperations.rebuildProjection.path,
      { config, schema: projectionOperations.rebuildProjection },
      async ({ params: { id: name } }, reply) =>
        reply.code(202).send(await accepted(name, await projections.rebuild(name))),
    );

    app.post(
      projectionOperations.rollBackProjection.path,
      { config, schema: projectionOperations.rollBackProjection },
      async ({ params: { id: name } }, reply) =>
        reply.code(202).send(await accepted(name, await projections.rollback(name))),
    );

    app.post(
      projectionOperations.dropGenerations.path,
      { config, schema: projectionOperations.dropGenerations },
      async ({ params: { id: name } }, reply) => {
        const before = await statusOf(name);
        if ((await projections.drop(name)) !== null) throw notFound(name);
        // A copy may be gone by now.
        const after = await find(name);
        return reply.code(202).send(after ? projectionOf(after) : before);
      },
    );

    app.post(
      projectionOperations.replayProjection.path,
      { config, schema: projectionOperations.replayProjection },
      async ({ params: { id: name }, body }, reply) => {
        const unable = await requestReplay(projections, name, body);
        return reply.code(202).send(await accepted(body.into ?? name, unable, name));
      },
    );

    app.post(
      projectionOperations.verifyProjection.path,
      { config, schema: projectionOperations.verifyProjection },
      async ({ params: { id: name }, body: { sample = null } }, reply) => {
        const unable = await projections.verify(name, sample);
        return reply.code(202).send(await accepted(`${name}.verify`, unable, name));
      },
    );
  };
