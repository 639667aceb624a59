// Embedded only: the leader of the cluster changes, and reads are answered late.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Batch, caughtUp, type EventLog, type NewEvent, noStream } from '../../../log/event-log.ts';
import { openEventStoreLog } from '../../../log/eventstore/eventstore-log.ts';
import { startEventStore } from '../../../packages/embedded-eventstore/src/server.ts';
import { followLog } from '../../../projections/runner/follow-log.ts';
import { eventually } from '../../support/eventually.ts';
import { type EventStoreCluster, openEventStoreCluster } from '../../support/faults/eventstore-cluster.ts';
import { metadata } from '../metadata.ts';

/** Three nodes; `log` begins at a follower. */
interface Context {
  cluster: EventStoreCluster;
  log: EventLog;
  close: () => Promise<void>;
}

const test = suite<Context>('log/eventstore/leaders');

test.before.each(async (context) => {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-leaders-'));
  const server = await startEventStore({ dir, port: 0 });
  const cluster = await openEventStoreCluster(server.url);
  const [first] = followersOf(cluster);
  const log = openEventStoreLog({ url: `esdb://127.0.0.1:${first.port}?tls=false`, appendTimeoutMs: 3_000 });
  const close = async (): Promise<void> => {
    await log.close();
    await cluster.close();
    await server.close();
    rmSync(dir, { recursive: true });
  };
  Object.assign(context, { cluster, log, close });
});
test.after.each(({ close }) => close());

const newEvent = (plan: string): NewEvent => ({
  id: randomUUID(),
  metadata,
  event: { type: 'PlanChanged', data: { plan, at: '2026-01-02T03:04:05.678Z' } },
});
const newStream = () => `account-${randomUUID()}`;

const revisionsOf = async (log: EventLog, stream: string): Promise<number[]> => {
  const revisions: number[] = [];
  for await (const { revision } of log.readStream(stream)) revisions.push(revision);
  return revisions;
};

function followersOf({ nodes, leader }: EventStoreCluster) {
  const [one, other] = nodes.filter((node) => node !== leader());
  if (!one || !other) throw new Error('there are three nodes');
  return [one, other] as const;
}

const stopFollowers = (cluster: EventStoreCluster): void =>
  followersOf(cluster).forEach((node) => node.lag(Infinity));

test('reads for decisions go to the leader, although the client is connected to a lagging follower', async ({
  cluster,
  log,
}) => {
  const stream = newStream();
  stopFollowers(cluster);
  const { position } = await log.append(stream, noStream, [newEvent('a'), newEvent('b')]);
  assert.equal(await revisionsOf(log, stream), [0, 1]);
  assert.is((await log.readEvent(stream, 1))?.revision, 1);
  const page = await log.readPage(stream, { direction: 'backwards', limit: 10 });
  assert.equal(
    page.events.map(({ revision }) => revision),
    [1, 0],
  );
  assert.is(await log.head(), position);
  const stored: string[] = [];
  for await (const event of log.readStored({ from: null, stream })) stored.push(event.type);
  assert.is(stored.length, 2);
});

test('appends and reads go on after an election, without a failure', async ({ cluster, log }) => {
  const stream = newStream();
  await log.append(stream, noStream, [newEvent('a')]);
  for (let turn = 0; turn < 3; turn++) {
    const [next] = followersOf(cluster);
    await cluster.elect(next);
    const appends = Array.from({ length: 20 }, () => log.append(newStream(), noStream, [newEvent('b')]));
    await Promise.all([...appends, log.append(stream, turn, [newEvent('c')])]);
    assert.equal(
      await revisionsOf(log, stream),
      Array.from({ length: turn + 2 }, (_, revision) => revision),
    );
  }
});

test('a backlog from a lagging follower continues to the head of the leader', async ({ cluster, log }) => {
  const stream = newStream();
  await log.append(stream, noStream, [newEvent('a')]);
  stopFollowers(cluster);
  const old = cluster.leader();
  const [next] = followersOf(cluster);
  await cluster.elect(next);
  old.lag(Infinity);
  const elsewhere = openEventStoreLog({ url: cluster.url });
  const { position } = await elsewhere.append(stream, 0, [newEvent('b')]);
  await elsewhere.close();
  const { signal } = new AbortController();
  const backlog = log.backlog({ after: null, upTo: { position, stream }, streamPrefixes: [stream], signal });
  const items: Batch[number][] = [...((await backlog.take(10)) ?? [])];
  assert.is(items.length, 1, 'this is all that the old leader shows');
  old.lag(0);
  for (let batch; (batch = await backlog.take(10));) items.push(...batch);
  assert.equal(
    items.map((item) => (item === caughtUp ? 'caught up' : item.event?.revision)),
    [0, 1, 'caught up'],
  );
});

test('nothing is skipped between the log and the feed, whichever nodes serve them', async ({
  cluster,
  log,
}) => {
  const stream = newStream();
  const stopping = new AbortController();
  await log.append(stream, noStream, [newEvent('a')]);
  stopFollowers(cluster);
  await log.append(stream, 0, [newEvent('b')]);
  const seen: number[] = [];
  const following = { after: null, streamPrefixes: [stream], signal: stopping.signal, maxItems: 10 };
  const ended = (async () => {
    for await (const batch of followLog(log, following))
      for (const item of batch) if (item !== caughtUp && item.event) seen.push(item.event.revision);
  })();
  for (let revision = 1; revision < 12; revision++) {
    const [next, other] = followersOf(cluster);
    other.lag(Infinity);
    if (revision % 3 === 0) await cluster.elect(next);
    await eventually('an append succeeds', () => log.append(stream, revision, [newEvent('c')]));
  }
  followersOf(cluster).forEach((node) => node.lag(0));
  await eventually('all have come', () => seen.length === 13, 20_000);
  assert.equal(
    seen,
    Array.from({ length: 13 }, (_, revision) => revision),
  );
  stopping.abort();
  await ended;
});

test.run();
