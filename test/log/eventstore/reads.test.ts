import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { EventStoreDBClient } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { noStream, type EventLog, type NewEvent } from '../../../log/event-log.ts';
import { readAndDrain } from '../../../log/eventstore/reads.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryLog } from '../../support/eventstore/temporary-log.ts';
import { metadata } from '../metadata.ts';

const test = suite<{ log: EventLog; close(): Promise<void>; open: () => number }>(
  'reads that are left early',
);

test.before(async (context) => {
  const made: EventStoreDBClient[] = [];
  const connect = EventStoreDBClient.connectionString;
  EventStoreDBClient.connectionString = (...args) => {
    const client = connect(...args);
    made.push(client);
    return client;
  };
  Object.assign(context, await temporaryLog());
  EventStoreDBClient.connectionString = connect;
  context.open = () => made.reduce((sum, client) => sum + openStreams(client), 0);
});
test.after(({ close }) => close());

/** What the client keeps until it ends: a stream that never does is kept for as long as the client is. */
function openStreams(client: EventStoreDBClient): number {
  const streams: unknown = Reflect.get(client, 'disposableStreams');
  if (!(streams instanceof Set)) throw new Error('this version of the client keeps its streams elsewhere');
  return streams.size;
}

const events = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    event: { type: 'PlanChanged', data: { plan: String(n), at: '2026-01-02T03:04:05.678Z' } },
    metadata,
  }));

test('none of them stays open', async ({ log, open }) => {
  const stream = `account-${randomUUID()}`;
  await log.append(stream, noStream, events(500));
  // Appends share one, which stays.
  const before = open();
  assert.is(before, 1);
  for (let n = 0; n < 5; n++) {
    await log.ping();
    await log.head();
    await log.readEvent(stream, 3);
    for await (const { revision } of log.readStream(stream)) if (revision === n) break;
    for await (const _ of log.readStored({ from: null })) break;
  }
  await eventually('all have ended', () => open() === before);
});

test('more than a thousand abandoned reads do not harm the connection', async ({ log }) => {
  const stream = `account-${randomUUID()}`;
  const stopping = new AbortController();
  const place = await log.feed.reserve(stopping.signal);
  const { position } = await log.append(stream, noStream, events(1));
  await log.append(stream, 0, events(1));
  for (let heard = 0; heard < 2;) heard += (await place.take(10)).length;
  for (let n = 0; n < 1_200; n++) for await (const _ of log.readStored({ from: position })) break;
  await log.append(stream, 1, events(1));
  assert.is((await place.take(10)).length, 1, 'it was heard all the time');
  stopping.abort();
  place.close();
});

test('the long rest of an abandoned read is cancelled', async () => {
  let isOff = false;
  const endless = new Readable({ objectMode: true, read: () => void setImmediate(() => endless.push(1)) });
  const cancel = async (): Promise<void> => {
    isOff = true;
    endless.destroy();
  };
  for await (const _ of readAndDrain(Object.assign(endless, { cancel }))) break;
  await eventually('it is called off', () => isOff);
});

test('a read that sends nothing more fails and is cancelled; a reader that takes its time does not end it', async () => {
  const staysAlive = setInterval(() => undefined, 1_000);
  let isCancelled = false;
  const silent = new Readable({ objectMode: true, read: () => undefined });
  const cancel = async (): Promise<void> => void (isCancelled = true);
  silent.push(1);
  silent.push(2);
  const seen: unknown[] = [];
  const reading = (async () => {
    for await (const one of readAndDrain(Object.assign(silent, { cancel }), 30)) {
      seen.push(one);
      assert.not(isCancelled);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  const error: unknown = await reading.catch((reason: unknown) => reason);
  assert.match(String(error), 'nothing within 30 ms');
  assert.equal(seen, [1, 2]);
  assert.ok(isCancelled);
  clearInterval(staysAlive);
});

test.run();
