import { setTimeout as delay } from 'node:timers/promises';
import {
  binaryEvent,
  type EventData,
  EventStoreDBClient,
  excludeSystemEvents,
  InvalidArgumentError,
  jsonEvent,
  type Position,
  StreamDeletedError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  collect,
  type EventStoreFixture,
  failureOf,
  follow,
  newStream,
  numbered,
  numbersOf,
  useEventStore,
} from '../../support/eventstore/eventstore.ts';
import { eventually } from '../../support/eventually.ts';

/** The ways in which programs use the client, as its published tests do. */
const test = suite<EventStoreFixture>('event store: as programs use the client');
test.before(async (context) => void Object.assign(context, await useEventStore()));
test.after(({ close }) => close());

/** An append by a call of its own, not in a batch. */
const alone = { credentials: { username: 'admin', password: 'changeit' } };

test('data and metadata of every kind are read back, together in one append', async ({ client }) => {
  const stream = newStream();
  const bytes = Buffer.from([0, 1, 24, 255]);
  const events: EventData[] = [
    jsonEvent({ type: 'a', data: 'CC ‐ 1830 \u0018 Ę 🦃', metadata: { message: '🐔' } }),
    jsonEvent({ type: 'b', data: { n: [1, null] }, metadata: bytes }),
    jsonEvent({ type: 'c', data: [5], metadata: 2 }),
    jsonEvent({ type: 'd', data: {} }),
    binaryEvent({ type: 'e', data: bytes, metadata: { message: '🐔' } }),
    binaryEvent({ type: 'f', data: bytes, metadata: bytes }),
    binaryEvent({ type: 'g', data: bytes }),
  ];
  for (const way of [{}, alone]) await client.appendToStream(`${stream}-${way === alone}`, events, way);
  for (const name of [`${stream}-false`, `${stream}-true`]) {
    const read = await collect(client.readStream(name));
    assert.equal(
      read.map(({ isJson }) => isJson),
      [true, true, true, true, false, false, false],
    );
    for (const [index, event] of read.entries()) {
      const sent = events[index];
      assert.equal([event.id, event.type], [sent?.id, sent?.type]);
      if (event.isJson) assert.equal(event.data, sent?.data);
      else assert.equal(Buffer.from(event.data), bytes);
      const { metadata } = event;
      if (metadata instanceof Uint8Array) assert.equal(Buffer.from(metadata), bytes);
      else assert.equal(metadata, sent?.metadata);
    }
  }
});

test('an event has the time of its append', async ({ client }) => {
  const stream = newStream();
  const before = Date.now();
  await client.appendToStream(stream, numbered(1));
  const after = Date.now();
  const [event] = await collect(client.readStream(stream));
  assert.instance(event?.created, Date);
  const created = event?.created.valueOf() ?? 0;
  // A server elsewhere has a clock of its own.
  if (process.env['EVENTSTORE_URL'] === undefined) assert.ok(created >= before && created <= after);
});

test('an impossible revision is refused, or taken for the end', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(2));
  for (const fromRevision of [-1n, 2n ** 64n, 2n ** 63n]) {
    // The client itself refuses some, before it asks.
    const read = async () => collect(client.readStream(stream, { direction: 'backwards', fromRevision }));
    const error: unknown = await read().then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error !== null) assert.ok(error instanceof InvalidArgumentError || error instanceof UnknownError);
  }
  assert.equal(numbersOf(await collect(client.readStream(stream))), [0, 1]);
});

test('a deletion that expects no stream succeeds on one with metadata only', async ({ client }) => {
  const stream = newStream();
  await client.setStreamMetadata(stream, { cacheControl: 10 });
  assert.ok(await client.deleteStream(stream, { expectedRevision: 'no_stream' }));
});

test('failed deletions name the stream and the expected revision', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(4));
  for (const expectedRevision of [2n, 'no_stream'] as const) {
    const options = { expectedRevision };
    for (const remove of [client.deleteStream.bind(client), client.tombstoneStream.bind(client)]) {
      const error = await failureOf(remove(stream, options), WrongExpectedVersionError);
      assert.equal([error.streamName, error.actualVersion], [stream, 3n]);
      if (expectedRevision !== 'no_stream') assert.is(error.expectedVersion, expectedRevision);
    }
  }
  const missing = newStream();
  const options = { expectedRevision: 'no_stream' as const };
  const error = await failureOf(client.deleteStream(missing, options), WrongExpectedVersionError);
  assert.is(error.streamName, missing);
  assert.ok(await client.tombstoneStream(missing, options));
  assert.is((await failureOf(collect(client.readStream(missing)), StreamDeletedError)).streamName, missing);
});

test('a subscription can be iterated, and left early', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(9));
  const marker = await client.appendToStream(stream, numbered(1));
  const seen: unknown[] = [];
  for await (const { event } of client.subscribeToStream(stream)) {
    seen.push(event?.data);
    if (seen.length === 10) break;
  }
  const appended = client.appendToStream(stream, numbered(99, 'Live'));
  const live: unknown[] = [];
  if (!marker.position) throw new Error('no position');
  for await (const { event } of client.subscribeToAll({ fromPosition: marker.position })) {
    if (event?.streamId !== stream) continue;
    live.push(event.data);
    // A reader that takes its time.
    await delay(1);
    if (live.length === 99) break;
  }
  await appended;
  assert.equal(numbersOf(live.map((data) => ({ data }))), [...Array(99).keys()]);
});

test('a subscription is confirmed once and reports when it has caught up, whatever is appended meanwhile', async ({
  client,
}) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(8));
  for (const open of [
    () => client.subscribeToStream(stream),
    () => client.subscribeToAll(),
    () => client.subscribeToAll({ fromPosition: 'end' }),
  ]) {
    const following = follow(open());
    const batch = numbered(4, newStream('last'));
    await eventually('it is confirmed', () => following.signals.includes('confirmation'));
    for (let n = 0; n < 5; n++) await client.appendToStream(stream, numbered(3));
    await client.appendToStream(stream, batch);
    await following.until('all is there', () => following.events.some(({ id }) => id === batch[3]?.id));
    await following.until('it has caught up', () => following.signals.includes('caughtUp'));
    await following.stop();
    assert.equal(following.errors, []);
    // A server that reads what it could not send live says again that it has caught up.
    assert.equal(new Set(following.signals), new Set(['confirmation', 'caughtUp']));
    assert.is(following.signals.filter((signal) => signal === 'confirmation').length, 1);
  }
});

test('checkpoints come after the requested number of events, and events wait for a slow subscriber', async ({
  client,
}) => {
  const stream = newStream();
  const { position } = await client.appendToStream(stream, numbered(1));
  if (!position) throw new Error('no position');
  const last = newStream('Last');
  const checkpoints: Position[] = [];
  let isBusy = false;
  let seen = 0;
  const filter = excludeSystemEvents({
    checkpointInterval: 2,
    checkpointReached: async (_, at) => {
      checkpoints.push(at);
      isBusy = true;
      await delay(20);
      isBusy = false;
    },
  });
  const subscription = client.subscribeToAll({ fromPosition: position, filter });
  const done = new Promise<void>((resolve, reject) => {
    subscription.on('error', reject).on('data', ({ event }) => {
      if (isBusy) reject(new Error('an event came while a checkpoint was being stored'));
      seen += 1;
      if (event?.type === last) resolve();
    });
  });
  await client.appendToStream(stream, numbered(8));
  for (let n = 0; n < 18; n++) await client.appendToStream(stream, numbered(20));
  await client.appendToStream(stream, [...numbered(15), ...numbered(1, last)]);
  await done;
  await subscription.unsubscribe();
  assert.is(seen, 384);
  // One after 32 × 2 events, and perhaps one when the past ends.
  assert.ok(checkpoints.length >= 5 && checkpoints.length <= 7, `${checkpoints.length} checkpoints`);
  for (const { commit, prepare } of checkpoints)
    assert.equal([typeof commit, typeof prepare], ['bigint', 'bigint']);
});

test('dozens of subscriptions share one connection with appends', async ({ client }) => {
  for (let n = 0; n < 40; n++) {
    const stream = newStream();
    const [before, after] = [numbered(3), numbered(7)];
    const { nextExpectedRevision } = await client.appendToStream(stream, before, {
      ...alone,
      expectedRevision: 'no_stream',
    });
    const following = follow(client.subscribeToStream(stream, { fromRevision: 'start' }));
    await following.until('the past', () => following.events.length === 3);
    await client.appendToStream(stream, after, { ...alone, expectedRevision: nextExpectedRevision });
    await following.until('the rest', () => following.events.length === 10);
    await following.stop();
    assert.equal(
      following.events.map(({ id }) => id),
      [...before, ...after].map(({ id }) => id),
    );
    assert.equal(following.errors, []);
  }
});

test('a client that is disposed of ends its subscriptions without an error, and can be used again', async ({
  url,
}) => {
  const client = EventStoreDBClient.connectionString(url);
  const stream = newStream();
  await client.appendToStream(stream, numbered(4));
  const ended: string[] = [];
  const errors: unknown[] = [];
  const subscriptions = {
    one: client.subscribeToStream(stream),
    none: client.subscribeToStream(newStream()),
    all: client.subscribeToAll(),
  };
  let confirmed = 0;
  for (const [name, subscription] of Object.entries(subscriptions))
    subscription
      .on('error', (error: unknown) => errors.push(error))
      .on('data', () => undefined)
      .on('confirmation', () => (confirmed += 1))
      .on('end', () => ended.push(name));
  await eventually('all follow', () => confirmed === 3);
  await client.dispose();
  await eventually('all ended', () => ended.length === 3);
  assert.equal([ended.toSorted(), errors], [['all', 'none', 'one'], []]);
  assert.is((await client.appendToStream(stream, numbered(1))).nextExpectedRevision, 4n);
  await client.dispose();
});

test('is found among seeds of which some do not answer, with any node preference and connection settings', async ({
  url,
}) => {
  const { host } = new URL(url.replace(/^[a-z+]+:/, 'http:'));
  const settings = 'tls=false&keepAliveInterval=10000&keepAliveTimeout=10000&connectionName=mine';
  const discovery = 'maxDiscoverAttempts=3&discoveryInterval=50&gossipTimeout=2';
  for (const text of [
    `esdb://${host}?${settings}`,
    `esdb://${host}?${settings}&defaultDeadline=10000&throwOnAppendFailure=false`,
    `esdb+discover://${host}?${settings}&${discovery}&nodePreference=leader`,
    `esdb+discover://${host}?${settings}&${discovery}&nodePreference=random`,
    `esdb://127.0.0.1:1,${host}?${settings}&${discovery}`,
  ]) {
    const client = EventStoreDBClient.connectionString(text);
    const stream = newStream();
    assert.is((await client.appendToStream(stream, numbered(1))).success, true, text);
    assert.is((await collect(client.readStream(stream))).length, 1, text);
    await client.dispose();
  }
});

test.run();
