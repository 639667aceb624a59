import { BACKWARDS, END } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  collect,
  type EventStoreFixture,
  newStream,
  numbered,
  numbersOf,
  useEventStore,
} from '../../support/eventstore/eventstore.ts';
import { eventually } from '../../support/eventually.ts';

const test = suite<EventStoreFixture>('event store: stream metadata');
test.before(async (context) => void Object.assign(context, await useEventStore()));
test.after(({ close }) => close());

test('keeps the metadata that was set', async ({ client }) => {
  const stream = newStream();
  await client.setStreamMetadata(stream, { maxCount: 5, maxAge: 60, custom: { a: [1] } });
  const { metadata } = await client.getStreamMetadata(stream);
  assert.equal(metadata, { maxCount: 5, maxAge: 60, custom: { a: [1] } });
});

test('is empty before it is set', async ({ client }) => {
  assert.is((await client.getStreamMetadata(newStream())).metadata, undefined);
});

test('is the last one that was set', async ({ client }) => {
  const stream = newStream();
  await client.setStreamMetadata(stream, { maxCount: 5 });
  await client.setStreamMetadata(stream, { maxCount: 6 });
  const events = await collect(client.readStream(`$$${stream}`));
  assert.equal(
    events.map(({ revision, data }) => [revision, data]),
    [[1n, { $maxCount: 6 }]],
  );
});

test('$maxCount shows the last events only', async ({ client }) => {
  const stream = newStream();
  await client.setStreamMetadata(stream, { maxCount: 2 });
  await client.appendToStream(stream, numbered(5));
  assert.equal(numbersOf(await collect(client.readStream(stream))), [3, 4]);
});

test('$maxCount holds backwards', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(5));
  await client.setStreamMetadata(stream, { maxCount: 2 });
  const back = client.readStream(stream, { direction: BACKWARDS, fromRevision: END });
  assert.equal(numbersOf(await collect(back)), [4, 3]);
});

test('$maxCount can be raised again', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(5));
  await client.setStreamMetadata(stream, { maxCount: 2 });
  await client.setStreamMetadata(stream, { maxCount: 4 });
  assert.equal(numbersOf(await collect(client.readStream(stream))), [1, 2, 3, 4]);
});

test('$tb hides the events before it', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(5));
  await client.setStreamMetadata(stream, { truncateBefore: 3 });
  assert.equal(numbersOf(await collect(client.readStream(stream))), [3, 4]);
});

test('a stream whose events are all hidden exists, but is empty', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(3));
  await client.setStreamMetadata(stream, { truncateBefore: 10 });
  assert.equal(await collect(client.readStream(stream)), []);
});

test('$maxAge hides older events', async ({ client }) => {
  const stream = newStream();
  await client.setStreamMetadata(stream, { maxAge: 1 });
  await client.appendToStream(stream, numbered(2));
  await eventually('hidden by age', async () => (await collect(client.readStream(stream))).length === 0);
  await client.appendToStream(stream, numbered(1, 'Young'));
  assert.is((await collect(client.readStream(stream))).length, 1);
});

test('expects a revision like any stream', async ({ client }) => {
  const stream = newStream();
  const first = await client.setStreamMetadata(stream, { maxCount: 5 }, { expectedRevision: 'no_stream' });
  const second = await client.setStreamMetadata(
    stream,
    { maxCount: 6 },
    { expectedRevision: first.nextExpectedRevision },
  );
  assert.is(second.nextExpectedRevision, 1n);
});

test('metadata that is not a JSON object sets nothing', async ({ client }) => {
  const { jsonEvent } = await import('@eventstore/db-client');
  const stream = newStream();
  await client.appendToStream(stream, numbered(3));
  await client.appendToStream(`$$${stream}`, jsonEvent({ type: '$metadata', data: 'no object' }));
  assert.is((await collect(client.readStream(stream))).length, 3);
});

test.run();
