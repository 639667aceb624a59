import { rotateSecret } from '../../../commands/destination/rotate-secret.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { destinationOperations } from '../../contract/webhooks/destinations.ts';
import { type Mount, optionalBody } from '../../mount.ts';
import { committed } from '../../requests/requests.ts';
import { shown } from '../../requests/shown-once.ts';

/** Rotates the signing secrets of destinations. */
export function destinationSecretRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'now' | 'secrets'>,
): void {
  const { aggregates } = deps;
  api.route(
    destinationOperations.rotateSigningSecret,
    async (request, reply) => {
      const { id: destinationId } = request.params;
      const { signing_secret: own, overlap = false } = request.body;
      const context = await contextFor(request, aggregates, 'destination', destinationId);
      const rotation = { destinationId, overlap, ...(own !== undefined && { signingSecret: own }) };
      const { destination, signingSecret } = committed(reply, await rotateSecret(deps, rotation, context));
      const until = destination.previousSecret?.until ?? null;
      return { id: destinationId, ...shown('signing_secret', signingSecret), previous_secret_until: until };
    },
    { shownOnce: ['signing_secret'], prepareBody: optionalBody },
  );
}
