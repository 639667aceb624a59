import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import type {
  PauseReason,
  RecoveryAction,
  RecoveryEvent,
  RecoveryPlace,
  RecoverySelection,
} from './events.ts';

export type RecoveryCommand =
  | {
      type: 'RequestRecovery';
      recoveryId: string;
      accountId: string;
      action: RecoveryAction;
      note?: string;
      selection: RecoverySelection;
      total: number;
      perSecond: number;
      at: string;
    }
  /** Starts a batch: the next deliveries to replay. */
  | { type: 'TakeBatch'; batch: number; deliveryIds: readonly string[]; place: RecoveryPlace; at: string }
  /** Records the outcome of the batch in progress. */
  | { type: 'RecordProgress'; batch: number; replayed: number; passedOver: number; at: string }
  | { type: 'PauseRecovery'; reason: PauseReason; at: string }
  | { type: 'ResumeRecovery'; at: string }
  | { type: 'CancelRecovery'; at: string }
  /** No deliveries are left after `batch`. */
  | { type: 'CompleteRecovery'; batch: number; at: string };

export const recoveryStatuses = ['running', 'paused', 'cancelled', 'completed'] as const;
export type RecoveryStatus = (typeof recoveryStatuses)[number];

export type RecoveryState =
  | { readonly exists: false }
  | {
      readonly exists: true;
      readonly recoveryId: string;
      readonly accountId: string;
      readonly action: RecoveryAction;
      readonly note?: string;
      readonly selection: RecoverySelection;
      readonly total: number;
      readonly perSecond: number;
      readonly status: RecoveryStatus;
      readonly pausedBecause: PauseReason | null;
      /** The number of deliveries that were replayed, or cancelled. */
      readonly replayed: number;
      readonly passedOver: number;
      /** The number of the last batch; 0 before the first. */
      readonly batch: number;
      /** The deliveries of that batch until its outcome is recorded; null otherwise. */
      readonly inProgress: readonly string[] | null;
      readonly place: RecoveryPlace | null;
      readonly requestedAt: string;
      /** The number of events since the last summary. */
      readonly unsummarized: number;
    };

export type ExistingRecovery = Extract<RecoveryState, { exists: true }>;

function decide(command: RecoveryCommand, state: RecoveryState) {
  if (command.type === 'RequestRecovery') {
    if (state.exists) return err({ code: 'already_exists' } as const);
    const { type: _, ...data } = command;
    return ok<RecoveryEvent[]>([{ type: 'RecoveryRequested', data }]);
  }
  if (!state.exists) return err({ code: 'not_found' } as const);
  const { at } = command;
  switch (command.type) {
    case 'TakeBatch':
    case 'RecordProgress':
    case 'CompleteRecovery':
      return advance(command, state);
    case 'PauseRecovery':
      if (state.status === 'paused') return ok([]);
      if (state.status !== 'running') return ended(state, 'paused');
      return ok<RecoveryEvent[]>([{ type: 'RecoveryPaused', data: { reason: command.reason, at } }]);
    case 'ResumeRecovery':
      if (state.status === 'running') return ok([]);
      if (state.status !== 'paused') return ended(state, 'running');
      return ok<RecoveryEvent[]>([{ type: 'RecoveryResumed', data: { at } }]);
    case 'CancelRecovery':
      if (state.status === 'cancelled') return ok([]);
      if (state.status === 'completed') return ended(state, 'cancelled');
      return ok<RecoveryEvent[]>([{ type: 'RecoveryCancelled', data: { at } }]);
    default:
      return command satisfies never;
  }
}

const ended = ({ status: from }: ExistingRecovery, to: RecoveryStatus) =>
  err({ code: 'invalid_transition', from, to } as const);

/** A batch has two events, so the newest 200 events contain a summary. */
const summarizedEvery = 100;

/**
 * Returns the state as an event at intervals, before a batch: a process that takes over reads no further
 * back.
 */
function summaryOf(state: ExistingRecovery, at: string): RecoveryEvent[] {
  if (state.unsummarized < summarizedEvery) return [];
  const { recoveryId, accountId, action, note, selection, total, perSecond, requestedAt } = state;
  const { replayed, passedOver, batch, place } = state;
  const given = note === undefined ? {} : { note };
  const data = { recoveryId, accountId, action, ...given, selection, total, perSecond, requestedAt };
  return [{ type: 'RecoverySummarized', data: { ...data, replayed, passedOver, batch, place, at } }];
}

/**
 * Decides the steps of the process that runs the recovery. The batch's number refuses a process that was
 * superseded.
 */
function advance(
  command: Extract<RecoveryCommand, { type: 'TakeBatch' | 'RecordProgress' | 'CompleteRecovery' }>,
  state: ExistingRecovery,
) {
  const { status, batch, inProgress } = state;
  const stale = err({
    code: 'stale',
    message: `${command.type} ${command.batch} of a ${status} recovery at ${batch}`,
  } as const);
  const { at } = command;
  if (command.type === 'RecordProgress') {
    // A batch is completed even if the recovery was paused or cancelled meanwhile, because its deliveries are
    // being sent.
    if (command.batch !== batch || inProgress === null) return stale;
    const { replayed, passedOver } = command;
    return ok<RecoveryEvent[]>([{ type: 'RecoveryProgressed', data: { batch, replayed, passedOver, at } }]);
  }
  if (status !== 'running' || inProgress !== null) return stale;
  if (command.type === 'CompleteRecovery')
    return command.batch === batch
      ? ok<RecoveryEvent[]>([{ type: 'RecoveryCompleted', data: { at } }])
      : stale;
  if (command.batch !== batch + 1) return stale;
  const { deliveryIds, place } = command;
  return ok<RecoveryEvent[]>([
    ...summaryOf(state, at),
    { type: 'RecoveryBatchTaken', data: { batch: command.batch, deliveryIds: [...deliveryIds], place, at } },
  ]);
}

/** A recovery without a batch in progress. */
const running = { status: 'running', pausedBecause: null, inProgress: null } as const;

function evolve(before: RecoveryState, event: RecoveryEvent): RecoveryState {
  if (event.type === 'RecoverySummarized') {
    const { at: _, ...data } = event.data;
    return { exists: true, ...data, ...running, unsummarized: 0 };
  }
  if (event.type === 'RecoveryRequested') {
    const { at: requestedAt, ...data } = event.data;
    const progress = { replayed: 0, passedOver: 0, batch: 0, place: null };
    return { exists: true, ...data, requestedAt, ...running, ...progress, unsummarized: 1 };
  }
  if (!before.exists) return before;
  const state = { ...before, unsummarized: before.unsummarized + 1 };
  switch (event.type) {
    case 'RecoveryBatchTaken': {
      const { batch, deliveryIds: inProgress, place } = event.data;
      return { ...state, batch, inProgress, place };
    }
    case 'RecoveryProgressed':
      return {
        ...state,
        replayed: state.replayed + event.data.replayed,
        passedOver: state.passedOver + event.data.passedOver,
        inProgress: null,
      };
    case 'RecoveryPaused':
      return { ...state, status: 'paused', pausedBecause: event.data.reason };
    case 'RecoveryResumed':
      return { ...state, status: 'running', pausedBecause: null };
    case 'RecoveryCancelled':
      return { ...state, status: 'cancelled', pausedBecause: null };
    case 'RecoveryCompleted':
      return { ...state, status: 'completed' };
    default:
      return event satisfies never;
  }
}

/**
 * A recovery: the replay of undelivered deliveries, or the cancellation of waiting ones, in batches. A batch is
 * recorded before and after its deliveries are changed, so that another process can repeat the batch in progress; each
 * delivery refuses a second change by the same recovery.
 */
export const recovery: Decider<RecoveryState, RecoveryCommand, RecoveryEvent, DomainError> = {
  initial: { exists: false },
  decide,
  evolve,
  isSummary: ({ type }) => type === 'RecoverySummarized',
};
