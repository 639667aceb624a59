import { withoutErasing } from '../../../projections/queries/open-erasures.ts';
import { heldAmong } from '../../../projections/read-models/deliveries/held-deliveries.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { mayReadAnswers } from '../../auth/answers.ts';
import { defaultLimit } from '../../contract/values.ts';
import { deliveryOperations } from '../../contract/webhooks/deliveries.ts';
import type { Mount } from '../../mount.ts';
import { queriesFor } from '../../requests/copies.ts';
import { asConditions, bindingOf } from '../../requests/delivery-filters.ts';
import type { Paging } from '../../requests/paging.ts';
import { itemOf } from '../../responses/deliveries.ts';

/** The delivery log of an account. */
export function deliveryListRoutes(
  api: Mount,
  deps: Pick<ApiDeps, 'aggregates' | 'budgetWaits' | 'documents' | 'now' | 'progress' | 'queries'>,
  paging: Paging,
): void {
  api.route(deliveryOperations.listDeliveries, async (request, reply) => {
    const { limit = defaultLimit, cursor, projection, ...filters } = request.query;
    const deliveries = await queriesFor(deps, request, 'deliveries', projection);
    const { accountId } = await api.contextOfAccount(request);
    const binding = [accountId, 'deliveries', projection ?? null, ...bindingOf(filters)];
    const found = await deliveries.list(accountId, {
      ...asConditions(filters),
      limit,
      ...paging.after(binding, cursor),
    });
    const items = await withoutErasing(deps.aggregates, found.items, ({ submission_id: about }) => about);
    const page = { ...found, items };
    const held = await heldAmong(deps, page.items);
    return paging.reply(request, reply, binding, page, itemOf(held, mayReadAnswers(request)));
  });
}
