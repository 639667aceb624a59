import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApiDeps } from '../../api-deps.ts';
import { notFound } from '../../errors/projection-refusals.ts';
import { requestReplay } from '../../requests/replays.ts';
import { ById, Failure, NoQuery } from '../../requests/schemas.ts';
import { statusAnswers } from './control-answers.ts';
import { Projection, projectionOf, ReplayBody, VerifyBody } from './projection-schemas.ts';

const config = { mayWrite: ['operator', 'analyst'] } as const;
const schema = (summary: string) => ({
  summary,
  params: ById,
  querystring: NoQuery,
  response: { 202: Projection, default: Failure },
});

/** Building generations of read models, switching between them and removing them. */
export const buildRoutes =
  ({ projections }: Pick<ApiDeps, 'projections'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { find, statusOf, accepted } = statusAnswers({ projections });

    app.post(
      '/projections/:id/rebuild',
      { config, schema: schema('Build a read model anew, beside the one that is read') },
      async ({ params: { id: name } }, reply) =>
        reply.code(202).send(await accepted(name, await projections.rebuild(name))),
    );

    app.post(
      '/projections/:id/rollback',
      { config, schema: schema('Go back to the generation that was read before') },
      async ({ params: { id: name } }, reply) =>
        reply.code(202).send(await accepted(name, await projections.rollback(name))),
    );

    app.post(
      '/projections/:id/drop',
      { config, schema: schema('Remove the generations that are not read, or a copy') },
      async ({ params: { id: name } }, reply) => {
        const before = await statusOf(name);
        if ((await projections.drop(name)) !== null) throw notFound(name);
        // A copy may be gone by now.
        const after = await find(name);
        return reply.code(202).send(after ? projectionOf(after) : before);
      },
    );

    app.post(
      '/projections/:id/replay',
      {
        config,
        schema: {
          ...schema('Replay a read model from a point, or copy a range'),
          body: ReplayBody,
        },
      },
      async ({ params: { id: name }, body }, reply) => {
        const unable = await requestReplay(projections, name, body);
        return reply.code(202).send(await accepted(body.into ?? name, unable, name));
      },
    );

    app.post(
      '/projections/:id/verify',
      { config, schema: { ...schema('Compare a read model with the log'), body: VerifyBody } },
      async ({ params: { id: name }, body: { sample = null } }, reply) => {
        const unable = await projections.verify(name, sample);
        return reply.code(202).send(await accepted(`${name}.verify`, unable, name));
      },
    );
  };
