import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { resealSecret } from '../../../commands/destination/rotate-secret.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { destinationOperations } from '../../contract/webhooks/destinations.ts';
import { refused } from '../../errors/errors.ts';
import { unreadable } from '../../errors/unreadable-secret.ts';
import { setLogPosition } from '../../requests/requests.ts';

/** Re-encrypts the signing secrets of destinations, for operators. */
export const destinationReencryption =
  (deps: Pick<ApiDeps, 'aggregates' | 'now' | 'secrets'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates } = deps;

    app.post(
      destinationOperations.reencryptSigningSecret.path,
      { schema: destinationOperations.reencryptSigningSecret },
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
