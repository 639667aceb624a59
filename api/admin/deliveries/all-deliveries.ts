import { withoutErasing } from '../../../projections/queries/open-erasures.ts';
import { heldAmong } from '../../../projections/read-models/deliveries/held-deliveries.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { defaultLimit } from '../../contract/values.ts';
import { deliveryOperations } from '../../contract/webhooks/deliveries.ts';
import { ApiError } from '../../errors/errors.ts';
import type { Mount } from '../../mount.ts';
import { queriesFor } from '../../requests/copies.ts';
import { asConditions, bindingOf } from '../../requests/delivery-filters.ts';
import type { Paging } from '../../requests/paging.ts';
import { readAfter } from '../../requests/requests.ts';
import { itemOf } from '../../responses/deliveries.ts';

const changesPerRead = 100;
const readLimitMs = 2_000;

/** The delivery log of all accounts, for operators. */
export function allDeliveryRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'budgetWaits' | 'documents' | 'log' | 'now' | 'progress' | 'queries'>,
  paging: Paging,
): void {
  const { queries, progress, log } = deps;

  api.route(deliveryOperations.listAllDeliveries, async (request, reply) => {
    const { limit = defaultLimit, cursor, account_id = null, projection, ...filters } = request.query;
    const deliveries = await queriesFor(deps, request, 'deliveries', projection);
    const binding = [account_id, 'all deliveries', projection ?? null, ...bindingOf(filters)];
    const found = await deliveries.list(account_id, {
      ...asConditions(filters),
      limit,
      ...paging.after(binding, cursor),
    });
    const items = await withoutErasing(deps.aggregates, found.items, ({ submission_id: about }) => about);
    const page = { ...found, items };
    const held = await heldAmong(deps, page.items);
    return paging.reply(request, reply, binding, page, itemOf(held, true));
  });

  api.route(deliveryOperations.readDeliveryChanges, async (request) => {
    await readAfter(request, progress, ['deliveries']);
    const { after, account_id = null, ...filters } = request.query;
    const to = (await log.head()) ?? 0n;
    if (after === undefined) return { data: [], count: 0, position: String(to) };
    const from = BigInt(after);
    if (from >= to) return { data: [], count: 0, position: after };
    if (!(await progress.waitFor(['deliveries'], to, readLimitMs))) throw new ApiError('read_model_behind');
    const range = { from, to, limit: changesPerRead };
    const { items: changed, position } = await queries.deliveries.changed(account_id, {
      ...asConditions(filters),
      ...range,
    });
    const items = await withoutErasing(deps.aggregates, changed, ({ submission_id: about }) => about);
    const held = await heldAmong(deps, items);
    return { data: items.map(itemOf(held, true)), count: items.length, position: String(position) };
  });
}
