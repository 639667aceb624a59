import { BACKWARDS, END, type Position, StreamNotFoundError } from '@eventstore/db-client';
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

const test = suite<EventStoreFixture>('event store: read');
test.before(async (context) => void Object.assign(context, await useEventStore()));
test.after(({ close }) => close());

/** A stream of five numbered events. */
async function streamOfFive({ client }: EventStoreFixture): Promise<string> {
  const stream = newStream();
  await client.appendToStream(stream, numbered(5));
  return stream;
}

test('reads a stream from its start', async (context) => {
  const stream = await streamOfFive(context);
  assert.equal(numbersOf(await collect(context.client.readStream(stream))), [0, 1, 2, 3, 4]);
});

test('numbers the events of a stream from 0', async (context) => {
  const events = await collect(context.client.readStream(await streamOfFive(context)));
  assert.equal(
    events.map(({ revision }) => revision),
    [0n, 1n, 2n, 3n, 4n],
  );
});

test('reads a stream from a revision on, inclusive', async (context) => {
  const stream = await streamOfFive(context);
  const events = await collect(context.client.readStream(stream, { fromRevision: 3n }));
  assert.equal(numbersOf(events), [3, 4]);
});

test('reads at most the requested number of events of a stream', async (context) => {
  const stream = await streamOfFive(context);
  const events = await collect(context.client.readStream(stream, { fromRevision: 1n, maxCount: 2 }));
  assert.equal(numbersOf(events), [1, 2]);
});

test('reads nothing beyond the end of a stream', async (context) => {
  const stream = await streamOfFive(context);
  assert.equal(await collect(context.client.readStream(stream, { fromRevision: 9n })), []);
});

test('reads a stream backwards from its end', async (context) => {
  const stream = await streamOfFive(context);
  const events = await collect(
    context.client.readStream(stream, { direction: BACKWARDS, fromRevision: END }),
  );
  assert.equal(numbersOf(events), [4, 3, 2, 1, 0]);
});

test('reads a stream backwards from a revision, inclusive', async (context) => {
  const stream = await streamOfFive(context);
  const events = await collect(
    context.client.readStream(stream, { direction: BACKWARDS, fromRevision: 3n, maxCount: 2 }),
  );
  assert.equal(numbersOf(events), [3, 2]);
});

test('reads a stream backwards from beyond its end', async (context) => {
  const stream = await streamOfFive(context);
  const events = await collect(
    context.client.readStream(stream, { direction: BACKWARDS, fromRevision: 99n, maxCount: 1 }),
  );
  assert.equal(numbersOf(events), [4]);
});

test('a stream that was never written is not found', async ({ client }) => {
  const stream = newStream();
  const error = await failureOf(collect(client.readStream(stream)), StreamNotFoundError);
  assert.is(error.streamName, stream);
});

test('reads a long stream in full, in both directions', async ({ client }) => {
  const stream = newStream();
  const count = 3000;
  await client.appendToStream(stream, numbered(count));
  const upwards = Array.from({ length: count }, (_, n) => n);
  assert.equal(numbersOf(await collect(client.readStream(stream))), upwards);
  const back = await collect(client.readStream(stream, { direction: BACKWARDS, fromRevision: END }));
  assert.equal(numbersOf(back), upwards.reverse());
});

test('a reader may stop in the middle', async ({ client }) => {
  const stream = newStream();
  await client.appendToStream(stream, numbered(2000));
  let seen = 0;
  for await (const { event } of client.readStream(stream)) {
    seen += event ? 1 : 0;
    if (seen === 10) break;
  }
  assert.is(seen, 10);
  assert.is((await client.appendToStream(stream, numbered(1))).success, true);
});

/** Appends to two streams in turn; what was written where, and where in `$all` it begins. */
async function writeInTurn({ client }: EventStoreFixture) {
  const [a, b] = [newStream('a'), newStream('b')];
  const positions: Position[] = [];
  for (let n = 0; n < 3; n += 1) {
    for (const stream of [a, b]) {
      const { position } = await client.appendToStream(stream, numbered(1));
      if (position) positions.push(position);
    }
  }
  return { a, b, positions };
}

test('reads $all in the order of writing, from a position on, inclusive', async (context) => {
  const { a, b, positions } = await writeInTurn(context);
  const events = await collect(context.client.readAll({ fromPosition: positions[1] ?? 'start' }));
  const mine = events.filter(({ streamId }) => streamId === a || streamId === b);
  assert.equal(
    mine.map(({ streamId }) => streamId),
    [b, a, b, a, b],
  );
});

test('the position in $all is the one that the append returned', async (context) => {
  const { positions } = await writeInTurn(context);
  const [read] = await collect(
    context.client.readAll({ fromPosition: positions[2] ?? 'start', maxCount: 1 }),
  );
  assert.equal(read?.position, positions[2]);
});

test('the events of one append have different positions', async ({ client }) => {
  const stream = newStream();
  const { position } = await client.appendToStream(stream, numbered(3));
  const events = await collect(client.readStream(stream));
  const positions = events.map((event) => event.position?.commit ?? 0n);
  assert.ok((positions[0] ?? 0n) < (positions[1] ?? 0n) && (positions[1] ?? 0n) < (positions[2] ?? 0n));
  assert.is(positions[2], position?.commit);
});

test('reads $all backwards from the end', async (context) => {
  const { a, b } = await writeInTurn(context);
  const events = await collect(
    context.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 500 }),
  );
  const mine = events.filter(({ streamId }) => streamId === a || streamId === b);
  assert.equal(
    mine.map(({ streamId }) => streamId),
    [b, a, b, a, b, a],
  );
});

test('reads $all backwards before a position, exclusive', async (context) => {
  const { positions } = await writeInTurn(context);
  const before = await collect(
    context.client.readAll({ direction: BACKWARDS, fromPosition: positions[3] ?? 'end', maxCount: 500 }),
  );
  // Others may write to a real log meanwhile.
  const own = before.filter(({ position }) => positions.some((at) => at.commit === position.commit));
  assert.equal(own[0]?.position, positions[2]);
});

test('reads at most the requested number of events of $all', async (context) => {
  await writeInTurn(context);
  assert.is((await collect(context.client.readAll({ maxCount: 4 }))).length, 4);
});

test('reads nothing of $all from its end on', async ({ client }) => {
  assert.equal(await collect(client.readAll({ fromPosition: END })), []);
});

test('shows metadata in $all', async (context) => {
  const { a, positions } = await writeInTurn(context);
  await context.client.setStreamMetadata(a, { maxCount: 2 });
  const events = await collect(context.client.readAll({ fromPosition: positions[5] ?? 'start' }));
  assert.ok(events.some(({ streamId, type }) => streamId === `$$${a}` && type === '$metadata'));
});

test.run();
