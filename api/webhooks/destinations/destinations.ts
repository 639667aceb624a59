import { choicesOf } from '../../../projections/read-models/destinations/described-choices.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { readableBy } from '../../auth/owners.ts';
import { defaultLimit } from '../../contract/values.ts';
import { destinationOperations } from '../../contract/webhooks/destinations.ts';
import { ApiError } from '../../errors/errors.ts';
import type { Mount } from '../../mount.ts';
import { queriesFor } from '../../requests/copies.ts';
import type { Paging } from '../../requests/paging.ts';
import { fromView } from '../../responses/destinations.ts';

/** Lists and shows destinations. */
export function destinationRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'documents' | 'progress' | 'queries'>,
  paging: Paging,
): void {
  api.route(destinationOperations.listDestinations, async (request, reply) => {
    const { limit = defaultLimit, cursor, projection } = request.query;
    const destinations = await queriesFor(deps, request, 'destinations', projection, ['forms']);
    const { accountId } = await api.contextOfAccount(request);
    const binding = [accountId, 'destinations', projection ?? null];
    const page = await destinations.list(accountId, { limit, ...paging.after(binding, cursor) });
    const choices = await choicesOf(deps.queries, page.items);
    const items = page.items.flatMap((view, index) => {
      const choice = choices[index];
      return choice ? [{ view, choice }] : [];
    });
    return paging.reply(request, reply, binding, { ...page, items }, ({ view, choice }) =>
      fromView(view, choice),
    );
  });

  api.route(destinationOperations.readDestination, async (request) => {
    const destinations = await queriesFor(deps, request, 'destinations', request.query.projection, ['forms']);
    const found = await destinations.get(readableBy(request), request.params.id);
    if (!found) throw new ApiError('not_found');
    const [choice] = await choicesOf(deps.queries, [found]);
    if (!choice) throw new ApiError('not_found');
    return fromView(found, choice);
  });
}
