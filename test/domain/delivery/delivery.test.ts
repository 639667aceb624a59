import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { delivery, type DeliveryCommand } from '../../../domain/delivery/decider.ts';
import type { AttemptOutcome, DeliveryEvent } from '../../../domain/delivery/events.ts';
import { plusMs } from '../../../domain/time.ts';
import { given } from '../../support/spec.ts';
import {
  answered,
  arrived,
  at,
  attempted,
  cancelled,
  exhausted,
  minute,
  record,
  replayed,
  scheduled,
  skipped,
  stale,
  stateAfter,
  subject,
  succeeded,
  timedOut,
} from './samples.ts';

const test = suite('delivery');

test('records nothing that was not planned', () => {
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
    .then([arrived(1)]);
  assert.equal(stateAfter(scheduled, arrived(1)), {
    exists: true,
    subject,
    status: 'succeeded',
    attempts: 1,
    round: 1,
    dueAt: null,
    mayBeInProgress: false,
    recoveries: [],
  });
});

test('has ended unless it waits for an attempt', () => {
  const isOver = (...events: DeliveryEvent[]) => delivery.isOver?.(stateAfter(...events));
  for (const end of [arrived(1), succeeded(1), exhausted(1, 'attempt_limit'), skipped, cancelled])
    assert.ok(isOver(scheduled, end), end.type);
  assert.not.ok(delivery.isOver?.(delivery.initial));
  assert.not.ok(isOver(scheduled));
  assert.not.ok(isOver(scheduled, attempted(1, timedOut, at)));
  assert.not.ok(isOver(scheduled, skipped, replayed));
});

test('is retried after a temporary failure', () => {
  for (const outcome of [timedOut, answered(500), answered(429), answered(408), answered(425)])
    given(delivery, [scheduled])
      .when(record(1, outcome))
      .then([attempted(1, outcome, plusMs(at, minute))]);
});

test("waits for the receiver's Retry-After", () => {
  given(delivery, [scheduled])
    .when(record(1, answered(429), 7 * minute))
    .then([attempted(1, answered(429), plusMs(at, 7 * minute))]);
});

test('is retried after any 4xx with Retry-After, except 410', () => {
  given(delivery, [scheduled])
    .when(record(1, answered(404), 7 * minute))
    .then([attempted(1, answered(404), plusMs(at, 7 * minute))]);
  given(delivery, [scheduled])
    .when(record(1, answered(403), 0))
    .then([attempted(1, answered(403), plusMs(at, minute))]);
  given(delivery, [scheduled])
    .when(record(1, answered(410), minute))
    .then([attempted(1, answered(410), null), exhausted(1, 'gone')]);
});

test('ends at once on a permanent refusal', () => {
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

test('distinguishes exhausted attempts from a refusal', () => {
  assert.is(stateAfter(scheduled, exhausted(9, 'attempt_limit')).status, 'exhausted');
  assert.is(stateAfter(scheduled, exhausted(1, 'rejected')).status, 'failed');
  assert.is(stateAfter(scheduled, exhausted(1, 'gone')).status, 'failed');
});

test('a ping is attempted once, whatever its outcome', () => {
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

test('records each attempt once, in order, and none after its end', () => {
  const failed = attempted(1, timedOut, plusMs(at, minute));
  given(delivery, [scheduled, failed]).when(record(1, timedOut)).then(stale(1, 'pending'));
  given(delivery, [scheduled, failed]).when(record(3, timedOut)).then(stale(3, 'pending'));
  given(delivery, [scheduled, succeeded(1)])
    .when(record(1, timedOut))
    .then(stale(1, 'succeeded'));
  given(delivery, [scheduled, exhausted(1, 'gone')])
    .when(record(1, timedOut))
    .then(stale(1, 'failed'));
});

test('an attempt in flight during a cancellation is recorded, and not followed by another', () => {
  for (const calledOff of [skipped, cancelled]) {
    given(delivery, [scheduled, calledOff])
      .when(record(1, timedOut))
      .then([attempted(1, timedOut, null)]);
    given(delivery, [scheduled, calledOff])
      .when(record(1, answered(404)))
      .then([attempted(1, answered(404), null)]);
    given(delivery, [scheduled, calledOff])
      .when(record(1, answered(200)))
      .then([arrived(1, 200)]);
    given(delivery, [scheduled, calledOff, attempted(1, timedOut, null)])
      .when(record(2, timedOut))
      .then(stale(2, calledOff === skipped ? 'skipped' : 'cancelled'));
  }
  assert.is(stateAfter(scheduled, skipped, attempted(1, timedOut, null)).status, 'skipped');
  assert.is(stateAfter(scheduled, skipped, arrived(1, 200)).status, 'succeeded');
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

test('can be cancelled by a person while it waits, but not after its end', () => {
  const request = { type: 'CancelDelivery', reason: 'requested', note: 'ticket 12', at } as const;
  const end: DeliveryEvent = {
    type: 'DeliveryCancelled',
    data: { reason: 'requested', note: 'ticket 12', at },
  };
  given(delivery, [scheduled]).when(request).then([end]);
  given(delivery, [scheduled, attempted(1, timedOut, plusMs(at, minute))])
    .when(request)
    .then([end]);
  for (const already of [end, cancelled]) given(delivery, [scheduled, already]).when(request).then([]);
  for (const [ended, from] of [
    [skipped, 'skipped'],
    [arrived(1), 'succeeded'],
    [exhausted(1, 'rejected'), 'failed'],
    [exhausted(9, 'attempt_limit'), 'exhausted'],
  ] as const)
    given(delivery, [scheduled, ended])
      .when(request)
      .then({ code: 'invalid_transition', from, to: 'cancelled' });
});

test('the cancellation of a backlog skips ended deliveries, and is recorded on those that it cancels', () => {
  const request = { type: 'CancelDelivery', reason: 'requested', recoveryId: 'c1', at } as const;
  const end: DeliveryEvent = {
    type: 'DeliveryCancelled',
    data: { reason: 'requested', recoveryId: 'c1', at },
  };
  given(delivery, [scheduled]).when(request).then([end]);
  assert.equal(stateAfter(scheduled, end).recoveries, ['c1']);
  for (const ended of [end, cancelled, skipped, arrived(1)])
    given(delivery, [scheduled, ended]).when(request).then([]);
});

test('an attempt of an earlier version is followed by its success', () => {
  const history = [scheduled, attempted(1, answered(204), null), succeeded(1)];
  assert.equal(stateAfter(...history), stateAfter(scheduled, arrived(1)));
});

test('an attempt keeps the request that it sent', () => {
  const request = { url: 'https://x.test/hook', product: 'Service', signature: 't=1,v1=00' };
  const { data } = arrived(1) as Extract<DeliveryEvent, { type: 'DeliveryAttempted' }>;
  given(delivery, [scheduled])
    .when({ ...record(1, answered(204)), request } as DeliveryCommand)
    .then([{ type: 'DeliveryAttempted', data: { ...data, request } }]);
});

test.run();
