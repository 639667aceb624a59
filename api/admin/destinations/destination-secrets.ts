import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { resealSecret, rotateSecret } from '../../../commands/rotate-secret.ts';
import { SecretUnreadable } from '../../../commands/support/secret-box.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { ApiError, refused } from '../../errors/errors.ts';
import { setLogPosition } from '../../requests/requests.ts';
import { closed, Failure } from '../../requests/schemas.ts';
import { contextFor } from '../owners.ts';
import { ById } from '../schemas.ts';
import { Changed, fromState, OwnSecret } from './destination-schemas.ts';

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
  signing_secret: Type.String(),
  previous_secret_until: Changed.properties.previous_secret_until,
});
const Reencrypted = Type.Object({
  id: Type.String(),
  changed: Type.Boolean({ description: 'False if the newest master key has already encrypted the secret.' }),
});

/** Rotates and re-encrypts the signing secrets of destinations, for operators. */
export const destinationSecretRoutes =
  (deps: ApiDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates } = deps;
    const tags = ['admin'];

    app.post(
      '/destinations/:id/rotate-secret',
      {
        // Every member of the body is optional, and so is the body.
        preValidation: async (request) => {
          const given: unknown = request.body;
          if (given === undefined) request.body = {};
        },
        schema: {
          ...{ tags, summary: 'Rotate a signing secret; the answer shows the new secret once' },
          ...{ params: ById, body: Rotation },
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
        const { destination, signingSecret: signing_secret, position } = rotated.value;
        setLogPosition(reply, position);
        void reply.header('cache-control', 'no-store');
        const { previous_secret_until } = fromState(destination);
        return { id: destinationId, signing_secret, previous_secret_until };
      },
    );

    app.post(
      '/destinations/:id/reencrypt-secret',
      {
        schema: {
          ...{
            tags,
            summary: 'Re-encrypt the secrets of a destination with the newest master key',
            params: ById,
          },
          response: { 200: Reencrypted, default: Failure },
        },
      },
      async (request, reply) => {
        const { id: destinationId } = request.params;
        const context = await contextFor(request, aggregates, 'destination', destinationId);
        const resealed = await resealSecret(deps, { destinationId }, context).catch(unreadable);
        if (!resealed.ok) throw refused(resealed.error);
        setLogPosition(reply, resealed.value.position);
        return { id: destinationId, changed: resealed.value.changed };
      },
    );
  };

function unreadable(error: unknown): never {
  if (!(error instanceof SecretUnreadable)) throw error;
  const message =
    'No master key of this process opens the secret; name the one before in PREVIOUS_MASTER_KEYS.';
  throw new ApiError('conflict', { message, cause: error });
}
