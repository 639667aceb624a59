import Type from 'typebox';
import { recoverableStatuses } from '../../../domain/delivery/decider.ts';
import { WebhookKind } from '../../../domain/destination/events.ts';
import { recoveryStatuses } from '../../../domain/recovery/decider.ts';
import { PauseReason } from '../../../domain/recovery/events.ts';
import {
  closed,
  Id,
  LogPoint,
  named,
  namedClosed,
  ofCopy,
  PageQuery,
  Timestamp as Time,
  Timestamp,
} from '../values.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

/** The members that recoveries and cancellations share. */
const shared = {
  id: Type.String(),
  account_id: Type.String(),
  destination_id: TextOrNull,
  since: TextOrNull,
  since_position: TextOrNull,
  until: Type.String(),
  kind: Type.Union([WebhookKind, Type.Null()]),
  form_id: TextOrNull,
  status: Type.Enum(recoveryStatuses),
  paused_because: Type.Union([PauseReason, Type.Null()]),
  total: Type.Integer({ description: 'The number of deliveries at the time of the request.' }),
  per_second: Type.Number(),
  created_at: Timestamp,
};

/** A recovery, as the answer to a write. */
export const Recovery = named('ChangedRecovery', {
  ...shared,
  statuses: Type.Array(Type.Enum(recoverableStatuses)),
  replayed: Type.Integer(),
  passed_over: Type.Integer({
    description: 'Deliveries that no longer needed a replay, or could not be replayed.',
  }),
});

export const RecoveryItem = Type.Object(
  { ...Recovery.properties, updated_at: Timestamp },
  { $id: 'Recovery' },
);

/** A cancellation, as the answer to a write. */
export const Cancellation = named('ChangedCancellation', {
  ...shared,
  reason: Type.Union([Type.String(), Type.Null()], {
    description: 'The reason that the request gave, in its own words.',
  }),
  cancelled: Type.Integer(),
  passed_over: Type.Integer({ description: 'Deliveries that had already ended.' }),
});

export const CancellationItem = Type.Object(
  { ...Cancellation.properties, updated_at: Timestamp },
  { $id: 'Cancellation' },
);

const selected = {
  destination_id: Type.Optional(Id),
  since: Type.Optional(LogPoint),
  until: Type.Optional(Time),
  kind: Type.Optional(WebhookKind),
  form_id: Type.Optional(Id),
};

const perSecond = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 }));

const Statuses = Type.Array(Type.Enum(recoverableStatuses), {
  minItems: 1,
  maxItems: recoverableStatuses.length,
  uniqueItems: true,
  description:
    'With `pending`, deliveries that wait for a later attempt are attempted now. By default: failed, exhausted and skipped deliveries.',
});

const anyStatus = recoverableStatuses.join('|');

export const RecoverableQuery = Type.Object(
  {
    ...selected,
    statuses: Type.Optional(
      Type.String({
        pattern: `^(${anyStatus})(,(${anyStatus}))*$`,
        description: 'The statuses to count, separated by commas.',
      }),
    ),
  },
  closed,
);

export const CancellableQuery = Type.Object(selected, closed);

export const NewRecovery = Type.Object(
  { ...selected, since: LogPoint, statuses: Type.Optional(Statuses), per_second: perSecond },
  { ...closed, $id: 'NewRecovery' },
);

/** The words of a person who cancels. */
export const CancelReasonText = Type.String({ minLength: 1, maxLength: 500 });

export const NewCancellation = namedClosed('NewCancellation', {
  ...selected,
  since: LogPoint,
  statuses: Type.Optional(
    Type.Array(Type.Enum(['pending']), {
      minItems: 1,
      maxItems: 1,
      description: 'Only waiting deliveries can be cancelled.',
    }),
  ),
  reason: Type.Optional(CancelReasonText),
  per_second: perSecond,
});

export const RecoveriesQuery = Type.Object(
  { ...PageQuery.properties, status: Type.Optional(Type.Enum(recoveryStatuses)), ...ofCopy },
  closed,
);

const Count = Type.Integer({ minimum: 0 });

export const RecoverableDeliveries = Type.Object(
  {
    total: Type.Integer({ minimum: 0, description: 'The number of matching deliveries.' }),
    failed: Type.Optional(Count),
    exhausted: Type.Optional(Count),
    skipped: Type.Optional(Count),
    pending: Type.Optional(Count),
  },
  {
    $id: 'RecoverableDeliveries',
    description: 'The number of deliveries, in all and for each requested status.',
  },
);
