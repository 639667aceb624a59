import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openDestinationQueues, type Limits } from '../../../dispatcher/scheduler/destination-queues.ts';

const test = suite('lanes');

const due = (deliveryId: string, destinationId = 'x', attempt = 1) => ({
  deliveryId,
  destinationId,
  attempt,
});

function lanesWith(limits: Partial<Limits> = {}) {
  let now = 0;
  const lanes = openDestinationQueues(
    { inAll: 100, waitingPerDestination: 100, remembered: 100, ...limits },
    () => ({ concurrency: 2, perSecond: null }),
    () => now,
  );
  const offer = (...what: Parameters<typeof due>) => lanes.offer(due(...what));
  const started = () => {
    const ids: string[] = [];
    for (let next = lanes.next(); next; next = lanes.next())
      ids.push(next.deliveryId + (next.again ? ' again' : ''));
    return ids;
  };
  return { ...lanes, offer, started, pass: (ms: number) => (now += ms) };
}

test('what waits, is under way or was made is not started twice', () => {
  const { offer, started, made, shown, size } = lanesWith();
  offer('a');
  offer('a');
  assert.equal(started(), ['a']);
  offer('a');
  made('a', 100n);
  shown(99n);
  offer('a');
  assert.equal(started(), [], 'the read model does not show it yet');
  shown(100n);
  assert.is(size(), 0);
});

test('the next attempt of a delivery is another one', () => {
  const { offer, started, made, shown, size } = lanesWith();
  offer('a', 'x', 1);
  started();
  made('a', 100n);
  offer('a', 'x', 2);
  assert.equal(started(), ['a']);
  shown(100n);
  assert.is(size(), 1, 'what tells of the first attempt says nothing of the second');
});

test('a next attempt that is due before the answer to the one before has come is not forgotten', () => {
  const { offer, started, made, shown, size } = lanesWith();
  offer('a', 'x', 1);
  started();
  offer('a', 'x', 2);
  assert.equal(started(), [], 'one at a time');
  made('a', 100n);
  shown(100n);
  assert.equal(started(), ['a']);
  made('a', 200n);
  shown(200n);
  assert.is(size(), 0);
});

test('a read model that does not show what was made is doubted in the end', () => {
  const { offer, started, made, pass, rested, settle } = lanesWith();
  offer('a');
  started();
  made('a', 100n);
  pass(29_999);
  assert.equal(rested(), []);
  pass(1);
  assert.equal(rested(), ['a']);
  settle(['a'], [due('a')]);
  assert.equal(started(), ['a again']);
});

test('what failed is looked at after a rest, each time a longer one, and sent again if it is still due', () => {
  const { offer, started, backOff, pass, rested, settle, nextInMs, size } = lanesWith();
  offer('a');
  started();
  for (const ms of [500, 1_000, 2_000]) {
    backOff('a');
    assert.is(nextInMs(), ms);
    pass(ms - 1);
    assert.equal(rested(), []);
    pass(1);
    assert.equal(rested(), ['a']);
    assert.equal(rested(), [], 'told once');
    settle(['a'], [due('a')]);
    assert.equal(started(), ['a again']);
  }
  backOff('a');
  pass(4_000);
  settle(rested(), []);
  assert.is(size(), 0, 'what is due no more is forgotten');
});

test('what came of a rest may be a later attempt: that one was not sent before', () => {
  const { offer, started, rest, rested, settle } = lanesWith();
  offer('a');
  started();
  rest('a', 0);
  settle(rested(), [due('a', 'x', 2)]);
  assert.equal(started(), ['a']);
});

test('a full lane asks for its own queue once it has room, past all that is remembered of it', () => {
  const { offer, started, made, wanting, had } = lanesWith({ waitingPerDestination: 4 });
  for (const id of ['a', 'b', 'c', 'd', 'e']) offer(id);
  assert.is(wanting(), null);
  started();
  made('a', 9n);
  assert.equal(started(), ['c']);
  made('b', 9n);
  assert.equal(started(), ['d']);
  assert.equal(wanting(), { destinationId: 'x', limit: 8 });
  had('x');
  assert.is(wanting(), null);
});

test('memory is bounded over all lanes', () => {
  const { offer, started, made, shown, size, wanting } = lanesWith({ remembered: 2 });
  for (const id of ['a', 'b', 'c']) offer(id, id);
  assert.is(size(), 2);
  started();
  for (const id of ['a', 'b']) made(id, 1n);
  assert.is(wanting(), null);
  shown(1n);
  assert.is(wanting()?.destinationId, 'c');
});

test('what is dropped is forgotten, except for what is under way', () => {
  const { offer, started, drop, want, wanting, size, made, shown } = lanesWith();
  for (const id of ['a', 'b', 'c']) offer(id);
  offer('other', 'y');
  want('x');
  assert.equal(started(), ['a', 'other', 'b']);
  drop((destinationId) => destinationId === 'x');
  assert.is(size(), 3);
  assert.is(wanting(), null);
  made('a', 1n);
  assert.equal(started(), []);
  shown(1n);
  assert.is(size(), 2);
});

test.run();
