import type { Static } from 'typebox';
import type { Held, HeldReason } from '../../projections/read-models/deliveries/held-deliveries.ts';
import type { DeliverySummary, DeliveryView } from '../../projections/read-models/deliveries/queries.ts';
import { carriesAnswers } from '../auth/answers.ts';
import type { Delivery, DeliveryItem } from '../contract/webhooks/delivery-schemas.ts';
import { outcomeOf } from './outcomes.ts';

const isStopped = (reason: HeldReason | null): boolean =>
  reason === 'destination_disabled' || reason === 'destination_removed';

const cancelledOf = (cancellation: DeliverySummary['cancellation']) => ({
  cancelled_because: cancellation?.reason ?? null,
  cancel_note: cancellation?.note ?? null,
});

/**
 * Leaves out the shard: schedulers use it internally, the API does not document it.
 * @param answers whether the request may read answers, and so the responses about submissions
 */
export const itemOf =
  (held: Held, answers: boolean) =>
  (summary: DeliverySummary): Static<typeof DeliveryItem> => {
    const { source_position: _, shard: _shard, last_outcome: last, cancellation, ...delivery } = summary;
    const reason = held(summary);
    return {
      ...delivery,
      next_attempt_at: isStopped(reason) ? null : delivery.next_attempt_at,
      ...cancelledOf(cancellation),
      last_outcome: last && outcomeOf(last, answers || !carriesAnswers(summary.kind)),
      held: reason,
    };
  };

export const deliveryOf = (
  held: Held,
  answers: boolean,
  { attempts, ...summary }: DeliveryView,
): Static<typeof Delivery> => ({
  ...itemOf(held, answers)(summary),
  attempts: attempts.map(({ outcome, ...attempt }) => ({
    ...attempt,
    outcome: outcomeOf(outcome, answers || !carriesAnswers(summary.kind)),
  })),
});
