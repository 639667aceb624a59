import { randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Backlog,
  type Batch,
  caughtUp,
  type EventLog,
  type EventPosition,
  noStream,
} from '../../../log/event-log.ts';
import { openBacklog } from '../../../log/eventstore/backlog.ts';
import { LogUnavailable } from '../../../log/log-errors.ts';
import { temporaryLog } from '../../support/eventstore/temporary-log.ts';
import { eventually } from '../../support/eventually.ts';
import { metadata } from '../metadata.ts';

const test = suite('log/eventstore/backlog');

const { signal } = new AbortController();
const at = '2026-01-02T03:04:05.678Z';

async function readAll({ take }: Backlog, most: () => number): Promise<Batch> {
  const items: Batch[number][] = [];
  for (let batch; (batch = await take(most()));) items.push(...batch);
  return items;
}

/** The events that the client's own subscription gives until it has caught up. */
async function eventsOfTheClient(
  client: EventStoreDBClient,
  { after, streamPrefixes }: Pick<Parameters<EventLog['backlog']>[0], 'after' | 'streamPrefixes'>,
): Promise<readonly string[]> {
  const names: string[] = [];
  const subscription = client.subscribeToAll({
    fromPosition: after === null ? START : { commit: after, prepare: after },
    filter: streamNameFilter({ prefixes: [...streamPrefixes] }),
  });
  subscription.on('caughtUp', () => void subscription.unsubscribe());
  for await (const { event } of subscription)
    if (event) names.push(nameOf(event.position.commit, { stream: event.streamId, ...event }));
  return names;
}

const nameOf = (
  position: bigint,
  { id, stream, revision }: { id: string; stream: string; revision: bigint | number },
): string => `${position} ${id} ${stream}@${revision}`;

test('delivers the same events as the client, from any position, of any streams, up to the head', async () => {
  const { log, url, close } = await temporaryLog();
  const client = EventStoreDBClient.connectionString(url);
  // A real server has streams of other tests.
  const own = `${randomUUID()}-`;
  const positions: bigint[] = [];
  for (let n = 0; n < 60; n++) {
    const stream = `${own}${['a', 'b', 'ab'][n % 3] ?? ''}-${randomUUID()}`;
    const events = Array.from({ length: 1 + ((n * 7) % 90) }, () => ({
      id: randomUUID(),
      metadata,
      event: { type: 'PlanChanged', data: { plan: 'p'.repeat(n + 1), at } } as const,
    }));
    positions.push((await log.append(stream, noStream, events)).position);
  }
  const head = await log.head();
  const wanted = fc.record({
    after: fc.option(fc.constantFrom(...positions)),
    streamPrefixes: fc.subarray(
      ['a-', 'b-', 'ab-', 'none-', 'a'].map((prefix) => own + prefix),
      { minLength: 1 },
    ),
  });
  try {
    await fc.assert(
      fc.asyncProperty(wanted, fc.infiniteStream(fc.integer({ min: 1, max: 300 })), async (one, sizes) => {
        const most = (): number => Number(sizes.next().value);
        const items = await readAll(log.backlog({ ...one, signal }), most);
        assert.is(items.indexOf(caughtUp), items.length - 1);
        const steps = items.filter((item) => item !== caughtUp);
        assert.equal(
          steps.flatMap(({ event, position }) => (event ? [nameOf(position, event)] : [])),
          await eventsOfTheClient(client, one),
        );
        assert.is(steps.at(-1)?.position, one.after === head ? undefined : head, 'it ends at the head');
        for (const [index, { position }] of steps.entries())
          assert.ok(position > (steps[index - 1]?.position ?? one.after ?? -1n), 'positions grow');
      }),
      { numRuns: 40 },
    );
  } finally {
    await client.dispose();
    await close();
  }
});

const size = 10_000;

const { ReadResp } = streams;
type Message = InstanceType<typeof ReadResp>;
const bytesOf = (message: Message): Buffer => Buffer.from(message.serializeBinary());

/** A message about a position, as it comes from the server. */
const checkpoint = (commit: bigint, prepare = commit): Buffer =>
  bytesOf(
    new ReadResp().setCheckpoint(
      new ReadResp.Checkpoint().setCommitPosition(String(commit)).setPreparePosition(String(prepare)),
    ),
  );
const caughtUpMessage = bytesOf(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()));

/** An event of a type that the service does not know: only its place matters here. */
function eventAt(position: number, stream: string): Buffer {
  const event = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(randomUUID()))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)))
    .setCommitPosition(String(position))
    .setPreparePosition(String(position));
  event.getMetadataMap().set('type', 'Unknown').set('created', '0000');
  return bytesOf(new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(event)));
}

/** A checkpoint, and a field that is not known, which makes it long. */
const longMessage = (position: bigint): Buffer =>
  Buffer.concat([
    checkpoint(position),
    Buffer.from([15 * 8 + 2, (size % 128) | 128, size >> 7]),
    Buffer.alloc(size),
  ]);

interface Server {
  readonly upTo?: EventPosition;
  readonly stallMs?: number;
  /** The last event before a place. */
  readonly before?: (place: bigint) => Promise<bigint | null>;
}

const none = async (): Promise<null> => null;
const farAway = { position: 1_000n, stream: 'a-1' };

/** A backlog of these messages up to an event, and as much of a call as it uses. */
function backlogOf(messages: Readable, { upTo = farAway, stallMs = 10_000, before = none }: Server = {}) {
  const given = { isCancelled: false, request: checkpoint(0n) };
  const cancel = () => void (given.isCancelled = true);
  const call = Object.assign(messages, { cancel });
  const read = async (request: Buffer) => {
    given.request = request;
    return call;
  };
  const heads = { head: () => Promise.reject(new Error('the end is given')), before, eventAt: none };
  const open = openBacklog({ read }, heads, stallMs);
  return { given, ...open({ after: null, upTo, streamPrefixes: ['a-'], signal }) };
}

const placesOf = (items: Batch | null) =>
  items?.map((item) => (item === caughtUp ? 'caught up' : Number(item.position))) ?? null;

test('a lagging node does not end a backlog: the event at its end must arrive', async () => {
  const server = new PassThrough({ objectMode: true });
  const { take, given } = backlogOf(server, { upTo: { position: 30n, stream: 'foreign' } });
  server.write(eventAt(10, 'a-1'));
  server.write(caughtUpMessage);
  assert.equal(placesOf(await take(10)), [10]);
  const rest = take(10);
  server.write(eventAt(20, 'a-1'));
  assert.equal(placesOf(await rest), [20]);
  server.write(eventAt(30, 'foreign'));
  assert.equal(placesOf(await take(10)), [30]);
  assert.equal(placesOf(await take(10)), ['caught up']);
  assert.is(await take(10), null);
  assert.ok(given.isCancelled);
  const filter = streams.ReadReq.deserializeBinary(given.request).getOptions()?.getFilter();
  assert.equal(filter?.getStreamIdentifier()?.getPrefixList(), ['a-', 'foreign'], 'it asks for that event');
});

test('a lagging and silent node fails the backlog', async () => {
  const server = new PassThrough({ objectMode: true });
  const { take, close } = backlogOf(server, { stallMs: 20 });
  // The silence keeps no process alive.
  const staysAlive = setInterval(() => undefined, 1_000);
  server.write(caughtUpMessage);
  const error: unknown = await take(10).catch((reason: unknown) => reason);
  clearInterval(staysAlive);
  assert.instance(error, LogUnavailable);
  close();
});

test('a server that falls silent in the middle fails the backlog', async () => {
  const server = new PassThrough({ objectMode: true });
  const { take, close } = backlogOf(server, { stallMs: 10 });
  // The silence keeps no process alive.
  const staysAlive = setInterval(() => undefined, 1_000);
  server.write(eventAt(10, 'a-1'));
  assert.equal(placesOf(await take(10)), [10]);
  const error: unknown = await take(10).catch((reason: unknown) => reason);
  clearInterval(staysAlive);
  assert.instance(error, LogUnavailable);
  close();
});

test('a slow reader does not count as a silent server', async () => {
  const server = new PassThrough({ objectMode: true });
  const { take, close } = backlogOf(server, { stallMs: 5 });
  for (let position = 1n; position <= 100n; position++) server.write(longMessage(position));
  await eventually('the server is paused', () => server.isPaused());
  const until = performance.now() + 60;
  await eventually('the limit has passed', () => performance.now() > until);
  assert.ok((await take(10))?.length);
  close();
});

test('a subscription that is not confirmed fails the backlog', async () => {
  const server = new PassThrough({ objectMode: true });
  const { take, close } = backlogOf(server, { stallMs: 10 });
  // The silence keeps no process alive.
  const staysAlive = setInterval(() => undefined, 1_000);
  const error: unknown = await take(10).catch((reason: unknown) => reason);
  clearInterval(staysAlive);
  assert.instance(error, LogUnavailable);
  close();
});

test('the checkpoint of EventStoreDB 24 before the start of the log is ignored', async () => {
  const server = new PassThrough({ objectMode: true });
  const { take, close } = backlogOf(server);
  server.write(checkpoint(2n ** 64n - 1n));
  server.write(eventAt(10, 'a-1'));
  assert.equal(placesOf(await take(10)), [10]);
  close();
});

test('an event at the position of a checkpoint is not dropped', async () => {
  const server = new PassThrough({ objectMode: true });
  const { take, close } = backlogOf(server);
  server.write(checkpoint(10n, 0n));
  server.write(eventAt(10, 'a-1'));
  assert.equal(placesOf(await take(10)), [10]);
  close();
});

test('a checkpoint between two events counts as the event before it, and ends a backlog that lies before it', async () => {
  const server = new PassThrough({ objectMode: true });
  const upTo = { position: 30n, stream: 'a-1' };
  const { take } = backlogOf(server, { upTo, before: async (place) => place - 3n });
  server.write(checkpoint(10n, 0n));
  assert.equal(placesOf(await take(10)), [7]);
  server.write(checkpoint(31n, 0n));
  assert.equal(placesOf(await take(10)), [30]);
  assert.equal(placesOf(await take(10)), ['caught up']);
});

test('applies back-pressure while enough is read ahead, and continues when the reader takes some', async () => {
  let count = 0;
  function* endless() {
    for (;;) yield longMessage(BigInt(++count));
  }
  const { given, take, close } = backlogOf(Readable.from(endless()), {
    upTo: { position: 1_000_000n, stream: 'a-1' },
  });
  const enough = Math.ceil((512 * 1_024) / longMessage(1n).length);
  const slack = 20;
  await eventually('it is full', () => count >= enough);
  for (let taken = 0; taken < 1_000;) {
    taken += (await take(10))?.length ?? 0;
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(count - taken <= enough + slack, `${count - taken} ahead`);
  }
  close();
  assert.ok(given.isCancelled);
  assert.is(await take(1), null);
});

test('a malformed message and an unexpected end fail after the earlier items', async () => {
  const cutShort = Buffer.from([10, 200, 1]);
  for (const end of [[cutShort], []]) {
    const { take, close } = backlogOf(
      Readable.from([1n, 2n, 3n].map((position) => checkpoint(position)).concat(end)),
    );
    assert.is((await take(2))?.length, 2);
    assert.is((await take(2))?.length, 1);
    const error: unknown = await take(2).catch((reason: unknown) => reason);
    assert.instance(error, LogUnavailable);
    close();
  }
});

test.run();
