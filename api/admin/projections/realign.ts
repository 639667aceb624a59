import type { ApiDeps } from '../../api-deps.ts';
import { realignmentOperations } from '../../contract/projections/realignment.ts';
import { defaultLimit } from '../../contract/values.ts';
import type { Mount } from '../../mount.ts';
import type { Paging } from '../../requests/paging.ts';
import { readAfter } from '../../requests/requests.ts';

/** Building everything again from a log that was replaced. */
export function realignRoutes(
  api: Mount,
  { projections, progress }: Pick<ApiDeps, 'projections' | 'progress'>,
  paging: Paging,
): void {
  const present = (found: Awaited<ReturnType<typeof projections.diverged>>) =>
    found.map(({ follower, reason }) => ({ projection: follower, reason }));

  api.route(realignmentOperations.readRealignment, async (request) => {
    await readAfter(request, progress, projections.names);
    return { diverged: present(await projections.diverged()) };
  });

  api.route(realignmentOperations.realign, async () => ({ diverged: present(await projections.realign()) }));

  api.route(realignmentOperations.listMissing, async (request, reply) => {
    await readAfter(request, progress, projections.names);
    const { limit = defaultLimit, cursor } = request.query;
    const { after } = paging.after(['missing'], cursor);
    const { items, next } = await projections.missing(limit, after?.id ?? null);
    const page = { items: [...items], next: next === null ? null : { at: '', id: next } };
    return paging.reply(request, reply, ['missing'], page, (missing) => missing);
  });
}
