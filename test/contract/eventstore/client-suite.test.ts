import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeadlineExceededError,
  jsonEvent,
  StreamDeletedError,
  type StreamMetadata,
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

/** What the client's own published tests ask of a server and no other suite here does. */
const test = suite<EventStoreFixture>('event store: as the client is tested');
test.before(async (context) => void Object.assign(context, await useEventStore()));
test.after(({ close }) => close());

/** With credentials the client appends by a call of its own; without TLS the server never sees them. */
const ways = [{}, { credentials: { username: 'admin', password: 'changeit' } }];

test('a log begins with events of the server itself', async ({ client }) => {
  const [first] = await collect(client.readAll({ maxCount: 1 }));
  assert.ok(first?.streamId.startsWith('$'));
});

/** Appends again what a busy server did not get to in time: the id of the event keeps it from being there twice. */
async function answered<T>(append: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await append();
    } catch (error) {
      if (!(error instanceof DeadlineExceededError)) throw error;
    }
  }
}

test('thousands of appends in one turn, some of them large, are all answered, each with its own revision', async ({
  client,
}) => {
  const stream = newStream('flood');
  const sizes = Array.from({ length: 5000 }, (_, n) => (n % 250 === 0 ? 500_000 : 900));
  const events = sizes.map((size) => jsonEvent({ type: 'A', data: { value: 'A'.repeat(size) } }));
  const results = await Promise.all(
    events.map((event) => answered(() => client.appendToStream(stream, event))),
  );
  assert.is(new Set(results.map(({ nextExpectedRevision }) => nextExpectedRevision)).size, 5000);
});

test('a deadline that is too short for an append is an error, by either method', async ({ client }) => {
  for (const way of ways) {
    const append = client.appendToStream(newStream(), numbered(20_000), { ...way, deadline: 1 });
    await failureOf(append, DeadlineExceededError);
  }
});

test('conflicts name the stream and the revisions, by either method', async ({ client }) => {
  for (const way of ways) {
    const stream = newStream();
    await client.appendToStream(stream, numbered(2), way);
    const options = { ...way, expectedRevision: 'no_stream' as const };
    const error = await failureOf(
      client.appendToStream(stream, numbered(1), options),
      WrongExpectedVersionError,
    );
    assert.equal([error.streamName, error.expectedVersion, error.actualVersion], [stream, 'no_stream', 1n]);
    await client.tombstoneStream(stream);
    await failureOf(client.appendToStream(stream, numbered(1), way), StreamDeletedError);
  }
});

test('an append in parts of a kilobyte is one append', async ({ client }) => {
  const stream = newStream();
  const result = await client.appendToStream(stream, numbered(2000), { batchAppendSize: 1024 });
  assert.is(result.nextExpectedRevision, 1999n);
  assert.is((await collect(client.readStream(stream))).length, 2000);
});

test('metadata of every kind is read back as it was set', async ({ client }) => {
  const stream = newStream();
  const roles = ['admin'];
  const metadata: StreamMetadata<{ kitten: string }> = {
    maxAge: 2,
    cacheControl: 15,
    truncateBefore: 1,
    maxCount: 12,
    kitten: '😾',
    acl: {
      readRoles: roles,
      writeRoles: roles,
      deleteRoles: roles,
      metaReadRoles: roles,
      metaWriteRoles: roles,
    },
  };
  await client.setStreamMetadata(stream, metadata);
  const read = await client.getStreamMetadata(stream);
  assert.equal([read.streamName, read.metadata], [stream, metadata]);
});

test('a subscription can be piped to a writer', async ({ client }) => {
  const stream = newStream('pipeline test');
  await client.appendToStream(stream, numbered(9));
  const subscription = client.subscribeToStream(stream);
  const seen: unknown[] = [];
  const sink = new Writable({
    objectMode: true,
    write(resolved: { event: { data: unknown } }, _, done) {
      seen.push(resolved.event);
      if (seen.length < 9) done();
      else void subscription.unsubscribe().then(() => done());
    },
  });
  await pipeline(subscription, sink);
  assert.is(seen.length, 9);
});

test('an error of a call does not cost the connection', async ({ client }) => {
  await failureOf(collect(client.readStream(newStream())), StreamNotFoundError);
  await failureOf(client.deleteStream(newStream()), WrongExpectedVersionError);
  const stream = newStream();
  await client.appendToStream(stream, numbered(1));
  assert.equal(numbersOf(await collect(client.readStream(stream))), [0]);
});

test.run();
