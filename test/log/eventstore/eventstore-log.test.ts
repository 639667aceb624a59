import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import { UnreadableEvent } from '../../../log/codec.ts';
import {
  type Backlog,
  type Batch,
  caughtUp,
  type EventLog,
  type NewEvent,
  noStream,
} from '../../../log/event-log.ts';
import { ConcurrencyConflict, LogUnavailable } from '../../../log/log-errors.ts';
import { temporaryLog } from '../../support/eventstore/temporary-log.ts';
import { eventually } from '../../support/eventually.ts';
import { embeddedOnly } from '../../support/servers.ts';
import { metadata } from '../metadata.ts';

const at = '2026-01-02T03:04:05.678Z';

const planChanged = (plan: string): DomainEvent => ({ type: 'PlanChanged', data: { plan, at } });
const newEvent = (event: DomainEvent): NewEvent => ({ id: randomUUID(), event, metadata });
const newStream = () => `account-${randomUUID()}`;

const collect = async <T>(source: AsyncIterable<T>): Promise<T[]> => {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
};

const test = suite<Awaited<ReturnType<typeof temporaryLog>>>('event log');

test.before(async (context) => {
  Object.assign(context, await temporaryLog());
});
test.after(({ close }) => close());

test('an appended event is read back with its position and its metadata', async ({ log }) => {
  const stream = newStream();
  const appended = await log.append(stream, noStream, [planChanged('a'), planChanged('b')].map(newEvent));
  const events = await collect(log.readStream(stream));
  assert.equal(
    events.map(({ event, revision }) => [event, revision]),
    [
      [planChanged('a'), 0],
      [planChanged('b'), 1],
    ],
  );
  assert.is(events[1]?.position, appended.position);
  assert.is(events[1]?.revision, appended.revision);
  assert.equal(events[0]?.metadata, metadata);
  assert.equal((await log.readEvent(stream, 1))?.event, planChanged('b'));
});

test('a stream that does not exist has no events', async ({ log }) => {
  assert.equal(await collect(log.readStream(newStream())), []);
  assert.is(await log.readEvent(newStream(), 0), null);
});

test('an append at another revision is a conflict, and appends nothing', async ({ log }) => {
  const stream = newStream();
  await log.append(stream, noStream, [newEvent(planChanged('a'))]);
  for (const expected of [noStream, 1, 7]) {
    const attempt = log.append(stream, expected, [newEvent(planChanged('b'))]);
    assert.instance(await attempt.catch((error: unknown) => error), ConcurrencyConflict);
  }
  assert.is((await collect(log.readStream(stream))).length, 1);
});

test('repeating an append with the same ids succeeds and adds nothing', async ({ log }) => {
  const stream = newStream();
  const events = [newEvent(planChanged('a')), newEvent(planChanged('b'))];
  const first = await log.append(stream, noStream, events);
  assert.equal(await log.append(stream, noStream, events), first);
  assert.is((await collect(log.readStream(stream))).length, 2);
});

test('an event that cannot be read stops its reader, which names the event and its position', async ({
  log,
  url,
}) => {
  const stream = newStream();
  const client = EventStoreDBClient.connectionString(url);
  const future = { schemaVersion: 99, ...metadata };
  const broken = jsonEvent({ type: 'PlanChanged', data: { plan: 'private', at }, metadata: future });
  await client.appendToStream(stream, broken);
  await client.dispose();
  const error: unknown = await collect(log.readStream(stream)).catch((reason: unknown) => reason);
  if (!(error instanceof UnreadableEvent)) throw new Error('it was read');
  for (const part of ['PlanChanged', 'version 99', broken.id, `${stream}@0`])
    assert.match(error.message, part);
  assert.not.match(error.message, 'private');
});

const { signal: never } = new AbortController();

async function readAll({ take }: Backlog, most = 100): Promise<Batch> {
  const items: Batch[number][] = [];
  for (let batch; (batch = await take(most));) items.push(...batch);
  return items;
}

const backlogOf = (log: EventLog, after: bigint | null, streamPrefixes: readonly string[]) =>
  readAll(log.backlog({ after, streamPrefixes, signal: never }));

const eventsIn = (items: Batch) =>
  items.flatMap((item) => (item === caughtUp || !item.event ? [] : [item.event]));

test('a backlog yields the events of the log, reports that it has caught up, and ends', async ({ log }) => {
  const stream = newStream();
  const { position } = await log.append(stream, noStream, [newEvent(planChanged('a'))]);
  await log.append(stream, 0, [newEvent(planChanged('b'))]);
  const [all, rest] = [await backlogOf(log, null, [stream]), await backlogOf(log, position, [stream])];
  const told = (items: Batch) => eventsIn(items).map(({ event }) => event);
  assert.equal(told(all), [planChanged('a'), planChanged('b')]);
  assert.equal(told(rest), [planChanged('b')], 'after the position that it is given');
  for (const items of [all, rest]) assert.is(items.indexOf(caughtUp), items.length - 1);
});

test('the tombstone of an erased stream is a system event, and skipped', async ({ log }) => {
  const stream = newStream();
  const place = await log.feed.reserve(never);
  const { position } = await log.append(stream, noStream, [newEvent(planChanged('a'))]);
  await log.eraseStream(stream);
  const items = await backlogOf(log, position, [stream]);
  assert.equal(
    items.flatMap((item) => (item === caughtUp || !item.undecoded ? [] : [item.undecoded.type])),
    [],
  );
  const heard = await eventually('the mark is heard', async () => {
    const taken = await place.take(100);
    return taken !== 'lost' && taken.find((one) => one.stream === stream && one.position > position);
  });
  place.close();
  assert.equal(heard.item(), { position: heard.position, event: null });
});

test('the signal or a close ends a backlog at once', async ({ log }) => {
  await log.append(newStream(), noStream, ['a', 'b', 'c'].map(planChanged).map(newEvent));
  const begin = () => {
    const ended = new AbortController();
    const backlog = log.backlog({ after: null, streamPrefixes: [''], signal: ended.signal });
    return { ...backlog, abort: () => ended.abort() };
  };
  for (const how of ['abort', 'close'] as const) {
    const read = begin();
    assert.is((await read.take(1))?.length, 1);
    read[how]();
    assert.is(await read.take(1), null);
    const waiting = begin();
    const taken = waiting.take(1);
    waiting[how]();
    assert.is(await taken, null, 'though somebody waits');
  }
  const signal = AbortSignal.abort();
  assert.is(
    await log.backlog({ after: null, streamPrefixes: [''], signal }).take(1),
    null,
    'nor is one begun',
  );
});

embeddedOnly(
  test,
  'EVENTSTORE_URL',
  'the server is stopped',
)(
  'a log that is gone fails the backlog and the append; both work again when it is back',
  async ({ log, stop, restart }) => {
    const stream = newStream();
    await stop();
    assert.instance(await backlogOf(log, null, [stream]).catch((error: unknown) => error), LogUnavailable);
    const event = newEvent(planChanged('a'));
    const failed = await log.append(stream, noStream, [event]).catch((error: unknown) => error);
    assert.instance(failed, LogUnavailable);
    await restart();
    await eventually('an append succeeds', () => log.append(stream, noStream, [event]));
    assert.is((await collect(log.readStream(stream))).length, 1);
  },
);

test('a stream is read a page at a time, in both directions', async ({ log }) => {
  const stream = newStream();
  await log.append(stream, noStream, ['a', 'b', 'c'].map(planChanged).map(newEvent));
  const read = async (direction: 'forwards' | 'backwards', from?: number) => {
    const { events, next } = await log.readPage(stream, { direction, from, limit: 2 });
    return [events.map(({ revision }) => revision), next];
  };
  assert.equal(await read('forwards'), [[0, 1], 2]);
  assert.equal(await read('forwards', 2), [[2], null]);
  assert.equal(await read('backwards'), [[2, 1], 0]);
  assert.equal(await read('backwards', 0), [[0], null]);
  const none = await log.readPage(newStream(), { direction: 'backwards', limit: 2 });
  assert.equal(none, { events: [], next: null });
});

test('a stream of any length is read whole, from any revision, and an event of it alone', async ({ log }) => {
  const stream = newStream();
  const plans = Array.from({ length: 1_003 }, (_, revision) => `plan ${revision}`);
  await log.append(stream, noStream, plans.map(planChanged).map(newEvent));
  for (const from of [0, 1, 3, 502, 503, 1_002, 1_003]) {
    const events = await collect(log.readStream(stream, from));
    assert.equal(
      events.map(({ event }) => event),
      plans.slice(from).map(planChanged),
    );
    assert.is((await log.readEvent(stream, from))?.revision, from < plans.length ? from : undefined);
  }
  const stored = await collect(log.readStored({ from: null, stream }));
  assert.equal(
    stored.map(({ data }) => data),
    plans.map((plan) => planChanged(plan).data),
  );
});

test.run();
