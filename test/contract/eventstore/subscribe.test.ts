import type { Readable } from 'node:stream';
import {
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  type Position,
  StreamDeletedError,
  streamNameFilter,
} from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type EventStoreFixture,
  follow,
  newStream,
  newType,
  numbered,
  numbersOf,
  useEventStore,
} from '../../support/eventstore/eventstore.ts';

const test = suite<EventStoreFixture>('event store: subscribe');
test.before(async (context) => void Object.assign(context, await useEventStore()));
test.after(({ close }) => close());

test('confirms a subscription', async ({ client }) => {
  const following = follow(client.subscribeToStream(newStream()));
  await following.until('confirmed', () => following.signals.includes('confirmation'));
  await following.stop();
});

test('a subscription to a stream delivers existing and new events', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(2));
  const following = follow(client.subscribeToStream(stream));
  await following.until('the first two', () => following.events.length === 2);
  await client.appendToStream(stream, numbered(3));
  await following.until('three more', () => following.events.length === 5);
  assert.equal(numbersOf(following.events), [0, 1, 0, 1, 2]);
  await following.stop();
});

test('says when it has caught up', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(3));
  const following = follow(client.subscribeToStream(stream));
  await following.until('caught up', () => following.signals.includes('caughtUp'));
  assert.is(following.events.length, 3);
  await following.stop();
});

test('a subscription to a stream starts after a revision', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(4));
  const following = follow(client.subscribeToStream(stream, { fromRevision: 1n }));
  await following.until('the rest', () => following.events.length === 2);
  assert.equal(numbersOf(following.events), [2, 3]);
  await following.stop();
});

test('a subscription to a stream from its end delivers new events only', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(4));
  const following = follow(client.subscribeToStream(stream, { fromRevision: 'end' }));
  await following.until('confirmed', () => following.signals.includes('confirmation'));
  await client.appendToStream(stream, numbered(1, 'Later'));
  await following.until('the new one', () => following.events.length > 0);
  assert.equal(
    following.events.map(({ type }) => type),
    ['Later'],
  );
  await following.stop();
});

test('a subscription waits for a stream that does not exist yet', async ({ client }) => {
  const stream = newStream();
  const following = follow(client.subscribeToStream(stream));
  await following.until('confirmed', () => following.signals.includes('confirmation'));
  await client.appendToStream(stream, numbered(1));
  await following.until('the first', () => following.events.length === 1);
  await following.stop();
});

test('a subscription continues when a deleted stream gets new events', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(2));
  const following = follow(client.subscribeToStream(stream));
  await following.until('the old ones', () => following.events.length === 2);
  await client.deleteStream(stream);
  await client.appendToStream(stream, numbered(1));
  await following.until('the new one', () => following.events.length === 3);
  assert.is(following.events[2]?.revision, 2n);
  await following.stop();
});

test('a subscription to a tombstoned stream ends with an error', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(1));
  await client.tombstoneStream(stream);
  const following = follow(client.subscribeToStream(stream));
  await following.until('the error', () => following.errors.length > 0);
  assert.instance(following.errors[0], StreamDeletedError);
  await following.stop();
});

test('a subscription to $all delivers every event once and in order', async ({ client }) => {
  const [a, b] = [newStream('a'), newStream('b')];
  const { position } = await client.appendToStream(a, numbered(1));
  const following = follow(client.subscribeToAll({ fromPosition: position ?? 'start' }));
  for (let n = 0; n < 20; n += 1) await client.appendToStream(n % 2 ? a : b, numbered(3));
  const mine = () => following.events.filter(({ streamId }) => streamId === a || streamId === b);
  await following.until('all of them', () => mine().length >= 60);
  assert.is(mine().length, 60);
  const positions = following.events.map((event) => event.position?.commit ?? 0n);
  assert.equal(
    positions,
    [...positions].sort((x, y) => (x < y ? -1 : 1)),
  );
  assert.is(new Set(positions).size, positions.length);
  await following.stop();
});

test('a subscription to $all starts after a position', async ({ client }) => {
  const stream = newStream();
  const first = await client.appendToStream(stream, numbered(1, 'First'));
  await client.appendToStream(stream, numbered(1, 'Second'));
  const following = follow(client.subscribeToAll({ fromPosition: first.position ?? 'start' }));
  const mine = () => following.events.filter(({ streamId }) => streamId === stream);
  await following.until('the second', () => mine().length > 0);
  assert.is(mine()[0]?.type, 'Second');
  await following.stop();
});

test('a subscription to $all from its end delivers new events only', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(2, 'Before'));
  const following = follow(client.subscribeToAll({ fromPosition: 'end' }));
  await following.until('confirmed', () => following.signals.includes('confirmation'));
  await client.appendToStream(stream, numbered(1, 'After'));
  const mine = () => following.events.filter(({ streamId }) => streamId === stream);
  await following.until('the new one', () => mine().length > 0);
  assert.equal(
    mine().map(({ type }) => type),
    ['After'],
  );
  await following.stop();
});

test('loses and repeats nothing between existing and new events', async ({ client }) => {
  const stream = newStream();
  const total = 300;
  const writing = (async () => {
    for (let n = 0; n < total; n += 1) await client.appendToStream(stream, numbered(1));
  })();
  const following = [];
  for (let n = 0; n < 5; n += 1) {
    following.push(follow(client.subscribeToStream(stream)));
    await client.appendToStream(newStream(), numbered(1));
  }
  await writing;
  for (const each of following) {
    await each.until('all of them', () => each.events.length >= total);
    assert.equal(
      each.events.map(({ revision }) => Number(revision)),
      Array.from({ length: total }, (_, n) => n),
    );
    await each.stop();
  }
});

test('a slow subscriber gets every event', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(2000));
  const subscription: Readable = client.subscribeToStream(stream);
  let seen = 0;
  for await (const _event of subscription) {
    seen += 1;
    if (seen === 1) await client.appendToStream(stream, numbered(2000));
    if (seen === 4000) break;
  }
  assert.is(seen, 4000);
});

/** Writes matching and other events, and gives what a filtered subscription makes of them. */
async function filtered(
  { client }: EventStoreFixture,
  filter: Filter,
  writes: readonly { stream: string; type: string }[],
): Promise<string[]> {
  const { position } = await client.appendToStream(newStream('other'), numbered(1, 'Other'));
  for (const { stream, type } of writes) await client.appendToStream(stream, numbered(1, type));
  const following = follow(client.subscribeToAll({ fromPosition: position ?? 'start', filter }));
  await following.until('caught up', () => following.signals.includes('caughtUp'));
  await following.stop();
  return following.events.map(({ streamId, type }) => `${streamId} ${type}`);
}

test('filters by the beginning of stream names', async (context) => {
  const [wanted, other] = [newStream('wanted'), newStream('other')];
  const seen = await filtered(context, streamNameFilter({ prefixes: [wanted, 'nothing-of'] }), [
    { stream: wanted, type: 'A' },
    { stream: other, type: 'A' },
    { stream: wanted, type: 'B' },
  ]);
  assert.equal(seen, [`${wanted} A`, `${wanted} B`]);
});

test('filters by a regular expression on stream names', async (context) => {
  const [wanted, other] = [newStream('wanted'), newStream('other')];
  const seen = await filtered(context, streamNameFilter({ regex: `^${wanted.slice(0, -3)}...$` }), [
    { stream: wanted, type: 'A' },
    { stream: other, type: 'A' },
  ]);
  assert.equal(seen, [`${wanted} A`]);
});

test('filters by the beginning of event types', async (context) => {
  const [stream, type] = [newStream(), newType()];
  const seen = await filtered(context, eventTypeFilter({ prefixes: [type] }), [
    { stream, type: `${type}One` },
    { stream, type: 'Other' },
    { stream, type: `${type}Two` },
  ]);
  assert.equal(seen, [`${stream} ${type}One`, `${stream} ${type}Two`]);
});

test('filters by a regular expression on event types', async (context) => {
  const [stream, type] = [newStream(), newType()];
  const seen = await filtered(context, eventTypeFilter({ regex: `${type}(One|Two)$` }), [
    { stream, type: `${type}One` },
    { stream, type: `${type}Three` },
    { stream, type: `${type}Two` },
  ]);
  assert.equal(seen, [`${stream} ${type}One`, `${stream} ${type}Two`]);
});

test('leaves out system events', async (context) => {
  const stream = newStream();
  const { client } = context;
  const { position } = await client.appendToStream(stream, numbered(1));
  await client.setStreamMetadata(stream, { maxCount: 9 });
  await client.appendToStream(stream, numbered(1));
  const following = follow(
    client.subscribeToAll({ fromPosition: position ?? 'start', filter: excludeSystemEvents() }),
  );
  await following.until('caught up', () => following.signals.includes('caughtUp'));
  assert.ok(following.events.some(({ streamId }) => streamId === stream));
  assert.not.ok(following.events.some(({ type }) => type.startsWith('$')));
  await following.stop();
});

test('a filter that matches later events delivers them live', async ({ client }) => {
  const [stream, type] = [newStream(), newType()];
  const following = follow(
    client.subscribeToAll({ fromPosition: 'end', filter: eventTypeFilter({ prefixes: [type] }) }),
  );
  await following.until('confirmed', () => following.signals.includes('confirmation'));
  await client.appendToStream(stream, numbered(5, 'Other'));
  await client.appendToStream(stream, numbered(1, type));
  await following.until('the one', () => following.events.length > 0);
  assert.equal(
    following.events.map((event) => event.type),
    [type],
  );
  await following.stop();
});

/** Follows `$all` for events that nobody writes, and collects the checkpoints. */
function followCheckpoints({ client }: EventStoreFixture, fromPosition: Position | 'end') {
  const checkpoints: bigint[] = [];
  const filter = eventTypeFilter({
    prefixes: [newType()],
    maxSearchWindow: 10,
    checkpointInterval: 2,
    checkpointReached: (_subscription, { commit }) => {
      checkpoints.push(commit);
      return Promise.resolve();
    },
  });
  return { checkpoints, following: follow(client.subscribeToAll({ fromPosition, filter })) };
}

test('reports how far it has searched, even if no event matched', async (context) => {
  const { client } = context;
  const { position } = await client.appendToStream(newStream(), numbered(1));
  const half = await client.appendToStream(newStream(), numbered(100));
  await client.appendToStream(newStream(), numbered(100));
  const { checkpoints, following } = followCheckpoints(context, position ?? 'end');
  // Each is where a page began, and not every version tells of the last.
  await following.until('the half', () => (checkpoints.at(-1) ?? 0n) >= (half.position?.commit ?? 0n));
  assert.equal(
    checkpoints,
    [...checkpoints].sort((a, b) => (a < b ? -1 : 1)),
  );
  assert.ok((checkpoints[0] ?? 0n) > (position?.commit ?? 0n));
  await following.stop();
});

test('reports how far it has searched while it is live', async (context) => {
  const { client } = context;
  const { checkpoints, following } = followCheckpoints(context, 'end');
  await following.until('confirmed', () => following.signals.includes('confirmation'));
  const { position } = await client.appendToStream(newStream(), numbered(1));
  for (let n = 0; n < 5; n += 1) await client.appendToStream(newStream(), numbered(20));
  await following.until('a checkpoint', () => (checkpoints.at(-1) ?? 0n) > (position?.commit ?? 0n));
  await following.stop();
});

test('a subscription from a checkpoint misses nothing', async ({ client }) => {
  const type = newType();
  const { position } = await client.appendToStream(newStream(), numbered(1));
  await client.appendToStream(newStream(), numbered(50));
  const checkpoints: Position[] = [];
  const filter = eventTypeFilter({
    prefixes: [type],
    maxSearchWindow: 10,
    checkpointReached: (_subscription, reached) => {
      checkpoints.push(reached);
      return Promise.resolve();
    },
  });
  const first = follow(client.subscribeToAll({ fromPosition: position ?? 'start', filter }));
  await first.until('a checkpoint', () => checkpoints.length > 0);
  await first.stop();
  await client.appendToStream(newStream(), numbered(1, type));
  const resumed = follow(client.subscribeToAll({ fromPosition: checkpoints.at(-1) ?? 'end', filter }));
  await resumed.until('the event', () => resumed.events.length === 1);
  await resumed.stop();
});

test.run();
