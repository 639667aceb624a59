import { suite } from 'uvu';
import { delivery, type ReplayingRecovery, undeliveredStatuses } from '../../../domain/delivery/decider.ts';
import { cancelReasons, type DeliveryEvent } from '../../../domain/delivery/events.ts';
import { plusMs } from '../../../domain/time.ts';
import { given } from '../../support/spec.ts';
import {
  answered,
  at,
  attempted,
  exhausted,
  minute,
  record,
  replayed,
  scheduled,
  skipped,
  succeeded,
  timedOut,
} from './samples.ts';

const test = suite('replays of a delivery');

const recovery = (id: string): ReplayingRecovery => ({ id, statuses: undeliveredStatuses });

test('is replayed after every end but a cancellation, and not while it is pending', () => {
  for (const end of [skipped, succeeded(1), exhausted(1, 'rejected'), exhausted(9, 'attempt_limit')])
    given(delivery, [scheduled, end]).when({ type: 'ReplayDelivery', at }).then([replayed]);
  given(delivery, [scheduled]).when({ type: 'ReplayDelivery', at }).then([]);
  given(delivery, [scheduled, skipped, replayed]).when({ type: 'ReplayDelivery', at }).then([]);
});

test('is not replayed after a cancellation, whatever the reason', () => {
  const refused = { code: 'invalid_transition', from: 'cancelled', to: 'pending' } as const;
  for (const reason of cancelReasons) {
    const end: DeliveryEvent = { type: 'DeliveryCancelled', data: { reason, at } };
    given(delivery, [scheduled]).when({ type: 'CancelDelivery', reason, at }).then([end]);
    given(delivery, [scheduled, end]).when({ type: 'ReplayDelivery', at }).then(refused);
  }
});

test('a manual replay makes a waiting delivery due at once', () => {
  const waiting = [scheduled, attempted(1, timedOut, plusMs(at, 360 * minute))];
  given(delivery, waiting).when({ type: 'ReplayDelivery', at }).then([replayed]);
  given(delivery, [...waiting, replayed])
    .when({ type: 'ReplayDelivery', at: plusMs(at, 5) })
    .then([]);
});

test('a recovery replays undelivered deliveries only', () => {
  const command = { type: 'ReplayDelivery', recovery: recovery('r1'), at } as const;
  const byRecovery: DeliveryEvent = {
    type: 'DeliveryReplayRequested',
    data: { dueAt: at, recoveryId: 'r1', at },
  };
  for (const end of [skipped, exhausted(1, 'rejected'), exhausted(9, 'attempt_limit')])
    given(delivery, [scheduled, end]).when(command).then([byRecovery]);
  const waiting = attempted(1, timedOut, plusMs(at, 360 * minute));
  for (const other of [waiting, succeeded(1)]) given(delivery, [scheduled, other]).when(command).then([]);
});

test('a recovery of waiting deliveries makes one due at once, unless it is due or has ended', () => {
  const command = { type: 'ReplayDelivery', recovery: { id: 'r1', statuses: ['pending'] }, at } as const;
  const waiting = [scheduled, attempted(1, timedOut, plusMs(at, 360 * minute))];
  const byRecovery: DeliveryEvent = {
    type: 'DeliveryReplayRequested',
    data: { dueAt: at, recoveryId: 'r1', at },
  };
  given(delivery, waiting).when(command).then([byRecovery]);
  given(delivery, [...waiting, byRecovery])
    .when({ ...command, at: plusMs(at, 1) })
    .then([]);
  // Its schedule begins again, and its attempts are counted on.
  given(delivery, [...waiting, byRecovery])
    .when(record(2, timedOut))
    .then([attempted(2, timedOut, plusMs(at, minute))]);
  for (const other of [skipped, succeeded(1), exhausted(1, 'rejected')])
    given(delivery, [scheduled, other]).when(command).then([]);
  given(delivery, [scheduled]).when(command).then([]);
});

test('a recovery replays a delivery once, whatever the outcome; another recovery may replay it again', () => {
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
    given(delivery, history)
      .when({ type: 'ReplayDelivery', recovery: recovery(recoveryId), at })
      .then([]);
  given(delivery, history)
    .when({ type: 'ReplayDelivery', recovery: recovery('r3'), at })
    .then([by('r3')]);
  given(delivery, history).when({ type: 'ReplayDelivery', at }).then([replayed]);
});

test('a replay restarts the schedule and continues to count attempts', () => {
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

test.run();
