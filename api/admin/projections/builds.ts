import type { ApiDeps } from '../../api-deps.ts';
import { projectionOperations } from '../../contract/projections/projections.ts';
import { notFound } from '../../errors/projection-refusals.ts';
import type { Mount } from '../../mount.ts';
import { requestReplay } from '../../requests/replays.ts';
import { projectionOf } from '../../responses/projections.ts';
import { openStatuses } from './build-status.ts';

/** Building generations of read models, switching between them and removing them. */
export function buildRoutes(api: Mount, { projections }: Pick<ApiDeps, 'projections'>): void {
  const { find, statusOf, accepted } = openStatuses({ projections });

  api.route(projectionOperations.rebuildProjection, async ({ params: { id: name } }) =>
    accepted(name, await projections.rebuild(name)),
  );

  api.route(projectionOperations.rollBackProjection, async ({ params: { id: name } }) =>
    accepted(name, await projections.rollback(name)),
  );

  api.route(projectionOperations.dropGenerations, async ({ params: { id: name } }) => {
    const before = await statusOf(name);
    if ((await projections.drop(name)) !== null) throw notFound(name);
    // A copy may be gone by now.
    const after = await find(name);
    return after ? projectionOf(after) : before;
  });

  api.route(projectionOperations.replayProjection, async ({ params: { id: name }, body }) => {
    const unable = await requestReplay(projections, name, body);
    return accepted(body.into ?? name, unable, name);
  });

  api.route(
    projectionOperations.verifyProjection,
    async ({ params: { id: name }, body: { sample = null } }) => {
      const unable = await projections.verify(name, sample);
      return accepted(`${name}.verify`, unable, name);
    },
  );
}
