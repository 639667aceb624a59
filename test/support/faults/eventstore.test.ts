import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BACKWARDS, END, EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type EventStoreServer, startEventStore } from '../../../packages/embedded-eventstore/src/server.ts';
import { collect, follow, newStream, numbered, numbersOf } from '../eventstore/eventstore.ts';
import { eventually } from '../eventually.ts';
import { type EventStoreCluster, openEventStoreCluster } from './eventstore-cluster.ts';

interface Context {
  dir: string;
  server: EventStoreServer;
  cluster: EventStoreCluster;
  clients: EventStoreDBClient[];
}

const test = suite<Context>('faults/eventstore');

test.before.each(async (context) => {
  context.dir = mkdtempSync(join(tmpdir(), 'formlog-faults-'));
  context.server = await startEventStore({ dir: context.dir, port: 0 });
  context.cluster = await openEventStoreCluster(context.server.url);
  context.clients = [];
});
test.after.each(async ({ dir, server, cluster, clients }) => {
  await Promise.all(clients.map((client) => client.dispose()));
  await cluster.close();
  await server.close();
  rmSync(dir, { recursive: true });
});

function clientOf({ clients }: Context, url: string): EventStoreDBClient {
  const opened = EventStoreDBClient.connectionString(url);
  clients.push(opened);
  return opened;
}
const at = (context: Context, { port }: { port: number }) =>
  clientOf(context, `esdb://127.0.0.1:${port}?tls=false`);

const inStream = async (from: EventStoreDBClient, stream: string, options = {}) =>
  numbersOf(await collect(from.readStream(stream, options)));
const lastInLog = async (from: EventStoreDBClient) =>
  numbersOf(await collect(from.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })));

function nodesOf({ cluster }: Context) {
  const [leader, follower] = cluster.nodes;
  if (!leader || !follower) throw new Error('there are three nodes');
  return { leader, follower };
}

test('a client finds the leader by gossip, and the next one after an election', async (context) => {
  const { cluster } = context;
  const { follower } = nodesOf(context);
  const some = clientOf(context, cluster.url);
  const stream = newStream();
  const options = { requiresLeader: true };
  await some.appendToStream(stream, numbered(1), options);
  await cluster.elect(follower);
  const refused = await some.appendToStream(stream, numbered(1), options).catch((error: unknown) => error);
  assert.match(String(refused), 'Leader info available');
  await eventually('the client has switched', () =>
    some.appendToStream(stream, numbered(1), { ...options, expectedRevision: 0n }).catch(() => false),
  );
  assert.is(follower.wire.connections() > 0, true);
  assert.equal(await inStream(some, stream, options), [0, 0]);
});

test('during an election nothing is written, and followers are read', async (context) => {
  const { cluster } = context;
  const { leader, follower } = nodesOf(context);
  const stream = newStream();
  const wasLeader = at(context, leader);
  const isLeft = at(context, follower);
  await wasLeader.appendToStream(stream, numbered(1));
  // Connected before the election, so that the appends arrive while it lasts.
  await eventually('the follower has it', async () => (await inStream(isLeft, stream)).length === 1);
  const election = cluster.elect(follower, 1_000);
  const append = (to: EventStoreDBClient) =>
    to.appendToStream(stream, numbered(1)).catch((error: unknown) => error);
  for (const refused of await Promise.all([wasLeader, isLeft].map(append)))
    assert.match(String(refused), 'Server Is Not Ready');
  assert.equal(await inStream(isLeft, stream), [0]);
  await election;
  await isLeft.appendToStream(stream, numbered(1));
});

test('a follower that lags shows a prefix of the log to every kind of read', async (context) => {
  const { leader, follower } = nodesOf(context);
  const [ahead, behind] = [at(context, leader), at(context, follower)];
  const [known, unknown] = [newStream('known'), newStream('unknown')];
  await ahead.appendToStream(known, numbered(2));
  await eventually('the follower has it', async () => (await inStream(behind, known)).length === 2);
  follower.lag(Infinity);
  await ahead.appendToStream(known, numbered(4).slice(2));
  await ahead.appendToStream(unknown, numbered(1));

  assert.equal(await inStream(ahead, known), [0, 1, 2, 3]);
  assert.equal(await inStream(behind, known), [0, 1]);
  assert.equal(await inStream(behind, known, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }), [1]);
  assert.match(String(await inStream(behind, unknown).catch((error: unknown) => error)), 'not found');
  assert.equal(await lastInLog(ahead), [0]);
  assert.equal(await lastInLog(behind), [1]);
  const all = await collect(behind.readAll({ direction: FORWARDS, fromPosition: START }));
  assert.is(all.filter(({ streamId }) => streamId === known).length, 2);
  assert.is(all.filter(({ streamId }) => streamId === unknown).length, 0);

  const fromStart = follow(behind.subscribeToAll({ fromPosition: START }));
  const fromEnd = follow(behind.subscribeToAll({ fromPosition: END }));
  await eventually('both are caught up', () =>
    [fromStart, fromEnd].every(({ signals }) => signals.includes('caughtUp')),
  );
  assert.is(fromStart.events.filter(({ streamId }) => streamId === known).length, 2);
  assert.is(fromEnd.events.length, 0);
  follower.lag(0);
  await eventually('what was held back comes', () => fromEnd.events.length === 3);
  assert.equal(numbersOf(fromEnd.events), [2, 3, 0]);
  await fromStart.stop();
  await fromEnd.stop();
});

test('a follower forwards writes, and refuses what requires the leader', async (context) => {
  const { follower } = nodesOf(context);
  follower.lag(Infinity);
  const stream = newStream();
  await at(context, follower).appendToStream(stream, numbered(1));
  const other = at(context, follower);
  assert.match(String(await inStream(other, stream).catch((error: unknown) => error)), 'not found');
  const read = inStream(other, stream, { requiresLeader: true });
  assert.match(String(await read.catch((error: unknown) => error)), 'Leader info available');
});

test('a write whose answer was swallowed took place; one that was lost did not', async (context) => {
  const { leader } = nodesOf(context);
  const some = at(context, leader);
  const stream = newStream();
  for (const [fate, expected] of [
    ['unanswered', [0]],
    ['lost', [0]],
  ] as const) {
    leader.writesAre(fate);
    const append = some.appendToStream(stream, numbered(1)).then(() => 'answered', String);
    assert.is(await Promise.race([append, delay(200, 'silence')]), 'silence');
    leader.writesAre('answered');
    assert.equal(await inStream(some, stream), expected);
  }
});

test('a connection that is cut, frozen or refused is seen by the client, and works again after', async (context) => {
  const { leader } = nodesOf(context);
  const some = at(context, leader);
  const stream = newStream();
  const revision = () => some.appendToStream(stream, numbered(1)).then((done) => done.nextExpectedRevision);
  const works = () => eventually('it works', () => revision().catch(() => null));
  await works();
  const lost = follow(some.subscribeToAll());
  await eventually('it is caught up', () => lost.signals.includes('caughtUp'));
  leader.wire.cut();
  await eventually('the subscription fails', () => lost.errors.length > 0);
  await works();

  leader.wire.refuse();
  assert.match(String(await revision().catch((error: unknown) => error)), 'UNAVAILABLE');
  leader.wire.accept();
  await works();

  leader.wire.freeze();
  let isAnswered = false;
  const held = revision().finally(() => (isAnswered = true));
  await delay(50);
  assert.is(isAnswered, false);
  leader.wire.thaw();
  await held;

  leader.wire.delay(60);
  const began = performance.now();
  await revision();
  assert.ok(performance.now() - began >= 115, 'both ways');
});

test.run();
