import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  DestinationQueues,
  type QueueLimits,
} from '../../../../dispatcher/scheduler/queues/destination-queues.ts';

const test = suite('destination queues');

const due = (deliveryId: string, destinationId = 'x', attempt = 1) => ({
  deliveryId,
  destinationId,
  attempt,
});

function queuesWith(limits: Partial<QueueLimits> = {}) {
  let now = 0;
  const queues = new DestinationQueues(
    { inFlight: 100, waitingPerDestination: 100, inMemory: 100, ...limits },
    () => ({ concurrency: 2, perSecond: null, ahead: 0, budgets: [] }),
    () => now,
  );
  const offer = (...what: Parameters<typeof due>) => queues.offer(due(...what));
  const started = () => {
    const ids: string[] = [];
    for (let next = queues.next(); next; next = queues.next())
      ids.push(next.deliveryId + (next.again ? ' again' : ''));
    return ids;
  };
  return {
    queues,
    offer,
    started,
    complete: (id: string, position: bigint) => queues.complete(id, position),
    confirmUpTo: (position: bigint) => queues.confirmUpTo(position),
    delay: (id: string, ms: number) => queues.delay(id, ms),
    backOff: (id: string) => queues.backOff(id),
    takeExpired: () => queues.takeExpired(),
    recheck: (...them: Parameters<DestinationQueues['recheck']>) => queues.recheck(...them),
    markBacklogged: (id: string) => queues.markBacklogged(id),
    nextBacklogged: () => queues.nextBacklogged(),
    clearBacklogged: (id: string) => queues.clearBacklogged(id),
    drop: (isDropped: (id: string) => boolean) => queues.drop(isDropped),
    nextInMs: () => queues.nextInMs(),
    size: () => queues.size,
    pass: (ms: number) => (now += ms),
  };
}

test('an attempt that waits, is in flight or was made is not started twice', () => {
  const { offer, started, complete, confirmUpTo, size } = queuesWith();
  offer('a');
  offer('a');
  assert.equal(started(), ['a']);
  offer('a');
  complete('a', 100n);
  confirmUpTo(99n);
  offer('a');
  assert.equal(started(), [], 'the read model does not show it yet');
  confirmUpTo(100n);
  assert.is(size(), 0);
});

test('the next attempt of a delivery is a new entry', () => {
  const { offer, started, complete, confirmUpTo, size } = queuesWith();
  offer('a', 'x', 1);
  started();
  complete('a', 100n);
  offer('a', 'x', 2);
  assert.equal(started(), ['a']);
  confirmUpTo(100n);
  assert.is(size(), 1, 'what tells of the first attempt says nothing of the second');
});

test('a next attempt that is due before the previous reply is remembered', () => {
  const { offer, started, complete, confirmUpTo, size } = queuesWith();
  offer('a', 'x', 1);
  started();
  offer('a', 'x', 2);
  assert.equal(started(), [], 'one at a time');
  complete('a', 100n);
  confirmUpTo(100n);
  assert.equal(started(), ['a']);
  complete('a', 200n);
  confirmUpTo(200n);
  assert.is(size(), 0);
});

test('an attempt that the read model does not confirm is rechecked', () => {
  const { offer, started, complete, pass, takeExpired, recheck } = queuesWith();
  offer('a');
  started();
  complete('a', 100n);
  pass(29_999);
  assert.equal(takeExpired(), []);
  pass(1);
  assert.equal(takeExpired(), ['a']);
  recheck(['a'], [due('a')]);
  assert.equal(started(), ['a again']);
});

test('a failed attempt is rechecked after growing delays, and repeated if it is still due', () => {
  const { offer, started, backOff, pass, takeExpired, recheck, nextInMs, size } = queuesWith();
  offer('a');
  started();
  for (const ms of [500, 1_000, 2_000]) {
    backOff('a');
    assert.is(nextInMs(), ms);
    pass(ms - 1);
    assert.equal(takeExpired(), []);
    pass(1);
    assert.equal(takeExpired(), ['a']);
    assert.equal(takeExpired(), [], 'told once');
    recheck(['a'], [due('a')]);
    assert.equal(started(), ['a again']);
  }
  backOff('a');
  pass(4_000);
  recheck(takeExpired(), []);
  assert.is(size(), 0, 'what is due no more is forgotten');
});

test('a recheck may return a later attempt, which was not requested before', () => {
  const { offer, started, delay, takeExpired, recheck } = queuesWith();
  offer('a');
  started();
  delay('a', 0);
  recheck(takeExpired(), [due('a', 'x', 2)]);
  assert.equal(started(), ['a']);
});

test('a backlogged destination is read once it has room, past the attempts in memory', () => {
  const { offer, started, complete, nextBacklogged, clearBacklogged } = queuesWith({
    waitingPerDestination: 4,
  });
  for (const id of ['a', 'b', 'c', 'd', 'e']) offer(id);
  assert.is(nextBacklogged(), null);
  started();
  complete('a', 9n);
  assert.equal(started(), ['c']);
  complete('b', 9n);
  assert.equal(started(), ['d']);
  assert.equal(nextBacklogged(), { destinationId: 'x', limit: 8 });
  clearBacklogged('x');
  assert.is(nextBacklogged(), null);
});

test('memory is bounded over all destinations', () => {
  const { offer, started, complete, confirmUpTo, size, nextBacklogged } = queuesWith({ inMemory: 2 });
  for (const id of ['a', 'b', 'c']) offer(id, id);
  assert.is(size(), 2);
  started();
  for (const id of ['a', 'b']) complete(id, 1n);
  assert.is(nextBacklogged(), null);
  confirmUpTo(1n);
  assert.is(nextBacklogged()?.destinationId, 'c');
});

test('a delivery to which something happened while it waited is no longer new', () => {
  const { queues } = queuesWith();
  for (const id of ['a', 'b']) queues.offer({ ...due(id), isNew: true });
  queues.changed('a');
  queues.changed('unknown');
  const started = [queues.next(), queues.next()].map((one) => [one?.deliveryId, one?.isNew]);
  assert.equal(started, [
    ['a', false],
    ['b', true],
  ]);
});

test('dropped attempts are removed, except those in flight', () => {
  const { offer, started, drop, markBacklogged, nextBacklogged, size, complete, confirmUpTo } = queuesWith();
  for (const id of ['a', 'b', 'c']) offer(id);
  offer('other', 'y');
  markBacklogged('x');
  assert.equal(started(), ['a', 'other', 'b']);
  drop((destinationId) => destinationId === 'x');
  assert.is(size(), 3);
  assert.is(nextBacklogged(), null);
  complete('a', 1n);
  assert.equal(started(), []);
  confirmUpTo(1n);
  assert.is(size(), 2);
});

test.run();
