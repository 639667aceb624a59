import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  collect,
  type EventStoreFixture,
  newStream,
  numbered,
  useEventStore,
} from '../../support/eventstore/eventstore.ts';
import {
  appendByCall,
  appendOptions,
  proposed,
  trailersOf,
} from '../../support/eventstore/eventstore-raw.ts';

const test = suite<EventStoreFixture>('event store: append in a call of its own');
test.before(async (context) => void Object.assign(context, await useEventStore()));
test.after(({ close }) => close());

test('writes all its events', async ({ client, url }) => {
  const stream = newStream();
  const requests = [appendOptions(stream, 'no_stream'), proposed('A', '1'), proposed('B', '2')];
  const response = await appendByCall(url, requests);
  assert.is(response.getSuccess()?.getCurrentRevision(), '1');
  const events = await collect(client.readStream(stream));
  assert.equal(
    events.map(({ type, data, position }) => [type, data, position?.commit]),
    [
      ['A', 1, events[0]?.position?.commit],
      ['B', 2, BigInt(response.getSuccess()?.getPosition()?.getCommitPosition() ?? 0)],
    ],
  );
});

test('answers a conflict with both revisions', async ({ client, url }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(3));
  const response = await appendByCall(url, [appendOptions(stream, 7n), proposed('A', '1')]);
  const conflict = response.getWrongExpectedVersion();
  assert.is(conflict?.getExpectedRevision(), '7');
  assert.is(conflict?.getCurrentRevision(), '2');
});

test('answers a conflict on a missing stream', async ({ url }) => {
  const response = await appendByCall(url, [appendOptions(newStream(), 'stream_exists'), proposed('A', '1')]);
  assert.is(response.getWrongExpectedVersion()?.hasCurrentNoStream(), true);
  assert.is(response.getWrongExpectedVersion()?.hasExpectedStreamExists(), true);
});

test('a repetition gets the same answer', async ({ client, url }) => {
  const stream = newStream();
  const requests = [appendOptions(stream, 'no_stream'), proposed('A', '1'), proposed('B', '2')];
  await appendByCall(url, requests);
  const again = await appendByCall(url, requests);
  assert.is(again.getSuccess()?.getCurrentRevision(), '1');
  assert.is((await collect(client.readStream(stream))).length, 2);
});

test('fails on a stream deleted for good', async ({ client, url }) => {
  const stream = newStream();
  await client.tombstoneStream(stream);
  const trailers = await trailersOf(appendByCall(url, [appendOptions(stream, 'any'), proposed('A', '1')]));
  assert.is(trailers['exception'], 'stream-deleted');
  assert.is(trailers['stream-name'], stream);
});

test.run();
