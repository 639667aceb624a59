import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import type { AttemptOutcome, CancelReason, DeliveryEvent, RecordedRequest } from './events.ts';
import { judge, nextAttempt, type RetrySchedule } from './retry-schedule.ts';
import {
  type DeliveryState,
  type DeliveryStatus,
  evolve,
  type ExistingDelivery,
  type PlannedDelivery,
  stateOfPlan,
} from './state.ts';
import { recordedPlanOf } from './subject.ts';

/** A command, with the plan of the delivery for a delivery that has no events yet. */
export type DeliveryCommand = Act & { readonly planned?: PlannedDelivery | null };

type Act =
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

function decide(command: DeliveryCommand, state: DeliveryState) {
  if (state.exists) return decideOn(command, state);
  const { planned } = command;
  if (!planned) return err({ code: 'not_found' } as const);
  const decided = decideOn(command, stateOfPlan(planned));
  return decided.ok
    ? ok(decided.value.map((event, index) => (index === 0 ? withPlan(event, planned) : event)))
    : decided;
}

/** The first event of a delivery holds the plan, from which all others go on. */
function withPlan(event: DeliveryEvent, { subject }: PlannedDelivery): DeliveryEvent {
  const planned = recordedPlanOf(subject);
  switch (event.type) {
    case 'DeliverySkipped':
      return { ...event, data: { ...event.data, planned } };
    case 'DeliveryAttempted':
      return { ...event, data: { ...event.data, planned } };
    case 'DeliveryCancelled':
      return { ...event, data: { ...event.data, planned } };
    case 'DeliveryReplayRequested':
      return { ...event, data: { ...event.data, planned } };
    default:
      return event;
  }
}

function decideOn(command: DeliveryCommand, state: ExistingDelivery) {
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

/** A delivery: one event to one destination, with all its attempts. */
export const delivery: Decider<DeliveryState, DeliveryCommand, DeliveryEvent, DomainError> = {
  initial: { exists: false },
  decide,
  evolve,
  isOver: (state) => state.exists && state.status !== 'pending',
};
