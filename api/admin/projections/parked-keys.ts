import { skipParkedEvent } from '../../../commands/projection/skip-parked-event.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { operatorContext } from '../../auth/operators.ts';
import { parkedKeyOperations } from '../../contract/projections/parked-keys.ts';
import { notFound, skipRefused } from '../../errors/projection-refusals.ts';
import type { Mount } from '../../mount.ts';
import { readAfter, setLogPosition } from '../../requests/requests.ts';

/** The parked keys of projections and process managers: listing, retrying and skipping. */
export function parkedKeyRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'now' | 'progress' | 'projections'>,
): void {
  const { projections, progress } = deps;
  api.route(parkedKeyOperations.listParkedKeys, async (request) => {
    const { id: name } = request.params;
    await readAfter(
      request,
      progress,
      projections.names.filter((one) => one === name),
    );
    const parked = await projections.parked(name);
    if (!parked) throw notFound(name);
    return { data: [...parked], count: parked.length };
  });

  api.route(
    parkedKeyOperations.retryParkedKeys,
    async ({ params: { id: name }, body: { event_id: eventId = null } }) => {
      const keys = await projections.retry(name, eventId);
      if (keys === null) throw notFound(name);
      return { projection: name, keys };
    },
  );

  api.route(parkedKeyOperations.skipEvent, async (request, reply) => {
    const { id: projection } = request.params;
    const { event_id: eventId, reason } = request.body;
    const skip = { projection, eventId, reason };
    const skipped = await skipParkedEvent(deps, skip, operatorContext(request, ''));
    if (!skipped.ok) throw skipRefused(skipped.error, projection);
    const { position, at } = skipped.value;
    setLogPosition(reply, position);
    return { projection, event_id: eventId, reason, at };
  });
}
