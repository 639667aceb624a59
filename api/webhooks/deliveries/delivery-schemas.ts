import Type, { type Static } from 'typebox';
import { deliveryStatuses } from '../../../domain/delivery/decider.ts';
import { AttemptOutcome } from '../../../domain/delivery/events.ts';
import { DeliveryKind } from '../../../domain/destination/events.ts';
import type { DeliverySummary, DeliveryView } from '../../../projections/read-models/deliveries/queries.ts';
import { closed, Id, PageQuery, Timestamp } from '../../requests/schemas.ts';
import { ofCopy } from '../../requests/copies.ts';

const Status = Type.Enum(deliveryStatuses);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);

export const DeliveryItem = Type.Object({
  id: Type.String(),
  account_id: Type.String(),
  destination_id: Type.String(),
  kind: DeliveryKind,
  form_id: TextOrNull,
  submission_id: TextOrNull,
  status: Status,
  attempt_count: Type.Integer(),
  last_outcome: Type.Union([AttemptOutcome, Type.Null()]),
  next_attempt_at: TextOrNull,
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
      outcome: AttemptOutcome,
      next_attempt_at: TextOrNull,
    }),
  ),
});

export const Replayed = Type.Object({
  id: Type.String(),
  status: Status,
  attempt_count: Type.Integer(),
  next_attempt_at: TextOrNull,
});

const filters = {
  destination_id: Type.Optional(Id),
  status: Type.Optional(Status),
  kind: Type.Optional(DeliveryKind),
  form_id: Type.Optional(Id),
  submission_id: Type.Optional(Id),
  since: Type.Optional(Timestamp),
  until: Type.Optional(Timestamp),
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

const asTimestamp = (given: string | undefined): string | undefined =>
  given === undefined ? undefined : new Date(given).toISOString();

/** The filters of a request, in the form that queries take. */
export const asConditions = (query: Filters) => ({
  destinationId: query.destination_id,
  status: query.status,
  kind: query.kind,
  formId: query.form_id,
  submissionId: query.submission_id,
  since: asTimestamp(query.since),
  until: asTimestamp(query.until),
});

/** The filters that a cursor is bound to, beside the list. */
export const bindingOf = (query: Filters): (string | null)[] =>
  Object.values(asConditions(query)).map((condition) => condition ?? null);

/** Leaves out the shard: schedulers use it internally, the API does not document it. */
export const itemOf = ({
  source_position: _,
  shard: _shard,
  ...delivery
}: DeliverySummary): Static<typeof DeliveryItem> => delivery;

export const deliveryOf = ({
  source_position: _,
  shard: _shard,
  attempts,
  ...delivery
}: DeliveryView): Static<typeof Delivery> => ({ ...delivery, attempts: [...attempts] });
