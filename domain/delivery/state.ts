import type { DeliveryEvent } from './events.ts';
import { type DeliverySubject, subjectOf } from './subject.ts';

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

/** A delivery that follows from its source event. */
export interface PlannedDelivery {
  readonly subject: DeliverySubject;
  readonly isSkipped: boolean;
}

/** Returns the state of a delivery before its first event. */
export const stateOfPlan = ({ subject, isSkipped }: PlannedDelivery): ExistingDelivery => ({
  ...begun(subject, subject.at),
  ...(isSkipped && { status: 'skipped', dueAt: null, mayBeInProgress: false }),
});

const begun = (subject: DeliverySubject, dueAt: string): ExistingDelivery => ({
  exists: true,
  subject,
  status: 'pending',
  attempts: 0,
  round: 0,
  dueAt,
  mayBeInProgress: true,
  recoveries: [],
});

/** Applies an event to a delivery. */
export function evolve(before: DeliveryState, event: DeliveryEvent): DeliveryState {
  if (event.type === 'DeliveryScheduled') {
    const { dueAt, ...subject } = event.data;
    return begun(subject, dueAt);
  }
  const state = before.exists ? before : begunBy(event);
  if (!state) return before;
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

/** Returns the state in which the first event of a delivery finds it; null for an event without a plan. */
function begunBy({ data }: DeliveryEvent): ExistingDelivery | null {
  if (!('planned' in data)) return null;
  const subject = subjectOf(data.planned);
  return begun(subject, subject.at);
}

const withRecovery = (known: readonly string[], id: string | undefined): readonly string[] =>
  id === undefined ? known : [...known, id];
