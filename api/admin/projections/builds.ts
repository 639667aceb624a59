import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApiDeps } from '../../api-deps.ts';
import { invalidRequest } from '../../errors/errors.ts';
import { ById, Failure, NoQuery } from '../../requests/schemas.ts';
import { logPointOf } from '../history/log-points.ts';
import { notFound, statusAnswers } from './control-answers.ts';
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
      async ({ params: { id: name }, body: { from, to, into } }, reply) => {
        if (into === undefined) {
          if (from === undefined || to !== undefined)
            throw invalidRequest('A replay requires "from"; "to" requires "into".');
          return reply.code(202).send(await accepted(name, await projections.replay(name, pointIn(from))));
        }
        const after = from === undefined ? null : pointIn(from);
        const upTo = to === undefined ? null : pointIn(to);
        refuseReversed(after, upTo);
        return reply
          .code(202)
          .send(await accepted(into, await projections.copy(name, into, after, upTo), name));
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

type Point = ReturnType<typeof pointIn> | null;

/** @throws ApiError for a range that ends before it begins */
export function refuseReversed(from: Point, to: Point): void {
  if (isReversed(from, to)) throw invalidRequest('"from" must not be later than "to".');
}

/** Whether a range ends before it begins; a position and a time cannot be compared. */
const isReversed = (from: Point, to: Point): boolean =>
  from !== null &&
  to !== null &&
  (('time' in from && 'time' in to && from.time > to.time) ||
    ('position' in from && 'position' in to && from.position > to.position));

/** A point of the log as a request names it. @throws ApiError for a time or position that the log cannot have */
export function pointIn(given: string) {
  const point = logPointOf(given);
  return 'time' in point ? { time: point.time.toISOString() } : point;
}
