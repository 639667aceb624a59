import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { ApiDeps } from '../../api-deps.ts';
import { readAfter } from '../../requests/requests.ts';
import { closed, Failure, Id, NoQuery, Nullable, Timestamp } from '../../requests/schemas.ts';

const ParkedDestination = Type.Object({
  id: Type.String(),
  reason: Type.String({ description: 'The reason why no worker can sign its requests.' }),
  master_key: Type.String({ description: 'The name of the master key that encrypted the signing secret.' }),
  since: Type.String(),
  retries: Type.Integer({ description: 'The number of failed retries.' }),
  retried_at: Nullable(Timestamp),
  next_retry_at: Timestamp,
});
const RetryBody = Type.Object(
  { destination_id: Type.Optional({ ...Id, description: 'The destination to retry; all by default.' }) },
  closed,
);
const Retried = Type.Object({ destinations: Type.Integer() });

const most = 10_000;

/** Destinations that are parked because their signing secrets cannot be opened, for operators. */
export const parkedDestinations =
  ({
    parkedDestinations: parked,
    progress,
  }: Pick<ApiDeps, 'parkedDestinations' | 'progress'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/destinations/parked',
      {
        schema: {
          summary: 'List the destinations that are parked, the oldest first',
          querystring: NoQuery,
          response: {
            200: Type.Object({ data: Type.Array(ParkedDestination), count: Type.Integer() }),
            default: Failure,
          },
        },
      },
      async (request) => {
        // Parked destinations are no read model, so X-Read-After has nothing to wait for.
        await readAfter(request, progress, []);
        const data = (await parked.list(most)).map(({ keyId, retriedAt, nextRetryAt, ...one }) => ({
          ...one,
          master_key: keyId,
          retried_at: retriedAt,
          next_retry_at: nextRetryAt,
        }));
        return { data, count: data.length };
      },
    );

    app.post(
      '/destinations/parked/retries',
      {
        config: { mayWrite: ['operator', 'analyst'] },
        schema: {
          summary: 'Try parked destinations again: one, or all',
          querystring: NoQuery,
          body: RetryBody,
          response: { 202: Retried, default: Failure },
        },
      },
      async ({ body: { destination_id: id = null } }, reply) =>
        reply.code(202).send({ destinations: await parked.requestRetry(id) }),
    );
  };
