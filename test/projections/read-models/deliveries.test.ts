import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AttemptOutcome } from '../../../domain/delivery/events.ts';
import { deliveries } from '../../../projections/read-models/deliveries/projection.ts';
import { documentsOf } from '../documents-of.ts';
import { inDelivery, minute, scheduled } from '../samples.ts';
import { pendingDocument } from './pending-document.ts';

const test = suite('projections/read-models/deliveries');

const planned = pendingDocument('42', 'e1');

const refused: AttemptOutcome = { kind: 'response', status: 503, excerpt: 'later' };
const taken: AttemptOutcome = { kind: 'response', status: 204, excerpt: '' };

const attempted = (attempt: number, outcome: AttemptOutcome, nextAttemptAt: string | null, at: string) =>
  inDelivery('w1', {
    type: 'DeliveryAttempted',
    data: { destinationId: 'd1', attempt, startedAt: at, durationMs: 12.5, outcome, nextAttemptAt, at },
  });
const exhausted = (reason: 'attempt_limit' | 'rejected' | 'gone') =>
  inDelivery('w1', {
    type: 'DeliveryExhausted',
    data: { destinationId: 'd1', attempt: 1, reason, at: minute(7) },
  });

test('a planned delivery is due at once', () => {
  assert.equal(documentsOf(deliveries, scheduled('w1')), { w1: planned });
});

test('stores each attempt, shows the last one and the due time of the next', () => {
  const { w1 } = documentsOf(
    deliveries,
    scheduled('w1'),
    attempted(1, refused, minute(8), minute(6)),
    attempted(2, taken, null, minute(8)),
    inDelivery('w1', { type: 'DeliverySucceeded', data: { attempt: 2, at: minute(8) } }),
  );
  const attempt = { duration_ms: 12.5 };
  assert.equal(w1, {
    ...planned,
    status: 'succeeded',
    attempt_count: 2,
    attempts: [
      { attempt: 1, started_at: minute(6), ...attempt, outcome: refused, next_attempt_at: minute(8) },
      { attempt: 2, started_at: minute(8), ...attempt, outcome: taken, next_attempt_at: null },
    ],
    last_outcome: taken,
    next_attempt_at: null,
    shard: null,
    updated_at: minute(8),
  });
});

test('a successful attempt ends the delivery, as do the two events of earlier versions', () => {
  const made = attempted(1, taken, null, minute(8));
  const success = inDelivery('w1', { type: 'DeliverySucceeded', data: { attempt: 1, at: minute(8) } });
  const earlier = documentsOf(deliveries, scheduled('w1'), made, success);
  const data = { destinationId: 'd1', attempt: 1, startedAt: minute(8), durationMs: 12.5, outcome: taken };
  const arrived = inDelivery('w1', {
    type: 'DeliveryAttempted',
    data: { ...data, nextAttemptAt: null, succeeded: true, at: minute(8) },
  });
  assert.equal(documentsOf(deliveries, scheduled('w1'), arrived), earlier);
  assert.is(earlier['w1']?.['status'], 'succeeded');
});

test('between a failure and the next attempt a delivery is pending', () => {
  const { w1 } = documentsOf(deliveries, scheduled('w1'), attempted(1, refused, minute(8), minute(6)));
  assert.equal([w1?.['status'], w1?.['next_attempt_at']], ['pending', minute(8)]);
});

test('the end of a delivery shows its outcome', () => {
  const statusAfter = (...history: Parameters<typeof documentsOf>[1][]) =>
    documentsOf(deliveries, scheduled('w1'), ...history)['w1']?.['status'];
  const failed = attempted(1, refused, null, minute(7));
  assert.is(statusAfter(failed, exhausted('attempt_limit')), 'exhausted');
  assert.is(statusAfter(failed, exhausted('rejected')), 'failed');
  assert.is(statusAfter(failed, exhausted('gone')), 'failed');
  const at = minute(7);
  assert.is(
    statusAfter(inDelivery('w1', { type: 'DeliverySkipped', data: { reason: 'destination_disabled', at } })),
    'skipped',
  );
  assert.is(
    statusAfter(inDelivery('w1', { type: 'DeliveryCancelled', data: { reason: 'destination_removed', at } })),
    'cancelled',
  );
});

test('a document keeps the last hundred attempts, and counts all', () => {
  const many = Array.from({ length: 1_000 }, (_, n) => attempted(n + 1, refused, minute(9), minute(8)));
  const { w1 } = documentsOf(deliveries, scheduled('w1'), ...many);
  const kept = Value.Parse(Type.Array(Type.Object({ attempt: Type.Number() })), w1?.['attempts']);
  assert.equal(
    [w1?.['attempt_count'], kept.length, kept[0]?.attempt, kept.at(-1)?.attempt],
    [1_000, 100, 901, 1_000],
  );
});

test('a replay makes a delivery due again and keeps its attempts', () => {
  const { w1 } = documentsOf(
    deliveries,
    scheduled('w1'),
    attempted(1, refused, null, minute(7)),
    exhausted('rejected'),
    inDelivery('w1', { type: 'DeliveryReplayRequested', data: { dueAt: minute(20), at: minute(20) } }),
  );
  assert.equal(
    [w1?.['status'], w1?.['next_attempt_at'], w1?.['attempt_count'], w1?.['updated_at']],
    ['pending', minute(20), 1, minute(20)],
  );
});

test('an attempt that ends after its delivery was cancelled is stored, and the delivery stays cancelled', () => {
  const { w1 } = documentsOf(
    deliveries,
    scheduled('w1'),
    inDelivery('w1', {
      type: 'DeliveryCancelled',
      data: { reason: 'destination_removed', at: minute(6) },
    }),
    attempted(1, refused, null, minute(7)),
  );
  assert.equal([w1?.['status'], w1?.['attempt_count'], w1?.['next_attempt_at']], ['cancelled', 1, null]);
  assert.equal(w1?.['cancellation'], { reason: 'destination_removed', note: null });
});

test('a delivery cancelled by a person shows the reason; one that arrived nevertheless has succeeded', () => {
  const cancelled = inDelivery('w1', {
    type: 'DeliveryCancelled',
    data: { reason: 'requested', note: 'ticket 12', at: minute(6) },
  });
  const { w1: waiting } = documentsOf(deliveries, scheduled('w1'), cancelled);
  assert.equal(waiting?.['cancellation'], { reason: 'requested', note: 'ticket 12' });
  const arrived = inDelivery('w1', {
    type: 'DeliveryAttempted',
    data: {
      destinationId: 'd1',
      attempt: 1,
      startedAt: minute(5),
      durationMs: 1,
      outcome: taken,
      nextAttemptAt: null,
      succeeded: true,
      at: minute(7),
    },
  });
  const { w1 } = documentsOf(deliveries, scheduled('w1'), cancelled, arrived);
  assert.equal([w1?.['status'], w1 && 'cancellation' in w1], ['succeeded', false]);
});

test.run();
