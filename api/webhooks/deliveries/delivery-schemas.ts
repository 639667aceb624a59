import Type, { type Static } from 'typebox';
import { deliveryStatuses } from '../../../domain/delivery/decider.ts';
import { cancelReasons } from '../../../domain/delivery/events.ts';
import { DeliveryKind } from '../../../domain/destination/events.ts';
import {
  type Held,
  type HeldReason,
  heldReasons,
} from '../../../projections/read-models/deliveries/held-deliveries.ts';
import type { DeliverySummary, DeliveryView } from '../../../projections/read-models/deliveries/queries.ts';
import { carriesAnswers } from '../../auth/answers.ts';
import { ofCopy } from '../../requests/copies.ts';
import { Outcome, outcomeOf } from '../../requests/outcomes.ts';
import { closed, Id, PageQuery, Since, Timestamp, Until } from '../../requests/schemas.ts';
import { endOfRange } from '../../requests/timestamps.ts';
import { CancelReasonText } from './recovery-schemas.ts';

const Status = Type.Enum(deliveryStatuses);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const cancelled = {
  cancelled_because: Type.Union([Type.Enum(cancelReasons), Type.Null()], {
    description: 'Why the delivery was cancelled; null for any other status.',
  }),
  cancel_note: Type.Union([Type.String(), Type.Null()], {
    description: 'The reason that a request to cancel gave, in its own words.',
  }),
};

export const DeliveryItem = Type.Object({
  id: Type.String(),
  account_id: Type.String(),
  destination_id: Type.String(),
  kind: DeliveryKind,
  form_id: TextOrNull,
  submission_id: TextOrNull,
  status: Status,
  ...cancelled,
  attempt_count: Type.Integer(),
  last_outcome: Type.Union([Outcome, Type.Null()]),
  next_attempt_at: Type.Union([Timestamp, Type.Null()], {
    description:
      'When the next attempt is due; null if none will be made, also for a disabled or removed destination.',
  }),
  held: Type.Union([Type.Enum(heldReasons), Type.Null()], {
    description:
      'Why no attempt of a pending delivery is made; otherwise null. With `destination_disabled` it becomes ' +
      '`skipped` at its time, unless the destination is enabled before; with `destination_removed` it becomes `cancelled`. ' +
      'With `account_budget` or `host_budget` it is due and waits, because other attempts use up the limit of the account or ' +
      'of the receiving host.',
  }),
  source: Type.Object({
    stream: Type.String(),
    revision: Type.Integer(),
    position: Type.String(),
    event_id: Type.String(),
  }),
  created_at: Type.String({ format: 'date-time', description: 'The time of the event.' }),
  updated_at: Timestamp,
});

export const Delivery = Type.Object({
  ...DeliveryItem.properties,
  attempts: Type.Array(
    Type.Object({
      attempt: Type.Integer(),
      started_at: Timestamp,
      duration_ms: Type.Number(),
      outcome: Outcome,
      next_attempt_at: Type.Union([Timestamp, Type.Null()]),
    }),
  ),
});

export const Replayed = Type.Object({
  id: Type.String(),
  status: Status,
  attempt_count: Type.Integer(),
  next_attempt_at: Type.Union([Timestamp, Type.Null()]),
});

export const Cancelling = Type.Object({ reason: Type.Optional(CancelReasonText) }, closed);
export const Cancelled = Type.Object(
  { ...Replayed.properties, next_attempt_at: Type.Null() },
  { description: 'The delivery, which has no next attempt.' },
);

const filters = {
  destination_id: Type.Optional(Id),
  status: Type.Optional(Status),
  kind: Type.Optional(DeliveryKind),
  form_id: Type.Optional(Id),
  submission_id: Type.Optional(Id),
  since: Type.Optional(Since),
  until: Type.Optional(Until),
};
type Filters = Static<Type.TObject<typeof filters>>;
const account_id = Type.Optional(Id);

export const OfAccountQuery = Type.Object({ ...PageQuery.properties, ...filters, ...ofCopy }, closed);
export const OfAllQuery = Type.Object({ ...OfAccountQuery.properties, account_id }, closed);
export const ChangesQuery = Type.Object(
  {
    ...filters,
    account_id,
    after: Type.Optional(
      Type.String({ pattern: '^\\d{1,19}$', description: 'The `position` of an earlier answer.' }),
    ),
  },
  closed,
);

export const Changes = Type.Object({
  data: Type.Array(DeliveryItem),
  count: Type.Integer(),
  position: Type.String({
    description: 'For `after`: the next answer holds the changes after this position.',
  }),
});

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
