import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EventPosition } from '../../log/event-log.ts';
import { openFeed } from '../../log/feed.ts';
import { type Subscriber } from '../../log/feed-run.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('log/feed');

const pointAt = (position: number): EventPosition => ({ position: BigInt(position), stream: 'a-1' });
const positionsOf = (taken: readonly EventPosition[] | 'lost'): readonly number[] | 'lost' =>
  taken === 'lost' ? taken : taken.map(({ position }) => Number(position));

/** A source of events, given by the test as their positions; `listeners` are the current subscribers. */
function speaker() {
  const listeners = new Set<Subscriber<EventPosition>>();
  let begins = 0;
  return {
    listeners,
    begins: () => begins,
    say: (...items: number[]) =>
      items.forEach((item) => listeners.forEach((one) => one.received(pointAt(item)))),
    tail(listener: Subscriber<EventPosition>) {
      begins += 1;
      listeners.add(listener);
      listener.live(pointAt(0));
      return () => void listeners.delete(listener);
    },
  };
}

const never = new AbortController().signal;

test('delivers to each cursor all events since it was opened, in order', async () => {
  const { tail, say, begins } = speaker();
  const feed = openFeed(tail);
  const early = await feed.reserve(never);
  say(1, 2);
  const late = await feed.reserve(never);
  say(3);
  assert.equal(positionsOf(await early.take(2)), [1, 2]);
  assert.equal(positionsOf(await early.take(10)), [3]);
  assert.equal(positionsOf(await late.take(10)), [3]);
  const waited = late.take(10);
  say(4, 5);
  assert.equal(positionsOf(await waited), [4, 5], 'what comes together is taken together');
  assert.is(begins(), 1, 'it listens once for all');
});

test('a waiting follower is not woken for items that it does not want, but learns their positions', async () => {
  const { tail, say } = speaker();
  const passed: number[] = [];
  const interest = {
    wants: ({ position }: EventPosition) => position % 10n === 0n,
    passedOver: ({ position }: EventPosition) => void passed.push(Number(position)),
  };
  const feed = openFeed(tail);
  const cursor = await feed.reserve(never, interest);
  const waited = cursor.take(10);
  say(1, 2);
  await eventually('both are passed over together', () => passed.length === 1 && passed[0] === 2);
  say(3);
  await eventually('the next is passed over', () => passed.length === 2 && passed[1] === 3);
  say(4, 10, 11);
  assert.equal(positionsOf(await waited), [4, 10, 11], 'a wanted item comes with those around it');
  const another = await feed.reserve(never);
  const woken = another.take(1);
  say(12);
  await woken;
  assert.equal(passed, [2, 3], 'nothing is passed over while the follower is at work');
  assert.equal(positionsOf(await cursor.take(10)), [12]);
});

test("a cursor names the event after which it starts: the feed's first, or the last received", async () => {
  const { tail, say } = speaker();
  const feed = openFeed(tail);
  assert.equal((await feed.reserve(never)).after, pointAt(0));
  say(4, 9);
  assert.equal((await feed.reserve(never)).after, pointAt(9));
});

test('a slow follower loses its cursor, and the others are not affected', async () => {
  const { tail, say } = speaker();
  const feed = openFeed(tail, 8);
  const slow = await feed.reserve(never);
  const quick = await feed.reserve(never);
  const seen: number[] = [];
  for (let n = 0; n < 100; n++) {
    say(n);
    const taken = await quick.take(10);
    assert.not.equal(taken, 'lost');
    if (taken !== 'lost') seen.push(...taken.map(({ position }) => Number(position)));
  }
  assert.equal(
    seen,
    Array.from({ length: 100 }, (_, n) => n),
  );
  assert.is(await slow.take(10), 'lost');
  slow.close();
  say(100);
  assert.equal(positionsOf(await quick.take(10)), [100]);
});

test('a failure reaches every cursor after the earlier items, and the next cursor opens a new subscription', async () => {
  const { tail, say, listeners, begins } = speaker();
  const feed = openFeed(tail);
  const places = await Promise.all([feed.reserve(never), feed.reserve(never)]);
  const waiting = places.map((place) => place.take(10));
  say(1);
  for (const listener of listeners) listener.failed(new Error('lost'));
  for (const [index, place] of places.entries()) {
    assert.equal(positionsOf((await waiting[index]) ?? []), [1]);
    await place.take(10).then(
      () => assert.unreachable('it threw nothing'),
      (error: unknown) => assert.is(error instanceof Error && error.message, 'lost'),
    );
    place.close();
  }
  const next = await feed.reserve(never);
  assert.is(begins(), 2);
  say(2);
  assert.equal(positionsOf(await next.take(10)), [2]);
});

test('a subscription that never starts reports its failure to the waiting followers', async () => {
  const feed = openFeed<EventPosition>((listener) => {
    setImmediate(() => listener.failed(new Error('away')));
    return () => undefined;
  });
  for (const waiting of [feed.reserve(never), feed.reserve(never)])
    await waiting.then(
      () => assert.unreachable('it threw nothing'),
      (error: unknown) => assert.is(error instanceof Error && error.message, 'away'),
    );
});

test('the signal ends the wait, and without cursors the feed unsubscribes', async () => {
  const { tail, listeners } = speaker();
  const feed = openFeed(tail);
  const stopping = new AbortController();
  const places = await Promise.all([feed.reserve(stopping.signal), feed.reserve(never)]);
  const waiting = places[0].take(10);
  stopping.abort();
  assert.equal(positionsOf(await waiting), []);
  places[0].close();
  assert.is(listeners.size, 1);
  places[1].close();
  assert.is(listeners.size, 0);
  const unbegun = openFeed<EventPosition>(() => () => undefined).reserve(stopping.signal);
  assert.equal(await (await unbegun).take(1), []);
  await eventually('nothing is listened to', () => listeners.size === 0);
});

test.run();
