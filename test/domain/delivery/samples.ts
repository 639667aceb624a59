import { fold } from '../../../domain/decider.ts';
import { delivery, type DeliveryCommand } from '../../../domain/delivery/decider.ts';
import type { AttemptOutcome, DeliveryEvent } from '../../../domain/delivery/events.ts';
import { defaultRetrySchedule } from '../../../domain/delivery/retry-schedule.ts';
import type { DeliverySubject } from '../../../domain/delivery/subject.ts';

export const at = '2026-03-01T12:00:00.000Z';
export const minute = 60_000;

export const subject: DeliverySubject = {
  deliveryId: 'dl1',
  accountId: 'acc',
  destinationId: 'd1',
  kind: 'submission.created',
  source: { stream: 'submission-s1', revision: 0, position: '42', eventId: 'e1' },
  formId: 'f1',
  submissionId: 's1',
  includedQuestions: [],
  publicUrl: 'https://forms.test',
  at,
};
export const answered = (status: number): AttemptOutcome => ({ kind: 'response', status, excerpt: '' });
export const timedOut: AttemptOutcome = {
  kind: 'error',
  errorClass: 'timeout',
  message: 'no answer within 10 s',
};

/** The refusal of an attempt that is not due. */
export const stale = (attempt: number, status: string) =>
  ({ code: 'stale', message: `attempt ${attempt} of a ${status} delivery` }) as const;

/** As earlier releases began each delivery. */
export const scheduled: DeliveryEvent = { type: 'DeliveryScheduled', data: { ...subject, dueAt: at } };
export const skipped: DeliveryEvent = {
  type: 'DeliverySkipped',
  data: { reason: 'destination_disabled', at },
};
export const cancelled: DeliveryEvent = {
  type: 'DeliveryCancelled',
  data: { reason: 'destination_removed', at },
};
export const replayed: DeliveryEvent = { type: 'DeliveryReplayRequested', data: { dueAt: at, at } };
export const attempted = (attempt: number, outcome: AttemptOutcome, next: string | null): DeliveryEvent => ({
  type: 'DeliveryAttempted',
  data: { destinationId: 'd1', attempt, startedAt: at, durationMs: 12, outcome, nextAttemptAt: next, at },
});
export const arrived = (attempt: number, status = 204): DeliveryEvent => ({
  type: 'DeliveryAttempted',
  data: {
    destinationId: 'd1',
    attempt,
    startedAt: at,
    durationMs: 12,
    outcome: answered(status),
    nextAttemptAt: null,
    succeeded: true,
    at,
  },
});
/** As versions of `DeliveryAttempted` before 3 were followed by it. */
export const succeeded = (attempt: number): DeliveryEvent => ({
  type: 'DeliverySucceeded',
  data: { attempt, at },
});
type ExhaustedReason = Extract<DeliveryEvent, { type: 'DeliveryExhausted' }>['data']['reason'];
export const exhausted = (attempt: number, reason: ExhaustedReason): DeliveryEvent => ({
  type: 'DeliveryExhausted',
  data: { destinationId: 'd1', attempt, reason, at },
});
export const record = (
  attempt: number,
  outcome: AttemptOutcome,
  retryAfterMs: number | null = null,
): DeliveryCommand => ({
  type: 'RecordAttempt',
  attempt,
  startedAt: at,
  durationMs: 12,
  outcome,
  schedule: defaultRetrySchedule,
  retryAfterMs,
  random: 0,
  at,
});
export const stateAfter = (...events: DeliveryEvent[]) => {
  const state = fold(delivery, delivery.initial, events);
  if (!state.exists) throw new Error('the delivery does not exist');
  return state;
};
