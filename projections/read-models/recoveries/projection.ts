import type { RecoverableStatus } from '../../../domain/delivery/decider.ts';
import type { WebhookKind } from '../../../domain/destination/events.ts';
import { type RecoveryStatus, recoveryStatuses } from '../../../domain/recovery/decider.ts';
import { type PauseReason, type RecoveryAction, recoveryActions } from '../../../domain/recovery/events.ts';
import { idAfter, type Projection } from '../../projection.ts';

export type RecoveryDocument = Readonly<{
  account_id: string;
  action: RecoveryAction;
  /** The words of the person who requested a cancellation. */
  note: string | null;
  /** Null for every enabled destination of the account. */
  destination_id: string | null;
  since: string | null;
  since_position: string | null;
  until: string;
  kind: WebhookKind | null;
  form_id: string | null;
  statuses: readonly RecoverableStatus[];
  status: RecoveryStatus;
  paused_because: PauseReason | null;
  /** The number of matching deliveries at the time of the request. */
  total: number;
  /** The number of deliveries that were replayed, or cancelled. */
  replayed: number;
  passed_over: number;
  per_second: number;
  created_at: string;
  updated_at: string;
  /** Whether a batch was started whose outcome is not recorded yet. */
  is_sending: boolean;
  /** Whether the recovery needs further work: while it runs, or while its last batch is in progress. */
  is_unfinished: boolean;
}>;

const changed = (
  doc: RecoveryDocument | null,
  updated_at: string,
  change: Partial<RecoveryDocument>,
): RecoveryDocument | null => {
  if (!doc) return null;
  const next = { ...doc, ...change, updated_at };
  return { ...next, is_unfinished: next.status === 'running' || next.is_sending };
};

const become = (
  doc: RecoveryDocument | null,
  status: RecoveryStatus,
  at: string,
  paused_because: PauseReason | null = null,
): RecoveryDocument | null => changed(doc, at, { status, paused_because });

/** Each recovery with its progress. */
export const recoveries: Projection<RecoveryDocument> = {
  name: 'recoveries',
  version: 4,
  streamPrefixes: ['recovery-'],
  indexes: [
    // A list of all actions and statuses merges one index range for each.
    { keys: { account_id: 1, action: 1, status: 1, created_at: -1, _id: -1 } },
    // Unfinished recoveries.
    { keys: { is_unfinished: 1, created_at: 1, _id: 1 } },
  ],
  accountListing: { at: 'created_at', each: { action: recoveryActions, status: recoveryStatuses } },
  keyOfStream: (stream) => idAfter('recovery-', stream),
  key: ({ stream }) => idAfter('recovery-', stream),
  on: {
    RecoveryRequested: (_, { event }) => {
      const { accountId, action, note = null, selection, total, perSecond, at } = event.data;
      return {
        account_id: accountId,
        action,
        note,
        destination_id: selection.destinationId,
        since: selection.since,
        since_position: selection.sincePosition,
        until: selection.until,
        kind: selection.kind,
        form_id: selection.formId,
        statuses: selection.statuses,
        status: 'running',
        paused_because: null,
        total,
        replayed: 0,
        passed_over: 0,
        per_second: perSecond,
        created_at: at,
        updated_at: at,
        is_sending: false,
        is_unfinished: true,
      };
    },
    RecoveryBatchTaken: (doc, { event }) => changed(doc, event.data.at, { is_sending: true }),
    RecoveryProgressed: (doc, { event: { data } }) =>
      doc &&
      changed(doc, data.at, {
        replayed: doc.replayed + data.replayed,
        passed_over: doc.passed_over + data.passedOver,
        is_sending: false,
      }),
    RecoveryPaused: (doc, { event: { data } }) => become(doc, 'paused', data.at, data.reason),
    RecoveryResumed: (doc, { event }) => become(doc, 'running', event.data.at),
    RecoveryCancelled: (doc, { event }) => become(doc, 'cancelled', event.data.at),
    RecoveryCompleted: (doc, { event }) => become(doc, 'completed', event.data.at),
  },
};
