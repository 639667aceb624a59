import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { rotateSecret } from '../../../commands/destination/rotate-secret.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { destinationOperations } from '../../contract/webhooks/destinations.ts';
import { refused } from '../../errors/errors.ts';
import { setLogPosition } from '../../requests/requests.ts';
import { shown } from '../../requests/shown-once.ts';

/** Rotates the signing secrets of destinations. */
export const destinationSecretRoutes =
  (deps: Pick<ApiDeps, 'aggregates' | 'now' | 'secrets'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates } = deps;
    app.post(
      destinationOperations.rotateSigningSecret.path,
      {
        config: { shownOnce: ['signing_secret'] },
        // Every member of the body is optional, and so is the body.
        preValidation: async (request) => {
          const given: unknown = request.body;
          if (given === undefined) request.body = {};
        },
        schema: destinationOperations.rotateSigningSecret,
      },
      async (request, reply) => {
        const { id: destinationId } = request.params;
        const { signing_secret: own, overlap = false } = request.body;
        const context = await contextFor(request, aggregates, 'destination', destinationId);
        const wanted = { destinationId, overlap, ...(own !== undefined && { signingSecret: own }) };
        const rotated = await rotateSecret(deps, wanted, context);
        if (!rotated.ok) throw refused(rotated.error);
        const { destination, signingSecret, position } = rotated.value;
        setLogPosition(reply, position);
        const until = destination.previousSecret?.until ?? null;
        return { id: destinationId, ...shown('signing_secret', signingSecret), previous_secret_until: until };
      },
    );
  };
