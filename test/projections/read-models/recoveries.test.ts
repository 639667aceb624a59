import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecoveryEvent } from '../../../domain/recovery/events.ts';
import { recoveries } from '../../../projections/read-models/recoveries/projection.ts';
import { documentsOf } from '../documents-of.ts';
import { inRecovery, minute, recoveryRequested } from '../samples.ts';

const test = suite('projections/read-models/recoveries');

const begun = {
  account_id: 'acme',
  destination_id: 'd1',
  since: minute(0),
  since_position: null,
  until: minute(1),
  kind: null,
  form_id: null,
  action: 'send',
  note: null,
  statuses: ['failed', 'exhausted', 'skipped'],
  status: 'running',
  paused_because: null,
  total: 3,
  replayed: 0,
  passed_over: 0,
  per_second: 50,
  created_at: minute(1),
  updated_at: minute(1),
  is_sending: false,
  is_unfinished: true,
};
const after = (...events: RecoveryEvent[]) =>
  documentsOf(
    recoveries,
    recoveryRequested('r1', { at: minute(1) }),
    ...events.map((event) => inRecovery('r1', event)),
  )['r1'];
const stopped = { is_unfinished: false };
const progressed = (batch: number, at: string): RecoveryEvent => ({
  type: 'RecoveryProgressed',
  data: { batch, replayed: 2, passedOver: 1, at },
});

test('starts with the requested selection', () => {
  assert.equal(after(), begun);
});

test('adds up the outcomes of the batches', () => {
  assert.equal(after(progressed(1, minute(2)), progressed(2, minute(3))), {
    ...begun,
    replayed: 4,
    passed_over: 2,
    updated_at: minute(3),
  });
});

test('shows the reason of a pause, and its end', () => {
  const paused: RecoveryEvent = {
    type: 'RecoveryPaused',
    data: { reason: 'destination_disabled', at: minute(2) },
  };
  assert.equal(after(paused), {
    ...begun,
    status: 'paused',
    paused_because: 'destination_disabled',
    updated_at: minute(2),
    ...stopped,
  });
  const resumed: RecoveryEvent = { type: 'RecoveryResumed', data: { at: minute(3) } };
  assert.equal(after(paused, resumed), { ...begun, updated_at: minute(3) });
  for (const [type, status] of [
    ['RecoveryCancelled', 'cancelled'],
    ['RecoveryCompleted', 'completed'],
  ] as const)
    assert.equal(after({ type, data: { at: minute(4) } }), {
      ...begun,
      status,
      updated_at: minute(4),
      ...stopped,
    });
});

test('is unfinished while a batch is open, whatever stopped it', () => {
  const taken: RecoveryEvent = {
    type: 'RecoveryBatchTaken',
    data: { batch: 1, deliveryIds: ['w1'], place: { at: minute(1), id: 'w1' }, at: minute(2) },
  };
  const cancelled: RecoveryEvent = { type: 'RecoveryCancelled', data: { at: minute(3) } };
  const flags = (...events: RecoveryEvent[]) => [
    after(...events)?.is_sending,
    after(...events)?.is_unfinished,
  ];
  assert.equal(flags(taken), [true, true]);
  assert.equal(flags(taken, cancelled), [true, true]);
  assert.equal(flags(taken, cancelled, progressed(1, minute(4))), [false, false]);
  assert.equal(flags(taken, progressed(1, minute(3))), [false, true]);
});

test.run();
