import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { rotateSecret } from '../../../commands/destination/rotate-secret.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { refused } from '../../errors/errors.ts';
import { setLogPosition } from '../../requests/requests.ts';
import { ById, closed, Failure } from '../../requests/schemas.ts';
import { shown, ShownOnce } from '../../requests/shown-once.ts';
import { Changed, OwnSecret } from './destination-schemas.ts';

const Rotation = Type.Object(
  {
    overlap: Type.Optional(
      Type.Boolean({ default: false, description: 'Keep the former secret valid for another 24 hours.' }),
    ),
    signing_secret: Type.Optional(OwnSecret),
  },
  closed,
);
const Rotated = Type.Object({
  id: Type.String(),
  signing_secret: Type.Optional(Type.String()),
  previous_secret_until: Changed.properties.previous_secret_until,
  shown_once: ShownOnce,
});

/** Rotates the signing secrets of destinations. */
export const destinationSecretRoutes =
  (deps: Pick<ApiDeps, 'aggregates' | 'now' | 'secrets'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates } = deps;
    app.post(
      '/destinations/:id/rotate-secret',
      {
        config: { scope: 'webhooks:write', shownOnce: ['signing_secret'] },
        // Every member of the body is optional, and so is the body.
        preValidation: async (request) => {
          const given: unknown = request.body;
          if (given === undefined) request.body = {};
        },
        schema: {
          summary: 'Rotate a signing secret; the answer shows the new secret once',
          params: ById,
          body: Rotation,
          response: { 200: Rotated, default: Failure },
        },
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
