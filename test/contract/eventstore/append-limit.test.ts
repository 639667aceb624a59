import {
  binaryEvent,
  jsonEvent,
  MaxAppendSizeExceededError,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { appendLimitBelow } from '../../../log/eventstore/append-limit.ts';
import {
  collect,
  failureOf,
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
import { testUnless } from '../../support/left-out.ts';

/** With credentials the client appends by a call of its own; without TLS the server never sees them. */
const ways = [{}, { credentials: { username: 'admin', password: 'changeit' } }];
const askedBelow = 4 * 1024 * 1024;

const { url, client, close } = await useEventStore();
const found = await appendLimitBelow(client, newStream(), askedBelow, 5_000);
const lower = found?.setting === 'MaxAppendSize' ? found.bytes : null;
const limit = lower ?? askedBelow;
const test = suite('event store: the limit of an append');
test.after(close);
const limited = testUnless(
  lower === null ? `the server takes ${askedBelow} bytes: start it with a lower MaxAppendSize` : null,
  test,
);

const big = (bytes: number) => jsonEvent({ type: 'Big', data: { text: 'x'.repeat(bytes) } });

limited('refuses more than the limit and writes nothing of it', async () => {
  const stream = newStream();
  const events = Array.from({ length: 5 }, () => big(limit / 4));
  const error = await failureOf(client.appendToStream(stream, events), MaxAppendSizeExceededError);
  assert.is(error.maxAppendSize, limit);
  await failureOf(collect(client.readStream(stream)), StreamNotFoundError);
});

limited('refuses too much in many parts, and goes on serving the connection', async () => {
  const stream = newStream();
  const events = Array.from({ length: 20 }, () => big(limit / 16));
  await failureOf(
    client.appendToStream(stream, events, { batchAppendSize: limit / 10 }),
    MaxAppendSizeExceededError,
  );
  assert.is((await client.appendToStream(stream, numbered(1))).success, true);
});

limited('refuses too many small events, either way', async () => {
  // Some versions count their data alone.
  const events = Array.from({ length: Math.ceil(limit / 350) }, () => big(400));
  for (const way of ways) {
    const append = client.appendToStream(newStream(), events, way);
    const error = await failureOf(append, MaxAppendSizeExceededError);
    assert.is(error.maxAppendSize, limit);
  }
});

limited('refuses a single event of more than the limit, either way, and writes nothing of it', async () => {
  for (const way of ways) {
    const stream = newStream();
    // Since 25.1 with the error of the limit of an event, which the client does not know.
    await failureOf(client.appendToStream(stream, big(limit), way), Error);
    await failureOf(collect(client.readStream(stream)), StreamNotFoundError);
  }
});

limited('names the limit in the trailers of a call of its own', async () => {
  const parts = Array.from({ length: 4 }, () => proposed('Big', JSON.stringify('x'.repeat(limit / 3))));
  const trailers = await trailersOf(appendByCall(url, [appendOptions(newStream(), 'any'), ...parts]));
  assert.is(trailers['exception'], 'maximum-append-size-exceeded');
  assert.is(trailers['maximum-append-size'], String(limit));
});

limited('takes just under the limit', async () => {
  const stream = newStream();
  const data = new Uint8Array(limit - 100).fill(7);
  await client.appendToStream(stream, binaryEvent({ type: 'Big', data }));
  const [read] = await collect(client.readStream(stream));
  assert.is((read?.data as Uint8Array).length, data.length);
});

test('the probe for the limit writes nothing, and an append within the limit succeeds', async () => {
  const stream = newStream();
  const size = lower === null ? askedBelow : lower / 2;
  assert.is(await appendLimitBelow(client, stream, size, 5_000), null);
  await failureOf(collect(client.readStream(stream)), StreamNotFoundError);
  await client.appendToStream(stream, binaryEvent({ type: 'Big', data: new Uint8Array(size) }));
  assert.is((await collect(client.readStream(stream))).length, 1);
});

test.run();
