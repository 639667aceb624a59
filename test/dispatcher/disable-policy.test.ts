import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { disablePolicy } from '../../dispatcher/disable-policy.ts';
import { plusMs } from '../../domain/time.ts';
import { actionsOf, at, type History } from './events.ts';

const test = suite('disable policy');

const hour = 60 * 60_000;

const attempted = (status: number, after = 0, destinationId = 'x'): History[number] => [
  'delivery-d',
  {
    type: 'DeliveryAttempted',
    data: {
      destinationId,
      attempt: 1,
      startedAt: at,
      durationMs: 1,
      outcome: { kind: 'response', status, excerpt: '' },
      nextAttemptAt: null,
      at: plusMs(at, after),
    },
  },
];
const ended = (
  reason: 'attempt_limit' | 'rejected' | 'gone',
  after = 0,
  destinationId = 'x',
): History[number] => [
  'delivery-d',
  { type: 'DeliveryExhausted', data: { destinationId, attempt: 9, reason, at: plusMs(at, after) } },
];
const exhausted = (destinationId = 'x'): History => [
  attempted(500, 0, destinationId),
  ended('attempt_limit', 0, destinationId),
];
const enabled: History[number] = ['destination-x', { type: 'DestinationEnabled', data: { at } }];

const times = (count: number, history: History): History =>
  Array.from({ length: count }, () => history).flat();
const reasonsOf = (history: History) =>
  actionsOf(disablePolicy(), history).actions.map(({ reason }) => reason);

test('triggers after five exhausted deliveries in a row, not four', () => {
  assert.equal(reasonsOf(times(4, exhausted())), []);
  const { actions } = actionsOf(disablePolicy(), times(5, exhausted()));
  assert.equal(actions, [
    {
      destinationId: 'x',
      accountId: 'a1',
      reason: { kind: 'failures', exhausted: 5, attempts: 5, failedSince: at },
      trigger: { eventId: 'e9', position: 90n },
      correlationId: 'c9',
    },
  ]);
});

test('a success resets the count, and so does enabling', () => {
  for (const interruption of [attempted(204), enabled])
    assert.equal(reasonsOf([...times(4, exhausted()), interruption, ...times(4, exhausted())]), []);
});

test('each destination has its own count', () => {
  assert.equal(
    reasonsOf([...times(4, exhausted('x')), attempted(200, 0, 'y'), ...times(4, exhausted('y'))]),
    [],
  );
  assert.is(reasonsOf([...times(4, exhausted('x')), attempted(200, 0, 'y'), ...exhausted('x')]).length, 1);
});

test('triggers after a hundred failed attempts over a day', () => {
  const failed = (count: number) => times(count, [attempted(503)]);
  assert.equal(reasonsOf([...failed(98), attempted(503, 25 * hour)]), [], '99 over 25 hours');
  assert.equal(reasonsOf([...failed(99), attempted(503, 24 * hour - 1)]), [], '100 over less than a day');
  assert.equal(reasonsOf([...failed(99), attempted(503, 24 * hour)]), [
    { kind: 'failures', exhausted: 0, attempts: 100, failedSince: at },
  ]);
});

test('the day begins with the first failure after a success', () => {
  const history = [attempted(503), attempted(200, 20 * hour), ...times(99, [attempted(503, 20 * hour)])];
  assert.equal(reasonsOf([...history, attempted(503, 30 * hour)]), []);
  assert.is(reasonsOf([...history, attempted(503, 44 * hour)]).length, 1);
});

test('a refused delivery counts as a failed attempt, not as an exhausted delivery', () => {
  assert.equal(reasonsOf(times(9, [attempted(400), ended('rejected')])), []);
});

test('triggers at once on 410', () => {
  assert.equal(reasonsOf([attempted(200), attempted(410), ended('gone')]), [{ kind: 'gone' }]);
});

test('past the limit every further failure triggers again', () => {
  assert.is(reasonsOf([...times(5, exhausted()), attempted(500)]).length, 2);
});

test('a destination without failures has no document', () => {
  const { docs } = actionsOf(disablePolicy(), [attempted(200), attempted(500), attempted(200)]);
  assert.equal([...docs], [['x', null]]);
});

test.run();
