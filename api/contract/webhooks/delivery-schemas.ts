import Type, { type Static } from 'typebox';
import { cancelReasons } from '../../../domain/delivery/events.ts';
import { deliveryStatuses } from '../../../domain/delivery/state.ts';
import { DeliveryKind } from '../../../domain/destination/events.ts';
import { heldReasons } from '../../../projections/read-models/deliveries/held-deliveries.ts';
import { closed, Id, named, ofCopy, PageQuery, Since, Timestamp, Until } from '../values.ts';
import { Attempt, Outcome } from './outcomes.ts';
import { CancelReasonText } from './recovery-schemas.ts';

const Status = Type.Enum(deliveryStatuses);

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

const cancelled = {
  cancelled_because: Type.Union([Type.Enum(cancelReasons), Type.Null()], {
    description: 'The reason of the cancellation; null for any other status.',
  }),
  cancel_note: Type.Union([Type.String(), Type.Null()], {
    description: 'The reason that a request to cancel gave, in its own words.',
  }),
};

export const DeliveryItem = named('DeliverySummary', {
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
  source: named('SourceEvent', {
    stream: Type.String(),
    revision: Type.Integer(),
    position: Type.String(),
    event_id: Type.String(),
  }),
  created_at: Type.String({ format: 'date-time', description: 'The time of the event.' }),
  updated_at: Timestamp,
});

export const Delivery = named('Delivery', {
  ...DeliveryItem.properties,
  attempts: Type.Array(Attempt),
});

export const ReplayedDelivery = named('ReplayedDelivery', {
  id: Type.String(),
  status: Status,
  attempt_count: Type.Integer(),
  next_attempt_at: Type.Union([Timestamp, Type.Null()]),
});

export const DeliveryCancellation = Type.Object(
  { reason: Type.Optional(CancelReasonText) },
  { ...closed, $id: 'DeliveryCancellation' },
);

export const CancelledDelivery = Type.Object(
  { ...ReplayedDelivery.properties, next_attempt_at: Type.Null() },
  { $id: 'CancelledDelivery', description: 'The delivery, which has no next attempt.' },
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

export type Filters = Static<Type.TObject<typeof filters>>;

const account_id = Type.Optional(Id);

export const DeliveriesQuery = Type.Object({ ...PageQuery.properties, ...filters, ...ofCopy }, closed);

export const AllDeliveriesQuery = Type.Object({ ...DeliveriesQuery.properties, account_id }, closed);

export const DeliveryChangesQuery = Type.Object(
  {
    ...filters,
    account_id,
    after: Type.Optional(
      Type.String({ pattern: '^\\d{1,19}$', description: 'The `position` of an earlier response.' }),
    ),
  },
  closed,
);

export const DeliveryChanges = named('DeliveryChanges', {
  data: Type.Array(DeliveryItem),
  count: Type.Integer(),
  position: Type.String({
    description: 'For `after`: the next response has the changes after this position.',
  }),
});
