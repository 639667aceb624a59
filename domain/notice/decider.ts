import type { Decider } from '../decider.ts';
import { nextAttempt, type RetrySchedule } from '../delivery/retry-schedule.ts';
import { ok } from '../result.ts';
import type { NoticeCancelReason, NoticeEvent, NoticeOutcome } from './events.ts';
import type { Channel } from './kinds.ts';
import { evolveNotice, type ExistingNotice, type NoticeState } from './state.ts';
import type { NoticeTrigger } from './trigger.ts';

/** A notice before it is planned. */
export interface PlannedNotice {
  readonly noticeId: string;
  readonly accountId: string;
  readonly personId: string;
  readonly channel: Channel;
  readonly trigger: NoticeTrigger;
  /** ISO 8601. */
  readonly occurredAt: string;
}

export type NoticeCommand =
  | { type: 'PlanNotice'; notice: PlannedNotice; at: string }
  /** Begins an attempt, unless one is under way. */
  | { type: 'BeginAttempt'; at: string }
  | {
      type: 'RecordAttempt';
      attempt: number;
      outcome: NoticeOutcome;
      schedule: RetrySchedule;
      /** The delay that the receiver requested, in milliseconds; 0 for none. */
      retryAfterMs: number;
      /** The random share of the jitter, from 0 up to 1. */
      random: number;
      at: string;
    }
  | { type: 'CancelNotice'; reason: NoticeCancelReason; at: string };

/**
 * So many attempts may end without a reply of a server that had the notice. Each of them may have arrived: after two, a notice
 * that is missing is more bearable than a third copy.
 */
const maxUnanswered = 2;

function decide(command: NoticeCommand, state: NoticeState) {
  if (command.type === 'PlanNotice') {
    const data = { ...command.notice, at: command.at };
    return ok<NoticeEvent[]>(state.exists ? [] : [{ type: 'NoticePlanned', data }]);
  }
  if (!state.exists || state.status !== 'pending') return ok([]);
  const { at } = command;
  switch (command.type) {
    case 'BeginAttempt': {
      const data = { attempt: state.attempts + 1, at };
      return ok<NoticeEvent[]>(state.openAttempt === null ? [{ type: 'NoticeAttemptBegun', data }] : []);
    }
    case 'RecordAttempt':
      return ok(record(command, state));
    case 'CancelNotice': {
      const data = { reason: command.reason, at };
      return ok<NoticeEvent[]>(state.openAttempt === null ? [{ type: 'NoticeCancelled', data }] : []);
    }
    default:
      return command satisfies never;
  }
}

function record(
  command: Extract<NoticeCommand, { type: 'RecordAttempt' }>,
  { openAttempt, unanswered }: ExistingNotice,
): NoticeEvent[] {
  const { attempt, outcome, at } = command;
  if (openAttempt !== attempt) return [];
  const nextAttemptAt = nextAfter(command, unanswered);
  return [{ type: 'NoticeAttempted', data: { attempt, outcome, nextAttemptAt, at } }];
}

function nextAfter(
  { attempt, outcome, schedule, retryAfterMs, random, at }: Extract<NoticeCommand, { type: 'RecordAttempt' }>,
  unanswered: number,
): string | null {
  switch (outcome.kind) {
    case 'sent':
    case 'refused':
      return null;
    case 'interrupted':
      // The process that ended is no sign of a receiver that fails: the next attempt need not wait.
      return attempt <= schedule.delaysMs.length ? at : null;
    case 'failed':
      if (outcome.mayHaveArrived && unanswered + 1 >= maxUnanswered) return null;
      return nextAttempt(schedule, attempt, at, retryAfterMs, random);
    default:
      return outcome satisfies never;
  }
}

/** A notice: planned once, and attempted until it is sent, given up or cancelled. */
export const notice: Decider<NoticeState, NoticeCommand, NoticeEvent, never> = {
  initial: { exists: false },
  decide,
  evolve: evolveNotice,
  isOver: (state) => state.exists && state.status !== 'pending',
};
