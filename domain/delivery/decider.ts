import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import type {
  AttemptOutcome,
  CancelReason,
  DeliveryEvent,
  DeliverySubject,
  RecordedRequest,
} from './events.ts';
import { judge, nextAttempt, type RetrySchedule } from './retry-schedule.ts';

export type DeliveryCommand =
  | { type: 'ScheduleDelivery'; subject: DeliverySubject; dueAt: string }
  /** The destination is disabled, so the delivery is not attempted. */
  | { type: 'SkipDelivery'; at: string }
  | {
      type: 'RecordAttempt';
      attempt: number;
      startedAt: string;
      durationMs: number;
      outcome: AttemptOutcome;
      schedule: RetrySchedule;
      /** The delay that the receiver requested; null if it requested none. */
      retryAfterMs: number | null;
      /** The random share of the jitter, from 0 up to 1. */
      random: number;
      request?: RecordedRequest;
      at: string;
    }
  /** `requested` by a person, or by the cancellation of a backlog. */
  | { type: 'CancelDelivery'; reason: CancelReason; note?: string; recoveryId?: string; at: string }
  /** Replayed by an operator, or by a recovery, which replays a delivery only once and only from its statuses. */
  | { type: 'ReplayDelivery'; recovery?: ReplayingRecovery; at: string };

export interface ReplayingRecovery {
  readonly id: string;
  /** The statuses from which it replays a delivery. */
  readonly statuses: readonly RecoverableStatus[];
}

export const deliveryStatuses = [
  'pending',
  'succeeded',
  'exhausted',
  'failed',
  'skipped',
  'cancelled',
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export type DeliveryState =
  | { readonly exists: false }
  | {
      readonly exists: true;
      readonly subject: DeliverySubject;
      readonly status: DeliveryStatus;
      /** The number of all attempts. */
      readonly attempts: number;
      /** The number of attempts since the last replay, which the schedule counts. */
      readonly round: number;
      readonly dueAt: string | null;
      /** Whether the next attempt may be in progress; after an end, only one that was in progress before. */
      readonly mayBeInProgress: boolean;
      /** The recoveries that have replayed it, and the cancellation of a backlog that has cancelled it. */
      readonly recoveries: readonly string[];
    };

export type ExistingDelivery = Extract<DeliveryState, { exists: true }>;

function decide(command: DeliveryCommand, state: DeliveryState) {
  if (command.type === 'ScheduleDelivery') {
    if (state.exists) return ok([]);
    const data = { ...command.subject, dueAt: command.dueAt };
    return ok<DeliveryEvent[]>([{ type: 'DeliveryScheduled', data }]);
  }
  if (!state.exists) return err({ code: 'not_found' } as const);
  const { at } = command;
  switch (command.type) {
    case 'RecordAttempt':
      return recordAttempt(command, state);
    case 'SkipDelivery':
      if (state.status !== 'pending') return ok([]);
      return ok<DeliveryEvent[]>([{ type: 'DeliverySkipped', data: { reason: 'destination_disabled', at } }]);
    case 'CancelDelivery':
      return cancel(command, state);
    case 'ReplayDelivery':
      return replay(command, state);
    default:
      return command satisfies never;
  }
}

/** The statuses that a recovery may replay: those without success that may still succeed. */
export const recoverableStatuses = [
  'failed',
  'exhausted',
  'skipped',
  'pending',
] as const satisfies DeliveryStatus[];
export type RecoverableStatus = (typeof recoverableStatuses)[number];

/** The final ones of them, which a recovery replays unless it names others. */
export const undeliveredStatuses = ['failed', 'exhausted', 'skipped'] as const satisfies RecoverableStatus[];

/** A replay makes a waiting delivery due at once. A recovery replays each delivery once. */
function replay(
  { recovery, at }: Extract<DeliveryCommand, { type: 'ReplayDelivery' }>,
  { status, dueAt, recoveries }: ExistingDelivery,
) {
  // A removed destination or an erased answer does not return, and a person may rely on what was cancelled.
  if (status === 'cancelled')
    return err({ code: 'invalid_transition', from: 'cancelled', to: 'pending' } as const);
  const isDue = status === 'pending' && (dueAt === null || dueAt <= at);
  const isTaken =
    !recovery || (recovery.statuses.some((taken) => taken === status) && !recoveries.includes(recovery.id));
  if (isDue || !isTaken) return ok([]);
  const data = { dueAt: at, ...(recovery && { recoveryId: recovery.id }), at };
  return ok<DeliveryEvent[]>([{ type: 'DeliveryReplayRequested', data }]);
}

/** Only a person who names an ended delivery is refused; others have no need to know that it had ended. */
function cancel(
  { reason, note, recoveryId, at }: Extract<DeliveryCommand, { type: 'CancelDelivery' }>,
  { status }: ExistingDelivery,
) {
  if (status !== 'pending')
    return status === 'cancelled' || reason !== 'requested' || recoveryId !== undefined
      ? ok([])
      : err({ code: 'invalid_transition', from: status, to: 'cancelled' } as const);
  const given = { ...(note !== undefined && { note }), ...(recoveryId !== undefined && { recoveryId }) };
  return ok<DeliveryEvent[]>([{ type: 'DeliveryCancelled', data: { reason, ...given, at } }]);
}

/** An attempt in progress when its delivery was skipped or cancelled is still recorded, because it reached the receiver. */
function recordAttempt(
  command: Extract<DeliveryCommand, { type: 'RecordAttempt' }>,
  state: ExistingDelivery,
) {
  const { attempt, startedAt, durationMs, outcome, schedule, retryAfterMs, random, request, at } = command;
  if (!state.mayBeInProgress || attempt !== state.attempts + 1)
    return err({ code: 'stale', message: `attempt ${attempt} of a ${state.status} delivery` } as const);
  const { destinationId, kind } = state.subject;
  // The operator who requests a test checks its outcome at once, so a test is not repeated hours later.
  const isRepeated = kind !== 'ping';
  const verdict = judge(outcome, retryAfterMs !== null);
  const isPending = state.status === 'pending';
  const nextAttemptAt =
    isPending && isRepeated && verdict === 'retry'
      ? nextAttempt(schedule, state.round + 1, at, retryAfterMs ?? 0, random)
      : null;
  const attempted: DeliveryEvent = {
    type: 'DeliveryAttempted',
    data: {
      destinationId,
      attempt,
      startedAt,
      durationMs,
      outcome,
      nextAttemptAt,
      ...(verdict === 'succeeded' && { succeeded: true }),
      ...(request && { request }),
      at,
    },
  };
  if (verdict === 'succeeded' || !isPending || nextAttemptAt !== null)
    return ok<DeliveryEvent[]>([attempted]);
  const reason = verdict !== 'retry' ? verdict : isRepeated ? 'attempt_limit' : 'not_repeated';
  const exhausted: DeliveryEvent = {
    type: 'DeliveryExhausted',
    data: { destinationId, attempt, reason, at },
  };
  return ok<DeliveryEvent[]>([attempted, exhausted]);
}

function evolve(state: DeliveryState, event: DeliveryEvent): DeliveryState {
  if (event.type === 'DeliveryScheduled') {
    const { dueAt, ...subject } = event.data;
    const fresh = { attempts: 0, round: 0, mayBeInProgress: true, recoveries: [] };
    return { exists: true, subject, status: 'pending', dueAt, ...fresh };
  }
  if (!state.exists) return state;
  switch (event.type) {
    case 'DeliverySkipped':
      return { ...state, status: 'skipped', dueAt: null };
    case 'DeliveryAttempted': {
      const { attempt, nextAttemptAt, succeeded } = event.data;
      const status = succeeded ? 'succeeded' : state.status;
      const mayBeInProgress = nextAttemptAt !== null;
      const round = state.round + 1;
      return { ...state, status, attempts: attempt, round, dueAt: nextAttemptAt, mayBeInProgress };
    }
    case 'DeliverySucceeded':
      return { ...state, status: 'succeeded', dueAt: null, mayBeInProgress: false };
    case 'DeliveryExhausted': {
      const status = event.data.reason === 'attempt_limit' ? 'exhausted' : 'failed';
      return { ...state, status, dueAt: null, mayBeInProgress: false };
    }
    case 'DeliveryCancelled':
      return {
        ...state,
        status: 'cancelled',
        dueAt: null,
        recoveries: withRecovery(state.recoveries, event.data.recoveryId),
      };
    case 'DeliveryReplayRequested':
      return {
        ...state,
        status: 'pending',
        round: 0,
        dueAt: event.data.dueAt,
        mayBeInProgress: true,
        recoveries: withRecovery(state.recoveries, event.data.recoveryId),
      };
    default:
      return event satisfies never;
  }
}

const withRecovery = (known: readonly string[], id: string | undefined): readonly string[] =>
  id === undefined ? known : [...known, id];

/** A delivery: one event to one destination, with all its attempts. */
export const delivery: Decider<DeliveryState, DeliveryCommand, DeliveryEvent, DomainError> = {
  initial: { exists: false },
  decide,
  evolve,
  isOver: (state) => state.exists && state.status !== 'pending',
};
