import type { NoticeCancelReason, NoticeEvent, NoticeOutcome } from './events.ts';
import type { Channel } from './kinds.ts';
import type { AccountTrigger, NoticeTrigger } from './trigger.ts';

/** `unconfirmed`: given up after attempts without a reply, so that it may have arrived. */
export const noticeStatuses = ['pending', 'sent', 'failed', 'unconfirmed', 'cancelled'] as const;
export type NoticeStatus = (typeof noticeStatuses)[number];

export interface ExistingNotice {
  readonly exists: true;
  readonly noticeId: string;
  readonly accountId: string;
  readonly personId: string;
  readonly channel: Channel;
  readonly trigger: NoticeTrigger;
  /** ISO 8601, as `dueAt`. */
  readonly occurredAt: string;
  readonly status: NoticeStatus;
  /** The number of the attempt that has begun and has no outcome; null for none. */
  readonly openAttempt: number | null;
  /** The attempts with an outcome. */
  readonly attempts: number;
  /** The attempts after which the server, which had the notice, did not reply. */
  readonly unanswered: number;
  /** When the next attempt is due; null if none follows. */
  readonly dueAt: string | null;
  readonly cancelledBecause: NoticeCancelReason | null;
}

/** A notice of what happened in an account. */
export type AccountNotice = ExistingNotice & { readonly trigger: AccountTrigger };

export type NoticeState = { readonly exists: false } | ExistingNotice;

/** Returns the status of a notice after an attempt. */
export function statusAfter(outcome: NoticeOutcome, nextAttemptAt: string | null): NoticeStatus {
  if (outcome.kind === 'sent') return 'sent';
  if (nextAttemptAt !== null) return 'pending';
  const mayHaveArrived =
    outcome.kind === 'interrupted' || (outcome.kind === 'failed' && outcome.mayHaveArrived);
  return mayHaveArrived ? 'unconfirmed' : 'failed';
}

/** Applies an event to a notice. */
export function evolveNotice(state: NoticeState, event: NoticeEvent): NoticeState {
  if (event.type === 'NoticePlanned') {
    const { at: dueAt, ...plan } = event.data;
    return {
      exists: true,
      ...plan,
      status: 'pending',
      openAttempt: null,
      attempts: 0,
      unanswered: 0,
      dueAt,
      cancelledBecause: null,
    };
  }
  if (!state.exists) return state;
  switch (event.type) {
    case 'NoticeAttemptBegun':
      return { ...state, openAttempt: event.data.attempt };
    case 'NoticeAttempted': {
      const { attempt, outcome, nextAttemptAt: dueAt } = event.data;
      const isUnanswered = outcome.kind === 'failed' && outcome.mayHaveArrived;
      return {
        ...state,
        status: statusAfter(outcome, dueAt),
        openAttempt: null,
        attempts: attempt,
        unanswered: state.unanswered + (isUnanswered ? 1 : 0),
        dueAt,
      };
    }
    case 'NoticeCancelled':
      return { ...state, status: 'cancelled', dueAt: null, cancelledBecause: event.data.reason };
    default:
      return event satisfies never;
  }
}
