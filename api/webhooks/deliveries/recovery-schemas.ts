import Type, { type Static } from 'typebox';
import { WebhookKind } from '../../../domain/destination/events.ts';
import { recoveryStatuses, type ExistingRecovery } from '../../../domain/recovery/decider.ts';
import { PauseReason, type RecoverySelection } from '../../../domain/recovery/events.ts';
import type { RecoveryView } from '../../../projections/read-models/recoveries/queries.ts';
import { invalidRequest } from '../../errors/errors.ts';
import { closed, Id, PageQuery, Timestamp, Timestamp as Time } from '../../requests/schemas.ts';
import { ofCopy } from '../../requests/copies.ts';
import { LogPoint, logPointOf } from '../../admin/history/log-points.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

/** A recovery, as the answer to a write. */
export const Recovery = Type.Object({
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
  total: Type.Integer({ description: 'The number of deliveries when the recovery was requested.' }),
  replayed: Type.Integer(),
  passed_over: Type.Integer({
    description: 'Deliveries that no longer needed a replay, or could not be replayed.',
  }),
  per_second: Type.Number(),
  created_at: Timestamp,
});
export const RecoveryItem = Type.Object({ ...Recovery.properties, updated_at: Timestamp });

const selected = {
  destination_id: Type.Optional(Id),
  since: Type.Optional(LogPoint),
  until: Type.Optional(Time),
  kind: Type.Optional(WebhookKind),
  form_id: Type.Optional(Id),
};
type Selected = Static<Type.TObject<typeof selected>>;

export const RecoverableQuery = Type.Object(selected, closed);
export const NewRecovery = Type.Object(
  { ...selected, since: LogPoint, per_second: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })) },
  closed,
);
export const RecoveriesQuery = Type.Object(
  { ...PageQuery.properties, status: Type.Optional(Type.Enum(recoveryStatuses)), ...ofCopy },
  closed,
);

const Count = Type.Integer({ minimum: 0 });
export const Found = Type.Object({
  total: Type.Integer({ minimum: 0, description: 'The number of deliveries that would be sent again.' }),
  failed: Count,
  exhausted: Count,
  skipped: Count,
});

/** The selection of a request; without `since` it begins with the log. @throws ApiError for an invalid date */
export function selectionOf(
  { destination_id, since, until, kind, form_id }: Selected,
  now: Date,
  part: 'body' | 'query',
): RecoverySelection {
  const from = since === undefined ? null : logPointOf(since, 'since', part);
  const begin = from && 'time' in from ? from.time : null;
  const end = until === undefined ? now : new Date(until);
  if (begin && begin >= end)
    throw invalidRequest(
      'The range from since to until is empty.',
      [{ path: '/since', code: 'out_of_range', message: 'Must be before until and in the past.' }],
      part,
    );
  return {
    destinationId: destination_id ?? null,
    since: begin && begin.toISOString(),
    sincePosition: from && 'position' in from ? String(from.position) : null,
    // A recovery covers only deliveries that exist when it is requested.
    until: (end < now ? end : now).toISOString(),
    kind: kind ?? null,
    formId: form_id ?? null,
  };
}

export const fromState = (state: ExistingRecovery): Static<typeof Recovery> => ({
  id: state.recoveryId,
  account_id: state.accountId,
  destination_id: state.selection.destinationId,
  since: state.selection.since,
  since_position: state.selection.sincePosition,
  until: state.selection.until,
  kind: state.selection.kind,
  form_id: state.selection.formId,
  status: state.status,
  paused_because: state.pausedBecause,
  total: state.total,
  replayed: state.replayed,
  passed_over: state.passedOver,
  per_second: state.perSecond,
  created_at: state.requestedAt,
});

export const fromView = ({
  is_sending: _sending,
  is_unfinished: _unfinished,
  ...view
}: RecoveryView): Static<typeof RecoveryItem> => view;
