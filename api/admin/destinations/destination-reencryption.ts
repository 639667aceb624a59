import { resealSecret } from '../../../commands/destination/rotate-secret.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { contextFor } from '../../auth/owners.ts';
import { destinationOperations } from '../../contract/webhooks/destinations.ts';
import { unreadable } from '../../errors/unreadable-secret.ts';
import type { Mount } from '../../mount.ts';
import { committed } from '../../requests/requests.ts';

/** Re-encrypts the signing secrets of destinations, for operators. */
export function destinationReencryption(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'now' | 'secrets'>,
): void {
  const { aggregates } = deps;

  api.route(destinationOperations.reencryptSigningSecret, async (request, reply) => {
    const { id: destinationId } = request.params;
    const context = await contextFor(request, aggregates, 'destination', destinationId);
    const resealed = committed(reply, await resealSecret(deps, { destinationId }, context).catch(unreadable));
    return { id: destinationId, changed: resealed.changed };
  });
}
