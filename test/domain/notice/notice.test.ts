import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import { notice, type NoticeCommand } from '../../../domain/notice/decider.ts';
import type { NoticeEvent, NoticeOutcome } from '../../../domain/notice/events.ts';
import { noticeIdOf } from '../../../domain/notice/notice-id.ts';
import type { NoticeTrigger } from '../../../domain/notice/trigger.ts';
import { plusMs } from '../../../domain/time.ts';
import { given, play } from '../../support/spec.ts';

const test = suite('notice');
const at = '2026-03-01T12:00:00.000Z';
const schedule = { delaysMs: [60_000, 300_000], jitter: 0, retryAfterCapMs: 86_400_000 };
const trigger: NoticeTrigger = { kind: 'destination.failing', destinationId: 'd1' };
const plan = {
  noticeId: 'n1',
  accountId: 'a1',
  personId: 'p1',
  channel: 'mail',
  trigger,
  occurredAt: at,
} as const;
const planned: NoticeEvent = { type: 'NoticePlanned', data: { ...plan, at } };
const begun = (attempt: number): NoticeEvent => ({ type: 'NoticeAttemptBegun', data: { attempt, at } });
const attempted = (
  attempt: number,
  outcome: NoticeOutcome,
  nextAttemptAt: string | null = null,
): NoticeEvent => ({ type: 'NoticeAttempted', data: { attempt, outcome, nextAttemptAt, at } });
const record = (attempt: number, outcome: NoticeOutcome, retryAfterMs = 0): NoticeCommand => ({
  type: 'RecordAttempt',
  attempt,
  outcome,
  schedule,
  retryAfterMs,
  random: 0,
  at,
});
const sent: NoticeOutcome = { kind: 'sent' };
const refused: NoticeOutcome = { kind: 'refused', code: 550, reason: '550 no such mailbox' };
const failed: NoticeOutcome = { kind: 'failed', code: 451, reason: '451 later', mayHaveArrived: false };
const unanswered: NoticeOutcome = { kind: 'failed', code: null, reason: 'no reply', mayHaveArrived: true };
const interrupted: NoticeOutcome = { kind: 'interrupted' };
const statusOf = (...events: readonly NoticeEvent[]) => {
  const state = fold(notice, notice.initial, events);
  return state.exists ? state.status : null;
};

test('is planned once', () => {
  const command = { type: 'PlanNotice', notice: plan, at } as const;
  given(notice, []).when(command).then([planned]);
  given(notice, [planned]).when(command).then([]);
});

test('records that an attempt begins before its outcome, one at a time', () => {
  given(notice, [planned])
    .when({ type: 'BeginAttempt', at })
    .then([begun(1)]);
  given(notice, [planned, begun(1)])
    .when({ type: 'BeginAttempt', at })
    .then([]);
  given(notice, [planned]).when(record(1, sent)).then([]);
  given(notice, [planned, begun(1)])
    .when(record(1, sent))
    .then([attempted(1, sent)]);
});

test('ends with a success and with a refusal for good', () => {
  given(notice, [planned, begun(1)])
    .when(record(1, refused))
    .then([attempted(1, refused)]);
  assert.is(statusOf(planned, begun(1), attempted(1, sent)), 'sent');
  assert.is(statusOf(planned, begun(1), attempted(1, refused)), 'failed');
  given(notice, [planned, begun(1), attempted(1, sent)])
    .when({ type: 'BeginAttempt', at })
    .then([]);
});

test('is attempted again by the schedule, and no earlier than the receiver asked for', () => {
  const first = attempted(1, failed, plusMs(at, 60_000));
  given(notice, [planned, begun(1)])
    .when(record(1, failed))
    .then([first]);
  given(notice, [planned, begun(1)])
    .when(record(1, failed, 90_000))
    .then([attempted(1, failed, plusMs(at, 90_000))]);
  const second = attempted(2, failed, plusMs(at, 300_000));
  given(notice, [planned, begun(1), first, begun(2)])
    .when(record(2, failed))
    .then([second]);
  given(notice, [planned, begun(1), first, begun(2), second, begun(3)])
    .when(record(3, failed))
    .then([attempted(3, failed)]);
});

test('is given up after two attempts that may have arrived', () => {
  const first = attempted(1, unanswered, plusMs(at, 60_000));
  given(notice, [planned, begun(1)])
    .when(record(1, unanswered))
    .then([first]);
  const second = attempted(2, unanswered);
  given(notice, [planned, begun(1), first, begun(2)])
    .when(record(2, unanswered))
    .then([second]);
  assert.is(statusOf(planned, begun(1), first, begun(2), second), 'unconfirmed');
});

test('is attempted again at once after a process that ended, within the limit of attempts', () => {
  given(notice, [planned, begun(1)])
    .when(record(1, interrupted))
    .then([attempted(1, interrupted, at)]);
  const before = [1, 2].flatMap((n) => [begun(n), attempted(n, interrupted, at)]);
  given(notice, [planned, ...before, begun(3)])
    .when(record(3, interrupted))
    .then([attempted(3, interrupted)]);
});

test('is cancelled, but not while an attempt is under way', () => {
  const cancel = { type: 'CancelNotice', reason: 'no_member', at } as const;
  given(notice, [planned])
    .when(cancel)
    .then([{ type: 'NoticeCancelled', data: { reason: 'no_member', at } }]);
  given(notice, [planned, begun(1)])
    .when(cancel)
    .then([]);
});

test('over any commands: at most one success, no attempt after the end, and a repetition changes nothing', () => {
  const outcomes = [sent, refused, failed, unanswered, interrupted];
  const commands: NoticeCommand[] = [
    { type: 'PlanNotice', notice: plan, at },
    { type: 'BeginAttempt', at },
    { type: 'CancelNotice', reason: 'stopped', at },
    ...outcomes.flatMap((outcome) => [1, 2, 3].map((attempt) => record(attempt, outcome))),
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...commands)), fc.constantFrom(...commands), (history, command) => {
      const { state, events } = play(notice, history);
      const successes = events.filter(
        (one) => one.type === 'NoticeAttempted' && one.data.outcome.kind === 'sent',
      );
      assert.ok(successes.length <= 1);
      const begins = events.filter(({ type }) => type === 'NoticeAttemptBegun').length;
      const ends = events.filter(({ type }) => type === 'NoticeAttempted').length;
      assert.ok(begins - ends === 0 || begins - ends === 1);
      const first = notice.decide(command, state);
      if (!first.ok) return;
      const again = notice.decide(command, fold(notice, state, first.value));
      assert.equal(again.ok && again.value, []);
    }),
  );
});

test('a notice has one id for its trigger, its reader and its channel', () => {
  const to = { accountId: 'a1', personId: 'p1', channel: 'mail' } as const;
  const origin = { eventId: 'e1', occurredAt: at };
  const id = noticeIdOf(trigger, origin, to);
  assert.is(noticeIdOf(trigger, { eventId: 'e2', occurredAt: plusMs(at, 3_600_000) }, to), id, 'once a day');
  assert.is.not(noticeIdOf(trigger, { ...origin, occurredAt: plusMs(at, 86_400_000) }, to), id);
  assert.is.not(noticeIdOf(trigger, origin, { ...to, personId: 'p2' }), id);
  assert.is.not(noticeIdOf(trigger, origin, { ...to, channel: 'chat' }), id);
  const closed = { kind: 'form.closed', formId: 'f1' } as const;
  assert.is.not(noticeIdOf(closed, origin, to), noticeIdOf(closed, { ...origin, eventId: 'e2' }, to));
});

test.run();
