import type { ApiDeps } from '../../api-deps.ts';
import { parkedDestinationOperations } from '../../contract/webhooks/parked-destinations.ts';
import type { Mount } from '../../mount.ts';
import { readAfter } from '../../requests/requests.ts';

const maxListed = 10_000;

/** Destinations that are parked because their signing secrets cannot be opened, for operators. */
export function parkedDestinations(
  api: Mount,
  { parkedDestinations: parked, progress }: Pick<ApiDeps, 'parkedDestinations' | 'progress'>,
): void {
  api.route(parkedDestinationOperations.listParkedDestinations, async (request) => {
    // Parked destinations are no read model, so X-Read-After has nothing to wait for.
    await readAfter(request, progress, []);
    const data = (await parked.list(maxListed)).map(({ keyId, retriedAt, nextRetryAt, ...one }) => ({
      ...one,
      master_key: keyId,
      retried_at: retriedAt,
      next_retry_at: nextRetryAt,
    }));
    return { data, count: data.length };
  });

  api.route(
    parkedDestinationOperations.retryParkedDestinations,
    async ({ body: { destination_id: id = null } }) => ({
      destinations: await parked.requestRetry(id),
    }),
  );
}
