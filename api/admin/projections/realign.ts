import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { ApiDeps } from '../../api-deps.ts';
import type { Paging } from '../../requests/paging.ts';
import { readAfter } from '../../requests/requests.ts';
import { closed, Cursor, Failure, Listing, NoQuery, Nullable, usualLimit } from '../../requests/schemas.ts';

const Diverged = Type.Array(Type.Object({ projection: Type.String(), reason: Type.String() }), {
  description: 'The read models and process managers that have read events which the log does not hold.',
});

const Missing = Type.Object({
  model: Type.String(),
  id: Type.String(),
  account_id: Nullable(Type.String()),
  form_id: Nullable(Type.String()),
  at: Nullable(Type.String({ description: 'The time by which the read model lists it.' })),
  state: Type.Enum(['missing', 'earlier'], {
    description: '`earlier`: the log has it, but not its last changes.',
  }),
});

const MissingQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 50 })),
    cursor: Type.Optional(Cursor),
  },
  closed,
);

/** Building everything again from a log that was replaced. */
export const realignRoutes =
  (
    { projections, progress }: Pick<ApiDeps, 'projections' | 'progress'>,
    paging: Paging,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const present = (found: Awaited<ReturnType<typeof projections.diverged>>) =>
      found.map(({ follower, reason }) => ({ projection: follower, reason }));

    app.get(
      '/realignment',
      {
        schema: {
          summary: 'List what does not match the event log',
          querystring: NoQuery,
          response: { 200: Type.Object({ diverged: Diverged }), default: Failure },
        },
      },
      async (request) => {
        await readAfter(request, progress, projections.names);
        return { diverged: present(await projections.diverged()) };
      },
    );

    app.post(
      '/realignment',
      {
        config: { mayWrite: ['operator'] },
        schema: {
          summary: 'Build again what does not match the event log',
          querystring: NoQuery,
          response: { 202: Type.Object({ diverged: Diverged }), default: Failure },
        },
      },
      async (_, reply) => reply.code(202).send({ diverged: present(await projections.realign()) }),
    );

    app.get(
      '/realignment/missing',
      {
        schema: {
          summary: 'List what the event log no longer holds',
          querystring: MissingQuery,
          response: {
            200: Listing(Missing, 'By the name of the read model and the id.'),
            default: Failure,
          },
        },
      },
      async (request, reply) => {
        await readAfter(request, progress, projections.names);
        const { limit = usualLimit, cursor } = request.query;
        const { after } = paging.after(['missing'], cursor);
        const { items, next } = await projections.missing(limit, after?.id ?? null);
        const page = { items: [...items], next: next === null ? null : { at: '', id: next } };
        return paging.answer(request, reply, ['missing'], page, (missing) => missing);
      },
    );
  };
