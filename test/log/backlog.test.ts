import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  EventStoreDBClient,
  START,
  streamNameFilter,
  type AllStreamResolvedEvent,
} from '@eventstore/db-client';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  LogUnavailable,
  caughtUp,
  noStream,
  type Backlog,
  type Batch,
  type EventLog,
} from '../../log/event-log.ts';
import { openBacklog } from '../../log/eventstore-backlog.ts';
import { temporaryLog } from '../support/temporary-log.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('log/backlog');

const { signal } = new AbortController();
const at = '2026-01-02T03:04:05.678Z';
const metadata = {
  ...{ accountId: 'acc', correlationId: 'c', causationId: 'd' },
  actor: { kind: 'system', id: 'test' },
} as const;

async function readAll({ take }: Backlog, most: () => number): Promise<Batch> {
  const items: Batch[number][] = [];
  for (let batch; (batch = await take(most()));) items.push(...batch);
  return items;
}

/** The same, as the client's own subscription tells it. */
async function asTheClientTells(
  client: EventStoreDBClient,
  { after, streamPrefixes }: Pick<Parameters<EventLog['backlog']>[0], 'after' | 'streamPrefixes'>,
): Promise<readonly (string | bigint)[]> {
  const told: (string | bigint)[] = [];
  const subscription = client.subscribeToAll({
    fromPosition: after === null ? START : { commit: after, prepare: after },
    filter: streamNameFilter({
      ...{ prefixes: [...streamPrefixes], checkpointInterval: 1, maxSearchWindow: 1_000 },
      // Through the subscription, like its end, so that events before them come before them.
      checkpointReached: async (_, { commit }) => void subscription.push(commit),
    }),
  });
  subscription.on('caughtUp', () => subscription.push(caughtUp));
  for await (const step of subscription as AsyncIterable<AllStreamResolvedEvent | bigint | typeof caughtUp>) {
    if (step === caughtUp) break;
    if (typeof step === 'bigint') told.push(step);
    else if (step.event)
      told.push(nameOf(step.event.position.commit, { stream: step.event.streamId, ...step.event }));
  }
  await subscription.unsubscribe();
  return told;
}

const nameOf = (
  position: bigint,
  { id, stream, revision }: { id: string; stream: string; revision: bigint | number },
): string => `${position} ${id} ${stream}@${revision}`;

test('tells what the client itself would, from anywhere, of any streams, however much is taken at once', async () => {
  const { log, url, close } = await temporaryLog();
  const client = EventStoreDBClient.connectionString(url);
  const positions: bigint[] = [];
  for (let n = 0; n < 60; n++) {
    const stream = `${['a', 'b', 'ab'][n % 3] ?? ''}-${randomUUID()}`;
    const events = Array.from({ length: 1 + ((n * 7) % 90) }, () => ({
      ...{ id: randomUUID(), metadata },
      event: { type: 'PlanChanged', data: { plan: 'p'.repeat(n + 1), at } } as const,
    }));
    positions.push((await log.append(stream, noStream, events)).position);
  }
  const wanted = fc.record({
    after: fc.option(fc.constantFrom(...positions)),
    streamPrefixes: fc.subarray(['a-', 'b-', 'ab-', 'none-', 'a'], { minLength: 1 }),
  });
  try {
    await fc.assert(
      fc.asyncProperty(wanted, fc.infiniteStream(fc.integer({ min: 1, max: 300 })), async (one, sizes) => {
        const most = (): number => Number(sizes.next().value);
        const items = await readAll(log.backlog({ ...one, signal }), most);
        assert.is(items.indexOf(caughtUp), items.length - 1);
        const told = items.flatMap((item) => {
          if (item === caughtUp) return [];
          const { event, position } = item;
          return [event ? nameOf(position, event) : position];
        });
        assert.equal(told, await asTheClientTells(client, one));
      }),
      { numRuns: 40 },
    );
  } finally {
    await client.dispose();
    await close();
  }
});

const size = 10_000;

const checkpoint = new streams.ReadResp.Checkpoint().setCommitPosition('7').setPreparePosition('7');
const told = Buffer.from(new streams.ReadResp().setCheckpoint(checkpoint).serializeBinary());
/** A field that nobody knows makes it long. */
const message = Buffer.concat([
  told,
  Buffer.from([15 * 8 + 2, (size % 128) | 128, size >> 7]),
  Buffer.alloc(size),
]);

/** A backlog of these messages, and as much of a call as it uses. */
function backlogOf(messages: Iterable<Buffer>) {
  const given = { isCancelled: false };
  const cancel = () => void (given.isCancelled = true);
  const call = Object.assign(Readable.from(messages), { cancel });
  return { given, ...openBacklog({ read: async () => call })({ after: null, streamPrefixes: [''], signal }) };
}

test('holds the server back while enough was read ahead, and reads on when some of it is taken', async () => {
  let count = 0;
  function* endless() {
    for (;;) {
      count++;
      yield message;
    }
  }
  const { given, take, close } = backlogOf(endless());
  const enough = Math.ceil((512 * 1_024) / message.length);
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

test('a message that is none, and an end without a word, fail after what came before', async () => {
  const cutShort = Buffer.from([10, 200, 1]);
  for (const end of [[cutShort], []]) {
    const { take, close } = backlogOf([told, told, told, ...end]);
    assert.is((await take(2))?.length, 2);
    assert.is((await take(2))?.length, 1);
    const error: unknown = await take(2).catch((reason: unknown) => reason);
    assert.instance(error, LogUnavailable);
    close();
  }
});

test.run();
