import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../domain/decider.ts';
import { delivery, type DeliveryCommand } from '../../domain/delivery/decider.ts';
import type { AttemptOutcome, DeliveryEvent, DeliverySubject } from '../../domain/delivery/events.ts';
import { defaultRetrySchedule } from '../../domain/delivery/retry-schedule.ts';
import { plusMs } from '../../domain/time.ts';
import { given } from '../support/spec.ts';

const test = suite('delivery');
const at = '2026-03-01T12:00:00.000Z';
const minute = 60_000;

const subject: DeliverySubject = {
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
const answered = (status: number): AttemptOutcome => ({ kind: 'response', status, excerpt: '' });
const timedOut: AttemptOutcome = { kind: 'error', errorClass: 'timeout', message: 'no answer within 10 s' };

const scheduled: DeliveryEvent = { type: 'DeliveryScheduled', data: { ...subject, dueAt: at } };
const skipped: DeliveryEvent = { type: 'DeliverySkipped', data: { reason: 'destination_disabled', at } };
const cancelled: DeliveryEvent = { type: 'DeliveryCancelled', data: { reason: 'destination_removed', at } };
const replayed: DeliveryEvent = { type: 'DeliveryReplayRequested', data: { dueAt: at, at } };
const attempted = (attempt: number, outcome: AttemptOutcome, next: string | null): DeliveryEvent => ({
  type: 'DeliveryAttempted',
  data: { destinationId: 'd1', attempt, startedAt: at, durationMs: 12, outcome, nextAttemptAt: next, at },
});
const succeeded = (attempt: number): DeliveryEvent => ({ type: 'DeliverySucceeded', data: { attempt, at } });
type ExhaustedReason = Extract<DeliveryEvent, { type: 'DeliveryExhausted' }>['data']['reason'];
const exhausted = (attempt: number, reason: ExhaustedReason): DeliveryEvent => ({
  type: 'DeliveryExhausted',
  data: { destinationId: 'd1', attempt, reason, at },
});
const record = (attempt: number, outcome: AttemptOutcome, retryAfterMs = 0): DeliveryCommand => ({
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
const stateAfter = (...events: DeliveryEvent[]) => {
  const state = fold(delivery, delivery.initial, events);
  if (!state.exists) throw new Error('the delivery does not exist');
  return state;
};

test('is scheduled once: planning it again plans nothing', () => {
  given(delivery, []).when({ type: 'ScheduleDelivery', subject, dueAt: at }).then([scheduled]);
  given(delivery, [scheduled]).when({ type: 'ScheduleDelivery', subject, dueAt: at }).then([]);
});

test('does nothing before it is scheduled', () => {
  for (const command of [
    record(1, answered(200)),
    { type: 'SkipDelivery', at },
    { type: 'CancelDelivery', reason: 'destination_removed', at },
    { type: 'ReplayDelivery', at },
  ] as const)
    given(delivery, []).when(command).then({ code: 'not_found' });
});

test('ends with the first success', () => {
  given(delivery, [scheduled])
    .when(record(1, answered(204)))
    .then([attempted(1, answered(204), null), succeeded(1)]);
  assert.equal(stateAfter(scheduled, attempted(1, answered(204), null), succeeded(1)), {
    exists: true,
    subject,
    status: 'succeeded',
    attempts: 1,
    round: 1,
    dueAt: null,
    recoveries: [],
  });
});

test('is tried again after a failure that may pass', () => {
  for (const outcome of [timedOut, answered(500), answered(429), answered(408)])
    given(delivery, [scheduled])
      .when(record(1, outcome))
      .then([attempted(1, outcome, plusMs(at, minute))]);
});

test('waits as long as the receiver asks', () => {
  given(delivery, [scheduled])
    .when(record(1, answered(429), 7 * minute))
    .then([attempted(1, answered(429), plusMs(at, 7 * minute))]);
});

test('ends at once on an answer that repeating cannot mend', () => {
  given(delivery, [scheduled])
    .when(record(1, answered(404)))
    .then([attempted(1, answered(404), null), exhausted(1, 'rejected')]);
  given(delivery, [scheduled])
    .when(record(1, answered(410)))
    .then([attempted(1, answered(410), null), exhausted(1, 'gone')]);
  const forbidden: AttemptOutcome = { kind: 'error', errorClass: 'forbidden_address', message: 'private' };
  given(delivery, [scheduled])
    .when(record(1, forbidden))
    .then([attempted(1, forbidden, null), exhausted(1, 'rejected')]);
});

test('tells a delivery that ran out of attempts from one that was refused', () => {
  assert.is(stateAfter(scheduled, exhausted(9, 'attempt_limit')).status, 'exhausted');
  assert.is(stateAfter(scheduled, exhausted(1, 'rejected')).status, 'failed');
  assert.is(stateAfter(scheduled, exhausted(1, 'gone')).status, 'failed');
});

test('a test is sent once, whatever comes of it', () => {
  const ping: DeliveryEvent = {
    type: 'DeliveryScheduled',
    data: { ...subject, kind: 'ping', formId: null, submissionId: null, dueAt: at },
  };
  for (const outcome of [answered(503), timedOut])
    given(delivery, [ping])
      .when(record(1, outcome))
      .then([attempted(1, outcome, null), exhausted(1, 'not_repeated')]);
  given(delivery, [ping])
    .when(record(1, answered(410)))
    .then([attempted(1, answered(410), null), exhausted(1, 'gone')]);
  assert.is(stateAfter(ping, exhausted(1, 'not_repeated')).status, 'failed');
});

test('takes each attempt once, in order, and none after its end', () => {
  const failed = attempted(1, timedOut, plusMs(at, minute));
  const stale = (attempt: number, status: string) =>
    ({ code: 'stale', message: `attempt ${attempt} of a ${status} delivery` }) as const;
  given(delivery, [scheduled, failed]).when(record(1, timedOut)).then(stale(1, 'pending'));
  given(delivery, [scheduled, failed]).when(record(3, timedOut)).then(stale(3, 'pending'));
  given(delivery, [scheduled, succeeded(1)])
    .when(record(1, timedOut))
    .then(stale(1, 'succeeded'));
  given(delivery, [scheduled, exhausted(1, 'gone')])
    .when(record(1, timedOut))
    .then(stale(1, 'failed'));
});

test('an attempt under way when its delivery is called off is recorded, and not followed by another', () => {
  for (const calledOff of [skipped, cancelled]) {
    given(delivery, [scheduled, calledOff])
      .when(record(1, timedOut))
      .then([attempted(1, timedOut, null)]);
    given(delivery, [scheduled, calledOff])
      .when(record(1, answered(404)))
      .then([attempted(1, answered(404), null)]);
    given(delivery, [scheduled, calledOff])
      .when(record(1, answered(200)))
      .then([attempted(1, answered(200), null), succeeded(1)]);
  }
  assert.is(stateAfter(scheduled, skipped, attempted(1, timedOut, null)).status, 'skipped');
  assert.is(
    stateAfter(scheduled, skipped, attempted(1, answered(200), null), succeeded(1)).status,
    'succeeded',
  );
});

test('is skipped and cancelled only while it is pending', () => {
  given(delivery, [scheduled]).when({ type: 'SkipDelivery', at }).then([skipped]);
  given(delivery, [scheduled])
    .when({ type: 'CancelDelivery', reason: 'destination_removed', at })
    .then([cancelled]);
  for (const end of [skipped, cancelled, succeeded(1), exhausted(1, 'rejected')]) {
    given(delivery, [scheduled, end]).when({ type: 'SkipDelivery', at }).then([]);
    given(delivery, [scheduled, end])
      .when({ type: 'CancelDelivery', reason: 'destination_removed', at })
      .then([]);
  }
});

test('is replayed from every other end, and not while it is pending', () => {
  for (const end of [skipped, succeeded(1), exhausted(1, 'rejected'), exhausted(9, 'attempt_limit')])
    given(delivery, [scheduled, end]).when({ type: 'ReplayDelivery', at }).then([replayed]);
  given(delivery, [scheduled]).when({ type: 'ReplayDelivery', at }).then([]);
  given(delivery, [scheduled, skipped, replayed]).when({ type: 'ReplayDelivery', at }).then([]);
});

test('is not replayed once it is cancelled: what is missing does not come back', () => {
  const refused = { code: 'invalid_transition', from: 'cancelled', to: 'pending' } as const;
  for (const reason of ['destination_removed', 'source_erased'] as const) {
    const end: DeliveryEvent = { type: 'DeliveryCancelled', data: { reason, at } };
    given(delivery, [scheduled]).when({ type: 'CancelDelivery', reason, at }).then([end]);
    given(delivery, [scheduled, end]).when({ type: 'ReplayDelivery', at }).then(refused);
  }
});

test('by hand, what waits for a later attempt is due at once', () => {
  const waiting = [scheduled, attempted(1, timedOut, plusMs(at, 360 * minute))];
  given(delivery, waiting).when({ type: 'ReplayDelivery', at }).then([replayed]);
  given(delivery, [...waiting, replayed])
    .when({ type: 'ReplayDelivery', at: plusMs(at, 5) })
    .then([]);
});

test('a recovery takes what did not arrive and nothing else', () => {
  const command = { type: 'ReplayDelivery', recoveryId: 'r1', at } as const;
  const byRecovery: DeliveryEvent = {
    type: 'DeliveryReplayRequested',
    data: { dueAt: at, recoveryId: 'r1', at },
  };
  for (const end of [skipped, exhausted(1, 'rejected'), exhausted(9, 'attempt_limit')])
    given(delivery, [scheduled, end]).when(command).then([byRecovery]);
  const waiting = attempted(1, timedOut, plusMs(at, 360 * minute));
  for (const other of [waiting, succeeded(1)]) given(delivery, [scheduled, other]).when(command).then([]);
});

test('a recovery replays a delivery once, whatever came of it; another one may again', () => {
  const by = (recoveryId: string): DeliveryEvent => ({
    type: 'DeliveryReplayRequested',
    data: { dueAt: at, recoveryId, at },
  });
  const history = [
    scheduled,
    skipped,
    by('r1'),
    exhausted(1, 'rejected'),
    by('r2'),
    exhausted(2, 'rejected'),
  ];
  for (const recoveryId of ['r1', 'r2'])
    given(delivery, history).when({ type: 'ReplayDelivery', recoveryId, at }).then([]);
  given(delivery, history)
    .when({ type: 'ReplayDelivery', recoveryId: 'r3', at })
    .then([by('r3')]);
  given(delivery, history).when({ type: 'ReplayDelivery', at }).then([replayed]);
});

test('an attempt keeps the request that it made', () => {
  const request = { url: 'https://x.test/hook', headers: { 'X-Service-Signature': 't=1,v1=00' } };
  const { data } = attempted(1, answered(204), null) as Extract<DeliveryEvent, { type: 'DeliveryAttempted' }>;
  given(delivery, [scheduled])
    .when({ ...record(1, answered(204)), request } as DeliveryCommand)
    .then([{ type: 'DeliveryAttempted', data: { ...data, request } }, succeeded(1)]);
});

test('a replay starts the schedule anew and goes on counting attempts', () => {
  const history = [
    scheduled,
    attempted(1, timedOut, plusMs(at, minute)),
    attempted(2, answered(404), null),
    exhausted(2, 'rejected'),
    replayed,
  ];
  given(delivery, history)
    .when(record(3, timedOut))
    .then([attempted(3, timedOut, plusMs(at, minute))]);
});

/** Fails every attempt, each at the moment when it is due, until there is no next one. */
function failAll(history: readonly DeliveryEvent[], random: number): DeliveryEvent[] {
  let state = fold(delivery, delivery.initial, history);
  const events: DeliveryEvent[] = [];
  while (state.exists && state.dueAt !== null) {
    const now = state.dueAt;
    const command = { ...record(state.attempts + 1, timedOut), startedAt: now, random, at: now };
    const decision = delivery.decide(command, state);
    if (!decision.ok) throw new Error(`refused: ${decision.error.code}`);
    events.push(...decision.value);
    state = fold(delivery, state, decision.value);
  }
  return events;
}

const minutesOf = (events: readonly DeliveryEvent[]) =>
  events.flatMap((event) =>
    event.type === 'DeliveryAttempted' ? [(Date.parse(event.data.at) - Date.parse(at)) / minute] : [],
  );

test('a receiver that never answers is tried nine times over 46 hours', () => {
  const events = failAll([scheduled], 0);
  assert.equal(minutesOf(events), [0, 1, 6, 21, 81, 261, 621, 1341, 2781]);
  assert.equal(events.at(-1), {
    type: 'DeliveryExhausted',
    data: { destinationId: 'd1', attempt: 9, reason: 'attempt_limit', at: plusMs(at, 2781 * minute) },
  });
});

test('jitter makes each wait longer by a tenth at most', () => {
  const most = minutesOf(failAll([scheduled], 1));
  const least = [0, 1, 6, 21, 81, 261, 621, 1341, 2781];
  most.forEach((minutes, attempt) => assert.ok(Math.abs(minutes - (least[attempt] ?? 0) * 1.1) < 0.001));
});

test('a replay that fails as well is tried nine times more', () => {
  const first = failAll([scheduled], 0);
  const replay: DeliveryEvent = { type: 'DeliveryReplayRequested', data: { dueAt: at, at } };
  const second = failAll([scheduled, ...first, replay], 0);
  assert.equal(minutesOf(second), minutesOf(first));
  assert.equal(
    second.flatMap((event) => (event.type === 'DeliveryAttempted' ? [event.data.attempt] : [])),
    [10, 11, 12, 13, 14, 15, 16, 17, 18],
  );
});

test.run();
