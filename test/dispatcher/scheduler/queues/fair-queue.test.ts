import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FairQueue } from '../../../../dispatcher/scheduler/queues/fair-queue.ts';
import type { QueueLimit } from '../../../../dispatcher/scheduler/queues/queued-destination.ts';

const test = suite('fair queue');

interface Setting {
  readonly maxInFlight?: number;
  readonly limits?: Record<string, Partial<QueueLimit>>;
}

function queueWith({ maxInFlight = 100, limits = {} }: Setting = {}) {
  let now = 0;
  const limitOf = (id: string) => ({ concurrency: 2, perSecond: null, ahead: 0, budgets: [], ...limits[id] });
  const queue = new FairQueue<string>(maxInFlight, limitOf, () => now);
  return {
    limits,
    finished: (id: string, tookMs: number) => queue.finished(id, tookMs),
    waitingFor: (id: string) => queue.waitingFor(id),
    limitChanged: (id: string) => queue.limitChanged(id),
    clear: (id: string) => queue.clear(id),
    nextInMs: () => queue.nextInMs(),
    join: (...items: string[]) => items.forEach((item) => queue.enqueue(item.charAt(0), item)),
    started() {
      const items: string[] = [];
      for (let item = queue.next(); item !== null; item = queue.next()) items.push(item);
      return items;
    },
    pass: (ms: number) => (now += ms),
  };
}

test('limits the concurrent requests of a destination', () => {
  const { join, started, finished } = queueWith();
  join('a1', 'a2', 'a3');
  assert.equal(started(), ['a1', 'a2']);
  finished('a', 1);
  assert.equal(started(), ['a3']);
});

test('prefetches items only where permitted, and counts them as in flight when others end', () => {
  const { join, started, finished } = queueWith({ limits: { a: { ahead: 1 } } });
  join('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3');
  assert.equal(started(), ['a1', 'b1', 'a2', 'b2', 'a3']);
  finished('a', 1);
  assert.equal(started(), ['a4']);
  for (const id of ['a', 'a', 'a']) finished(id, 1);
  join('a5', 'a6', 'a7', 'a8');
  assert.equal(started(), ['a5', 'a6', 'a7']);
});

test('prefetches nothing for a slow destination, and takes no capacity from others', () => {
  const limits = { a: { ahead: 2 }, b: { ahead: 2 } };
  const { join, started, finished } = queueWith({ maxInFlight: 4, limits });
  join('a1', 'a2', 'a3', 'a4', 'a5');
  assert.equal(started(), ['a1', 'a2', 'a3', 'a4']);
  join('b1', 'b2', 'b3', 'b4');
  assert.equal(started(), ['b1', 'b2', 'b3', 'b4'], 'what waits at a worker takes no place');
  finished('a', 1_000);
  assert.equal(started(), []);
});

test('destinations take turns, so that a long queue does not delay a short one', () => {
  const { join, started } = queueWith({ limits: { a: { concurrency: 3 } } });
  join('a1', 'a2', 'a3', 'a4', 'b1', 'c1');
  assert.equal(started(), ['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('limits the requests in flight', () => {
  const { join, started, finished } = queueWith({ maxInFlight: 2 });
  join('a1', 'b1', 'c1');
  assert.equal(started(), ['a1', 'b1']);
  finished('b', 1);
  assert.equal(started(), ['c1']);
});

test('any number of hanging destinations leaves half of the capacity to the others', () => {
  const { join, started, finished, pass } = queueWith({ maxInFlight: 4 });
  join('a1', 'a2', 'b1', 'b2');
  assert.is(started().length, 4);
  pass(10_000);
  for (const id of ['a', 'a', 'b', 'b']) finished(id, 10_000);
  join('a3', 'a4', 'b3', 'b4', 'x1', 'x2', 'x3');
  assert.equal(started(), ['x1', 'x2', 'a3', 'b3']);
  finished('x', 1);
  assert.equal(started(), ['x3']);
  finished('x', 1);
  assert.equal(started(), [], 'two that hang are under way');
  finished('a', 1);
  assert.equal(started(), ['a4', 'b4'], 'it answers again');
});

test('a rate spaces requests evenly, and delays no other destination', () => {
  const { join, started, finished, pass, nextInMs } = queueWith({ limits: { a: { perSecond: 5 } } });
  join('a1', 'a2', 'a3', 'b1');
  assert.equal(started(), ['a1', 'b1']);
  finished('a', 1);
  assert.is(nextInMs(), 150);
  pass(149);
  assert.equal(started(), []);
  pass(1);
  assert.equal(started(), ['a2']);
  finished('a', 1);
  assert.is(nextInMs(), 200);
  pass(200);
  assert.equal(started(), ['a3']);
  assert.is(nextInMs(), Infinity);
});

test('no second has more requests than the rate and the burst of early timers', () => {
  const perSecond = 40;
  const { join, started, finished, pass } = queueWith({ limits: { a: { perSecond, concurrency: 1_000 } } });
  const begun: number[] = [];
  for (let n = 0; n < 500; n++) join(`a${n}`);
  for (let now = 0; now < 10_000; now += 7) {
    pass(7);
    for (const _ of started()) {
      begun.push(now);
      finished('a', 1);
    }
  }
  for (const from of begun)
    assert.ok(begun.filter((at) => at >= from && at < from + 1_000).length <= perSecond + 3);
  assert.ok(begun.filter((at) => at < 5_000).length >= 5 * perSecond, 'and the rate is reached');
});

test('a changed limit takes effect at once', () => {
  const queue = queueWith({ limits: { a: { concurrency: 0 } } });
  queue.join('a1', 'a2');
  assert.equal(queue.started(), []);
  queue.limits['a'] = { concurrency: 1 };
  queue.limitChanged('a');
  assert.equal(queue.started(), ['a1']);
});

test('clearing a queue returns its waiting items', () => {
  const { join, started, clear, waitingFor } = queueWith();
  join('a1', 'a2', 'a3');
  assert.equal(started(), ['a1', 'a2']);
  assert.equal(clear('a'), ['a3']);
  assert.is(waitingFor('a'), 0);
  assert.equal(started(), []);
});

/** Receivers that answer after so many milliseconds; whenever one is free it gets the next of an endless line. */
function simulate(receivers: Readonly<Record<string, number>>, arrivals: readonly [number, string][]) {
  let now = 0;
  const queue = new FairQueue<{ to: string; since: number }>(
    30,
    () => ({ concurrency: 8, perSecond: null, ahead: 0, budgets: [] }),
    () => now,
  );
  const waits: Record<string, number[]> = {};
  const underWay: { to: string; since: number; from: number; until: number }[] = [];
  const coming = [...arrivals];
  for (; now < 60_000; now++) {
    for (let next = coming[0]; next && next[0] <= now; next = coming[0]) {
      coming.shift();
      queue.enqueue(next[1], { to: next[1], since: now });
    }
    for (const one of underWay.filter(({ until }) => until <= now)) {
      underWay.splice(underWay.indexOf(one), 1);
      queue.finished(one.to, now - one.from);
      (waits[one.to] ??= []).push(now - one.since);
    }
    for (let one = queue.next(); one; one = queue.next())
      underWay.push({ ...one, from: now, until: now + (receivers[one.to] ?? 0) });
  }
  return waits;
}

const p99 = (values: readonly number[] = []) =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Infinity;

test('one hanging and one failing destination lengthen the wait of the others by half at most', () => {
  const good = ['a', 'b', 'c', 'd'];
  const receivers = { a: 20, b: 20, c: 20, d: 20, hangs: 10_000, fails: 5 };
  const every = (ms: number, to: string) =>
    Array.from({ length: 50_000 / ms }, (_, n): [number, string] => [n * ms, to]);
  const usual = good.flatMap((to) => every(7, to));
  const alone = simulate(
    receivers,
    usual.sort(([a], [b]) => a - b),
  );
  const beside = simulate(
    receivers,
    [...usual, ...every(50, 'hangs'), ...every(3, 'fails')].sort(([a], [b]) => a - b),
  );
  for (const to of good) {
    assert.is(beside[to]?.length, alone[to]?.length);
    assert.ok(p99(beside[to]) <= 1.5 * p99(alone[to]), `${to}: ${p99(beside[to])} after ${p99(alone[to])}`);
  }
});

test.run();
