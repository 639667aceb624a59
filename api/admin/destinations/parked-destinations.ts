import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApiDeps } from '../../api-deps.ts';
import { parkedDestinationOperations } from '../../contract/webhooks/parked-destinations.ts';
import { readAfter } from '../../requests/requests.ts';

const most = 10_000;

/** Destinations that are parked because their signing secrets cannot be opened, for operators. */
export const parkedDestinations =
  ({
    parkedDestinations: parked,
    progress,
  }: Pick<ApiDeps, 'parkedDestinations' | 'progress'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      parkedDestinationOperations.listParkedDestinations.path,
      { schema: parkedDestinationOperations.listParkedDestinations },
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
      parkedDestinationOperations.retryParkedDestinations.path,
      {
        config: { mayWrite: ['operator', 'analyst'] },
        schema: parkedDestinationOperations.retryParkedDestinations,
      },
      async ({ body: { destination_id: id = null } }, reply) =>
        reply.code(202).send({ destinations: await parked.requestRetry(id) }),
    );
  };
