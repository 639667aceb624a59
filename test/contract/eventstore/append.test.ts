import {
  binaryEvent,
  DeadlineExceededError,
  jsonEvent,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  collect,
  type EventStoreFixture,
  failureOf,
  newStream,
  numbered,
  numbersOf,
  useEventStore,
} from '../../support/eventstore/eventstore.ts';

const test = suite<EventStoreFixture>('event store: append');
test.before(async (context) => void Object.assign(context, await useEventStore()));
test.after(({ close }) => close());

test('answers the revision of the last event and a position', async ({ client }) => {
  const result = await client.appendToStream(newStream(), numbered(3));
  assert.is(result.success, true);
  assert.is(result.nextExpectedRevision, 2n);
  assert.ok(result.position && result.position.commit > 0n);
  assert.is(result.position.commit, result.position.prepare);
});

test('each append has a higher position', async ({ client }) => {
  const stream = newStream();
  const first = await client.appendToStream(stream, numbered(1));
  const second = await client.appendToStream(stream, numbered(1));
  assert.ok((second.position?.commit ?? 0n) > (first.position?.commit ?? 0n));
});

test('keeps id, type, data, metadata and time of a JSON event', async ({ client }) => {
  const stream = newStream();
  const event = jsonEvent({ type: 'Tüpe', data: { text: 'grüße 🌍' }, metadata: { from: 'übung' } });
  const before = Date.now();
  await client.appendToStream(stream, event);
  const [read] = await collect(client.readStream(stream));
  assert.is(read?.id, event.id);
  assert.is(read?.type, 'Tüpe');
  assert.is(read?.streamId, stream);
  assert.is(read?.isJson, true);
  assert.equal(read?.data, { text: 'grüße 🌍' });
  assert.equal(read?.metadata, { from: 'übung' });
  assert.ok(Math.abs((read?.created.getTime() ?? 0) - before) < 60_000);
});

test('keeps the bytes of a binary event', async ({ client }) => {
  const stream = newStream();
  const data = Uint8Array.from({ length: 256 }, (_, n) => n);
  await client.appendToStream(stream, binaryEvent({ type: 'Bytes', data, metadata: Uint8Array.of(0, 255) }));
  const [read] = await collect(client.readStream(stream));
  assert.is(read?.isJson, false);
  assert.equal(Buffer.from(read?.data as Uint8Array), Buffer.from(data));
});

test('keeps an event without data', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, binaryEvent({ type: 'Empty', data: new Uint8Array() }));
  const [read] = await collect(client.readStream(stream));
  assert.is((read?.data as Uint8Array).length, 0);
});

test('accepts stream names beyond ASCII', async ({ client }) => {
  const stream = newStream('größe/🌍 x');
  await client.appendToStream(stream, numbered(1));
  const [read] = await collect(client.readStream(stream));
  assert.is(read?.streamId, stream);
});

test('an append that expects no stream succeeds on a new one', async ({ client }) => {
  const result = await client.appendToStream(newStream(), numbered(1), { expectedRevision: 'no_stream' });
  assert.is(result.nextExpectedRevision, 0n);
});

test('an append that expects no stream fails on one with events', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(2));
  const error = await failureOf(
    client.appendToStream(stream, numbered(1), { expectedRevision: 'no_stream' }),
    WrongExpectedVersionError,
  );
  assert.is(error.streamName, stream);
  assert.is(error.expectedVersion, 'no_stream');
  assert.is(error.actualVersion, 1n);
});

test('an append that expects the current revision succeeds', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(2));
  const result = await client.appendToStream(stream, numbered(1), { expectedRevision: 1n });
  assert.is(result.nextExpectedRevision, 2n);
});

test('an append that expects an older revision fails', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(3));
  const error = await failureOf(
    client.appendToStream(stream, numbered(1), { expectedRevision: 1n }),
    WrongExpectedVersionError,
  );
  assert.is(error.expectedVersion, 1n);
  assert.is(error.actualVersion, 2n);
});

test('an append that expects a newer revision fails', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(1));
  const error = await failureOf(
    client.appendToStream(stream, numbered(1), { expectedRevision: 5n }),
    WrongExpectedVersionError,
  );
  assert.is(error.actualVersion, 0n);
});

test('an append that expects a revision of a missing stream fails', async ({ client }) => {
  const error = await failureOf(
    client.appendToStream(newStream(), numbered(1), { expectedRevision: 0n }),
    WrongExpectedVersionError,
  );
  assert.is(error.actualVersion, 'no_stream');
});

test('an append that expects an existing stream succeeds on one with events', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(1));
  const result = await client.appendToStream(stream, numbered(1), { expectedRevision: 'stream_exists' });
  assert.is(result.nextExpectedRevision, 1n);
});

test('an append that expects an existing stream fails on a new one', async ({ client }) => {
  const error = await failureOf(
    client.appendToStream(newStream(), numbered(1), { expectedRevision: 'stream_exists' }),
    WrongExpectedVersionError,
  );
  assert.is(error.expectedVersion, 'stream_exists');
  assert.is(error.actualVersion, 'no_stream');
});

test('an append that expects an existing stream fails on a deleted one', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(1));
  await client.deleteStream(stream);
  await failureOf(
    client.appendToStream(stream, numbered(1), { expectedRevision: 'stream_exists' }),
    StreamDeletedError,
  );
});

test('a stream with metadata only counts as existing', async ({ client }) => {
  const stream = newStream();
  await client.setStreamMetadata(stream, { maxCount: 10 });
  const result = await client.appendToStream(stream, numbered(1), { expectedRevision: 'stream_exists' });
  assert.is(result.nextExpectedRevision, 0n);
});

test('a conflict writes nothing', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(1));
  await failureOf(
    client.appendToStream(stream, numbered(5), { expectedRevision: 'no_stream' }),
    WrongExpectedVersionError,
  );
  assert.is((await collect(client.readStream(stream))).length, 1);
});

test('of many writers that expect the same revision, one succeeds', async ({ client }) => {
  const stream = newStream();
  const attempts = Array.from({ length: 20 }, () =>
    client.appendToStream(stream, numbered(1), { expectedRevision: 'no_stream' }),
  );
  const outcomes = await Promise.allSettled(attempts);
  assert.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.is((await collect(client.readStream(stream))).length, 1);
});

test('each of many concurrent appends is answered with its own revision', async ({ client }) => {
  const stream = newStream();
  const results = await Promise.all(
    Array.from({ length: 200 }, () => client.appendToStream(stream, numbered(1))),
  );
  const revisions = results.map(({ nextExpectedRevision }) => Number(nextExpectedRevision));
  assert.equal(
    revisions.sort((a, b) => a - b),
    Array.from({ length: 200 }, (_, n) => n),
  );
});

test('a repeated append at the same revision gets the same answer', async ({ client }) => {
  const stream = newStream();
  const events = numbered(3);
  const first = await client.appendToStream(stream, events, { expectedRevision: 'no_stream' });
  await client.appendToStream(stream, numbered(2));
  const again = await client.appendToStream(stream, events, { expectedRevision: 'no_stream' });
  assert.is(again.nextExpectedRevision, first.nextExpectedRevision);
  assert.is((await collect(client.readStream(stream))).length, 5);
});

test('a repeated append at any revision gets the same answer', async ({ client }) => {
  const stream = newStream();
  const events = numbered(3);
  const first = await client.appendToStream(stream, events);
  await client.appendToStream(stream, numbered(2));
  const again = await client.appendToStream(stream, events);
  assert.is(again.nextExpectedRevision, first.nextExpectedRevision);
  assert.is((await collect(client.readStream(stream))).length, 5);
});

test('a repetition of the first events of an append succeeds', async ({ client }) => {
  const stream = newStream();
  const events = numbered(3);
  await client.appendToStream(stream, events, { expectedRevision: 'no_stream' });
  const again = await client.appendToStream(stream, events.slice(0, 2), { expectedRevision: 'no_stream' });
  assert.is(again.nextExpectedRevision, 1n);
});

test('a repetition of an append with further events is a conflict', async ({ client }) => {
  const stream = newStream();
  const events = numbered(2);
  await client.appendToStream(stream, events, { expectedRevision: 'no_stream' });
  await failureOf(
    client.appendToStream(stream, [...events, ...numbered(1)], { expectedRevision: 'no_stream' }),
    WrongExpectedVersionError,
  );
});

test('the same id at another revision of the stream is a conflict', async ({ client }) => {
  const stream = newStream();
  const events = numbered(2);
  await client.appendToStream(stream, events);
  await failureOf(
    client.appendToStream(stream, events.slice(1), { expectedRevision: 'no_stream' }),
    WrongExpectedVersionError,
  );
});

test('the same id in another stream is another event', async ({ client }) => {
  const events = numbered(1);
  await client.appendToStream(newStream(), events);
  const other = newStream();
  await client.appendToStream(other, events);
  assert.is((await collect(client.readStream(other))).length, 1);
});

test('writes a batch of many parts in order', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(1000), { batchAppendSize: 1024 });
  const numbers = numbersOf(await collect(client.readStream(stream)));
  assert.equal(
    numbers,
    Array.from({ length: 1000 }, (_, n) => n),
  );
});

test('an append with an expired deadline fails and writes nothing', async ({ client }) => {
  const stream = newStream();
  const late = client.appendToStream(stream, numbered(5000), { deadline: 1 });
  await failureOf(late, DeadlineExceededError);
  await failureOf(collect(client.readStream(stream)), StreamNotFoundError);
});

test('a conflict is returned without an exception if the client is configured so', async ({ url }) => {
  const { EventStoreDBClient } = await import('@eventstore/db-client');
  const separator = url.includes('?') ? '&' : '?';
  const client = EventStoreDBClient.connectionString(`${url}${separator}throwOnAppendFailure=false`);
  const stream = newStream();
  await client.appendToStream(stream, numbered(1));
  const result = await client.appendToStream(stream, numbered(1), { expectedRevision: 'no_stream' });
  assert.is(result.success, false);
  await client.dispose();
});

test.run();
