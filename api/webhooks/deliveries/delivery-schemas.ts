import type { Static } from 'typebox';
import type { Held, HeldReason } from '../../../projections/read-models/deliveries/held-deliveries.ts';
import type { DeliverySummary, DeliveryView } from '../../../projections/read-models/deliveries/queries.ts';
import { carriesAnswers } from '../../auth/answers.ts';
import type { Delivery, DeliveryItem, Filters } from '../../contract/webhooks/delivery-schemas.ts';
import { outcomeOf } from '../../requests/outcomes.ts';
import { endOfRange } from '../../requests/timestamps.ts';

/** The filters of a request, in the form that queries take. */
export const asConditions = (query: Filters) => ({
  destinationId: query.destination_id,
  status: query.status,
  kind: query.kind,
  formId: query.form_id,
  submissionId: query.submission_id,
  since: query.since && endOfRange(query.since),
  until: query.until && endOfRange(query.until),
});

/** The filters that a cursor is bound to, beside the list. */
export const bindingOf = (query: Filters): (string | null)[] =>
  Object.values(asConditions(query)).map((condition) => condition ?? null);

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
