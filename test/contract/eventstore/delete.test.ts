import {
  BACKWARDS,
  END,
  type ResolvedEvent,
  StreamDeletedError,
  type StreamingRead,
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
import { eventually } from '../../support/eventually.ts';

const test = suite<EventStoreFixture>('event store: delete');
test.before(async (context) => void Object.assign(context, await useEventStore()));
test.after(({ close }) => close());

/** A stream of three events. */
async function streamOfThree({ client }: EventStoreFixture): Promise<string> {
  const stream = newStream();
  await client.appendToStream(stream, numbered(3));
  return stream;
}

/** The events of a deleted stream that was written again. The real server may not find it for some milliseconds. */
const revived = (read: () => StreamingRead<ResolvedEvent>) =>
  eventually('the stream is there', () => collect(read()).catch(() => undefined));

test('a deleted stream is not found', async (context) => {
  const stream = await streamOfThree(context);
  await context.client.deleteStream(stream);
  await failureOf(collect(context.client.readStream(stream)), StreamNotFoundError);
});

test('a deletion returns a position', async (context) => {
  const { position } = await context.client.deleteStream(await streamOfThree(context));
  assert.ok((position?.commit ?? 0n) > 0n);
});

test('a deletion at the exact revision succeeds', async (context) => {
  const stream = await streamOfThree(context);
  await context.client.deleteStream(stream, { expectedRevision: 2n });
  await failureOf(collect(context.client.readStream(stream)), StreamNotFoundError);
});

test('a deletion at another revision fails and deletes nothing', async (context) => {
  const stream = await streamOfThree(context);
  const error = await failureOf(
    context.client.deleteStream(stream, { expectedRevision: 1n }),
    WrongExpectedVersionError,
  );
  assert.is(error.streamName, stream);
  assert.is(error.expectedVersion, 1n);
  assert.is(error.actualVersion, 2n);
  assert.is((await collect(context.client.readStream(stream))).length, 3);
});

test('a deletion that expects no stream fails on one with events', async (context) => {
  const stream = await streamOfThree(context);
  await failureOf(
    context.client.deleteStream(stream, { expectedRevision: 'no_stream' }),
    WrongExpectedVersionError,
  );
});

test('the deletion of a stream that was never written fails', async ({ client }) => {
  await failureOf(client.deleteStream(newStream()), WrongExpectedVersionError);
});

test('a stream with metadata only can be deleted', async ({ client }) => {
  const stream = newStream();
  await client.setStreamMetadata(stream, { cacheControl: 10 });
  assert.ok(await client.deleteStream(stream, { expectedRevision: 'no_stream' }));
});

test('a deleted stream continues after its last revision', async (context) => {
  const stream = await streamOfThree(context);
  await context.client.deleteStream(stream);
  const { nextExpectedRevision } = await context.client.appendToStream(stream, numbered(2));
  assert.is(nextExpectedRevision, 4n);
  const events = await revived(() => context.client.readStream(stream));
  assert.equal(
    events.map(({ revision }) => revision),
    [3n, 4n],
  );
});

test('a deleted stream accepts an append that expects no stream', async (context) => {
  const stream = await streamOfThree(context);
  await context.client.deleteStream(stream);
  await context.client.appendToStream(stream, numbered(1), { expectedRevision: 'no_stream' });
  assert.is((await revived(() => context.client.readStream(stream))).length, 1);
});

test('a deleted stream accepts an append that expects its last revision', async (context) => {
  const stream = await streamOfThree(context);
  await context.client.deleteStream(stream);
  await context.client.appendToStream(stream, numbered(1), { expectedRevision: 2n });
  const back = () => context.client.readStream(stream, { direction: BACKWARDS, fromRevision: END });
  assert.is((await revived(back)).length, 1);
});

test('new metadata revives a deleted stream without its old events', async (context) => {
  const stream = await streamOfThree(context);
  await context.client.deleteStream(stream);
  await context.client.setStreamMetadata(stream, { maxCount: 10 });
  // The real server hides the old events again after it has written the metadata.
  const isEmpty = async () => (await collect(context.client.readStream(stream))).length === 0;
  await eventually('the stream is there, without events', isEmpty);
  await context.client.appendToStream(stream, numbered(1));
  assert.is((await collect(context.client.readStream(stream))).length, 1);
});

test('a stream can be deleted again', async (context) => {
  const stream = await streamOfThree(context);
  await context.client.deleteStream(stream);
  await context.client.appendToStream(stream, numbered(1));
  await context.client.deleteStream(stream);
  await failureOf(collect(context.client.readStream(stream)), StreamNotFoundError);
});

test('a deletion keeps the events of other streams', async (context) => {
  const [stream, other] = [await streamOfThree(context), await streamOfThree(context)];
  await context.client.deleteStream(stream);
  assert.equal(numbersOf(await collect(context.client.readStream(other))), [0, 1, 2]);
});

test('a read of a tombstoned stream fails with its own error', async (context) => {
  const stream = await streamOfThree(context);
  await context.client.tombstoneStream(stream);
  const error = await failureOf(collect(context.client.readStream(stream)), StreamDeletedError);
  assert.is(error.streamName, stream);
});

test('a tombstoned stream accepts no more events', async (context) => {
  const stream = await streamOfThree(context);
  await context.client.tombstoneStream(stream);
  const error = await failureOf(context.client.appendToStream(stream, numbered(1)), StreamDeletedError);
  assert.is(error.streamName, stream);
});

test('a tombstoned stream accepts no metadata', async (context) => {
  const stream = await streamOfThree(context);
  await context.client.tombstoneStream(stream);
  await failureOf(context.client.setStreamMetadata(stream, { maxCount: 1 }), StreamDeletedError);
});

test('a tombstoned stream cannot be deleted again', async (context) => {
  const stream = await streamOfThree(context);
  await context.client.tombstoneStream(stream);
  await failureOf(context.client.deleteStream(stream), StreamDeletedError);
  await failureOf(context.client.tombstoneStream(stream), StreamDeletedError);
});

test('a tombstone at another revision fails', async (context) => {
  const stream = await streamOfThree(context);
  const error = await failureOf(
    context.client.tombstoneStream(stream, { expectedRevision: 7n }),
    WrongExpectedVersionError,
  );
  assert.is(error.expectedVersion, 7n);
});

test('a stream that was never written can be tombstoned, and accepts no events then', async ({ client }) => {
  for (const expectedRevision of ['no_stream', 'any'] as const) {
    const stream = newStream();
    const { position } = await client.tombstoneStream(stream, { expectedRevision });
    await failureOf(collect(client.readStream(stream)), StreamDeletedError);
    await failureOf(client.appendToStream(stream, numbered(1)), StreamDeletedError);
    const [event] = await collect(client.readAll({ fromPosition: position ?? 'end', maxCount: 1 }));
    assert.equal([event?.streamId, event?.type], [stream, '$streamDeleted']);
  }
});

test('a tombstone appears in $all', async (context) => {
  const stream = await streamOfThree(context);
  const { position } = await context.client.tombstoneStream(stream);
  const [event] = await collect(context.client.readAll({ fromPosition: position ?? 'end', maxCount: 1 }));
  assert.is(event?.type, '$streamDeleted');
  assert.is(event?.streamId, stream);
});

test.run();
