import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLanes, type Limits } from '../../dispatcher/lanes.ts';

const test = suite('lanes');

function lanesWith(limits: Partial<Limits> = {}) {
  let now = 0;
  const lanes = openLanes(
    { perDestination: 2, inAll: 100, waitingPerDestination: 100, remembered: 100, ...limits },
    () => now,
  );
  const offer = (deliveryId: string, destinationId = 'x', attempt = 1) =>
    lanes.offer({ deliveryId, destinationId, attempt });
  const started = () => {
    const ids: string[] = [];
    for (let due = lanes.next(); due; due = lanes.next())
      ids.push(due.deliveryId + (due.again ? ' again' : ''));
    return ids;
  };
  const sweep = (ids: readonly string[]) => {
    lanes.beginSweep();
    for (const id of ids) offer(id);
    lanes.endSweep();
  };
  return { ...lanes, offer, started, sweep, wait: (ms: number) => (now += ms) };
}

test('so many of one destination at once, the others wait their turn', () => {
  const { offer, started, rest } = lanesWith();
  for (const id of ['a', 'b', 'c']) offer(id);
  assert.equal(started(), ['a', 'b']);
  assert.equal(started(), []);
  rest('a', 1000);
  assert.equal(started(), ['c']);
});

test('destinations take turns, so that a long lane does not stand before a short one', () => {
  const { offer, started } = lanesWith({ perDestination: 3 });
  for (const id of ['a1', 'a2', 'a3', 'a4']) offer(id, 'a');
  offer('b1', 'b');
  offer('c1', 'c');
  assert.equal(started(), ['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('so many in all', () => {
  const { offer, started, rest } = lanesWith({ inAll: 2 });
  for (const id of ['a', 'b', 'c']) offer(id, id);
  assert.equal(started(), ['a', 'b']);
  rest('b', 1000);
  assert.equal(started(), ['c']);
});

test('what waits, is under way or was made is not started twice', () => {
  const { offer, started, made, shown, size } = lanesWith();
  assert.is(offer('a'), true);
  assert.is(offer('a'), false);
  assert.equal(started(), ['a']);
  assert.is(offer('a'), false);
  made('a', 100n);
  shown(99n);
  assert.is(offer('a'), false, 'the read model does not show it yet');
  shown(100n);
  assert.is(size(), 0);
});

test('the next attempt of a delivery is another one', () => {
  const { offer, started, made } = lanesWith();
  offer('a', 'x', 1);
  started();
  made('a', 100n);
  assert.is(offer('a', 'x', 2), true);
  assert.equal(started(), ['a']);
});

test('a read model that does not show what was made is doubted in the end', () => {
  const { offer, started, made, wait } = lanesWith();
  offer('a');
  started();
  made('a', 100n);
  wait(29_999);
  assert.is(offer('a'), false);
  wait(1);
  assert.is(offer('a'), true);
  assert.equal(started(), ['a again']);
});

test('what failed is offered again after a rest, each time a longer one', () => {
  const { offer, started, backOff, wait } = lanesWith();
  offer('a');
  started();
  for (const ms of [500, 1000, 2000]) {
    backOff('a');
    wait(ms - 1);
    assert.is(offer('a'), false);
    wait(1);
    assert.is(offer('a'), true);
    assert.equal(started(), ['a again']);
  }
});

test('what rests and is due no more is forgotten with the next whole sweep', () => {
  const { offer, started, rest, sweep, size } = lanesWith();
  for (const id of ['a', 'b']) offer(id);
  started();
  rest('a', 1000);
  rest('b', 1000);
  sweep(['b']);
  assert.is(size(), 1);
  sweep([]);
  assert.is(size(), 0);
});

test('a sweep that began before the rest says nothing about it', () => {
  const { offer, started, rest, beginSweep, endSweep, size } = lanesWith();
  offer('a');
  started();
  beginSweep();
  rest('a', 1000);
  endSweep();
  assert.is(size(), 1);
});

test('a full lane passes over, and says when it has room', () => {
  const { offer, started, rest, hasRoom } = lanesWith({ waitingPerDestination: 3 });
  for (const id of ['a', 'b', 'c', 'd']) offer(id);
  assert.is(hasRoom(), false);
  started();
  assert.is(hasRoom(), true, 'one waits where two may start');
  rest('a', 1000);
  assert.is(offer('d'), true);
});

test('memory is bounded', () => {
  const { offer, started, made, shown, size, hasRoom } = lanesWith({ remembered: 2 });
  for (const id of ['a', 'b', 'c']) offer(id, id);
  assert.is(size(), 2);
  started();
  for (const id of ['a', 'b']) made(id, 1n);
  assert.is(hasRoom(), false);
  shown(1n);
  assert.is(hasRoom(), true);
  assert.is(offer('c', 'c'), true);
});

test.run();
