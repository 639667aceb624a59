import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import type { PauseReason, RecoveryEvent, RecoveryPlace, RecoverySelection } from './events.ts';

export type RecoveryCommand =
  | {
      type: 'RequestRecovery';
      recoveryId: string;
      accountId: string;
      selection: RecoverySelection;
      total: number;
      perSecond: number;
      at: string;
    }
  /** The deliveries that are sent again next. */
  | { type: 'TakeBatch'; batch: number; deliveryIds: readonly string[]; place: RecoveryPlace; at: string }
  /** What came of a batch that was taken. */
  | { type: 'RecordProgress'; batch: number; replayed: number; passedOver: number; at: string }
  | { type: 'PauseRecovery'; reason: PauseReason; at: string }
  | { type: 'ResumeRecovery'; at: string }
  | { type: 'CancelRecovery'; at: string }
  /** There is nothing left to take after `batch`. */
  | { type: 'CompleteRecovery'; batch: number; at: string };

export const recoveryStatuses = ['running', 'paused', 'cancelled', 'completed'] as const;
export type RecoveryStatus = (typeof recoveryStatuses)[number];

export type RecoveryState =
  | { readonly exists: false }
  | {
      readonly exists: true;
      readonly recoveryId: string;
      readonly accountId: string;
      readonly selection: RecoverySelection;
      readonly total: number;
      readonly perSecond: number;
      readonly status: RecoveryStatus;
      readonly pausedBecause: PauseReason | null;
      readonly replayed: number;
      readonly passedOver: number;
      /** The number of the batch taken last; 0 before the first. */
      readonly batch: number;
      /** The deliveries of that batch, until it is known what came of them. */
      readonly underWay: readonly string[] | null;
      readonly place: RecoveryPlace | null;
      readonly requestedAt: string;
      /** How many events have come since the stream was last summarized. */
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

/** Two events are a batch, so that the newest 200 hold a summary. */
const summarizedEvery = 100;

/** Before a batch, now and then, the state as an event: a process that takes over reads no further back. */
function summaryOf(state: ExistingRecovery, at: string): RecoveryEvent[] {
  if (state.unsummarized < summarizedEvery) return [];
  const { recoveryId, accountId, selection, total, perSecond, requestedAt } = state;
  const { replayed, passedOver, batch, place } = state;
  const data = { recoveryId, accountId, selection, total, perSecond, requestedAt };
  return [{ type: 'RecoverySummarized', data: { ...data, replayed, passedOver, batch, place, at } }];
}

/** The steps of whoever carries it out. The batch's number refuses one who has been superseded. */
function advance(
  command: Extract<RecoveryCommand, { type: 'TakeBatch' | 'RecordProgress' | 'CompleteRecovery' }>,
  state: ExistingRecovery,
) {
  const { status, batch, underWay } = state;
  const stale = err({
    code: 'stale',
    message: `${command.type} ${command.batch} of a ${status} recovery at ${batch}`,
  } as const);
  const { at } = command;
  if (command.type === 'RecordProgress') {
    // Batches are finished even when it was paused or cancelled meanwhile: they are being sent.
    if (command.batch !== batch || underWay === null) return stale;
    const { replayed, passedOver } = command;
    return ok<RecoveryEvent[]>([{ type: 'RecoveryProgressed', data: { batch, replayed, passedOver, at } }]);
  }
  if (status !== 'running' || underWay !== null) return stale;
  if (command.type === 'CompleteRecovery')
    return command.batch === batch
      ? ok<RecoveryEvent[]>([{ type: 'RecoveryCompleted', data: { at } }])
      : stale;
  if (command.batch !== batch + 1) return stale;
  const { deliveryIds, place } = command;
  return ok<RecoveryEvent[]>([
    ...summaryOf(state, at),
    {
      type: 'RecoveryBatchTaken',
      data: { batch: command.batch, deliveryIds: [...deliveryIds], place, at },
    },
  ]);
}

function evolve(before: RecoveryState, event: RecoveryEvent): RecoveryState {
  if (event.type === 'RecoverySummarized') {
    const { at: _, ...data } = event.data;
    const present = { status: 'running', pausedBecause: null, underWay: null, unsummarized: 0 } as const;
    return { exists: true, ...data, ...present };
  }
  if (event.type === 'RecoveryRequested') {
    const { at: requestedAt, ...data } = event.data;
    return {
      ...{ exists: true, ...data, requestedAt },
      ...{ status: 'running', pausedBecause: null, replayed: 0, passedOver: 0 },
      ...{ batch: 0, underWay: null, place: null, unsummarized: 1 },
    };
  }
  if (!before.exists) return before;
  const state = { ...before, unsummarized: before.unsummarized + 1 };
  switch (event.type) {
    case 'RecoveryBatchTaken': {
      const { batch, deliveryIds: underWay, place } = event.data;
      return { ...state, batch, underWay, place };
    }
    case 'RecoveryProgressed':
      return {
        ...state,
        replayed: state.replayed + event.data.replayed,
        passedOver: state.passedOver + event.data.passedOver,
        underWay: null,
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
 * A recovery: deliveries that did not arrive, sent again in batches. A batch is recorded before it is sent and
 * once it was, so that a new hand repeats the one that is open, and each delivery refuses a second replay by the
 * same recovery.
 */
export const recovery: Decider<RecoveryState, RecoveryCommand, RecoveryEvent, DomainError> = {
  initial: { exists: false },
  decide,
  evolve,
  isSummary: ({ type }) => type === 'RecoverySummarized',
};
