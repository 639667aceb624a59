import type { Static } from 'typebox';
import type { ExistingRecovery } from '../../domain/recovery/decider.ts';
import type { RecoveryView } from '../../projections/read-models/recoveries/queries.ts';
import type {
  Cancellation,
  CancellationItem,
  Recovery,
  RecoveryItem,
} from '../contract/webhooks/recovery-schemas.ts';

const sharedOf = (state: ExistingRecovery) => ({
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
  passed_over: state.passedOver,
  per_second: state.perSecond,
  created_at: state.requestedAt,
});

export const fromState = (state: ExistingRecovery): Static<typeof Recovery> => ({
  ...sharedOf(state),
  statuses: [...state.selection.statuses],
  replayed: state.replayed,
});

export const cancellationFromState = (state: ExistingRecovery): Static<typeof Cancellation> => ({
  ...sharedOf(state),
  reason: state.note ?? null,
  cancelled: state.replayed,
});

export const fromView = ({
  is_sending: _sending,
  is_unfinished: _unfinished,
  action: _action,
  note: _note,
  statuses,
  ...view
}: RecoveryView): Static<typeof RecoveryItem> => ({ ...view, statuses: [...statuses] });

export const cancellationFromView = ({
  is_sending: _sending,
  is_unfinished: _unfinished,
  action: _action,
  statuses: _statuses,
  replayed: cancelled,
  note: reason,
  ...view
}: RecoveryView): Static<typeof CancellationItem> => ({ ...view, reason, cancelled });
