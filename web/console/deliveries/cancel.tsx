import Type from 'typebox';
import { contextForDelivery, readableBy } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError, valueOf } from '../../../api/errors/errors.ts';
import { refuseErased } from '../../../api/requests/erased.ts';
import { cancelByRequest } from '../../../commands/delivery/cancel-delivery.ts';
import type { WebDeps } from '../../web-deps.ts';
import { requireWriter } from '../parts/require-writer.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { FormToken, show } from '../shell.tsx';

const path = '/console/deliveries';
const title = 'Cancel the delivery';

/** The page that asks before a delivery is cancelled, and the cancellation. */
export function deliveryCancellation(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'deliveries' | 'now' | 'queries'>,
): void {
  const config = { scope: 'webhooks:write' } as const;

  app.get(`${path}/:id/cancel`, { config, schema: { params: ById } }, async (request, reply) => {
    requireWriter(request);
    const { id } = request.params;
    await refuseErased(deps, 'delivery', id, readableBy(request));
    const delivery = await deps.queries.deliveries.get(readableBy(request), id);
    if (!delivery) throw new ApiError('not_found', { message: `There is no delivery ${id}.` });
    return show(
      reply,
      { title, account: delivery.account_id, crumbs: [[id, `${path}/${id}`]] },
      <form method="post" action={`${path}/${id}/cancel`} class="editor">
        <FormToken request={request} />
        <p>
          No further attempt is made, and the delivery cannot be sent again. Its submission stays. An attempt
          that is under way may still arrive.
        </p>
        <label>
          <span>Reason, shown with the delivery (optional)</span>
          <input name="reason" maxlength="500" />
        </label>
        <div class="buttons">
          <button type="submit" class="danger">
            Cancel it for good
          </button>
          <a href={`${path}/${id}`}>Keep it</a>
        </div>
      </form>,
    );
  });

  const body = Type.Object({ reason: Type.Optional(Type.String({ maxLength: 500 })) });
  app.post(`${path}/:id/cancel`, { config, schema: { params: ById, body } }, async (request, reply) => {
    const { id: deliveryId } = request.params;
    const { reason = '' } = request.body;
    await refuseErased(deps, 'delivery', deliveryId, readableBy(request));
    const context = await contextForDelivery(request, deps.deliveries, deliveryId);
    const note = reason === '' ? undefined : reason;
    const cancelled = valueOf(await cancelByRequest(deps, { deliveryId, note }, context));
    return redirectAfterWrite(reply, cancelled, {
      to: `${path}/${deliveryId}`,
      note: 'The delivery is cancelled.',
    });
  });
}
