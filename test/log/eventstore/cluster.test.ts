// Embedded only: the members of the cluster leave and come back.

import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import { type EventLog, type NewEvent, noStream } from '../../../log/event-log.ts';
import { openEventStoreLog } from '../../../log/eventstore/eventstore-log.ts';
import { startCluster } from '../../support/eventstore/event-store-cluster.ts';
import { eventually } from '../../support/eventually.ts';
import { metadata } from '../metadata.ts';

interface Context {
  readonly cluster: Awaited<ReturnType<typeof startCluster>>;
  readonly log: EventLog;
}

const test = suite<Context>('a log on a cluster whose nodes leave');

test.before.each(async (context) => {
  const cluster = await startCluster(3);
  Object.assign(context, { cluster, log: openEventStoreLog({ url: cluster.url, appendTimeoutMs: 2_000 }) });
});
test.after.each(async ({ cluster, log }) => {
  await log.close();
  await cluster.close();
});

const event: DomainEvent = { type: 'PlanChanged', data: { plan: 'pro', at: '2026-01-02T03:04:05.678Z' } };
const append = (log: EventLog) => {
  const made: NewEvent = { id: randomUUID(), event, metadata };
  return log.append(`account-${randomUUID()}`, noStream, [made]);
};
const appended = (log: EventLog) => eventually('an append succeeds', () => append(log), 20_000);

test('after the permanent loss of the leader the other nodes serve reads and writes', async ({
  cluster,
  log,
}) => {
  await append(log);
  await cluster.nodes[0]?.leave();
  const { position } = await appended(log);
  assert.is(await log.head(), position);
});

test('the connected node fails and returns while the others are down', async ({ cluster, log }) => {
  await append(log);
  for (const node of cluster.nodes) {
    for (const other of cluster.nodes) if (other !== node) await other.leave();
    await node.comeBack().catch(() => undefined);
    await appended(log);
    for (const other of cluster.nodes) if (other !== node) await other.comeBack();
  }
});

test('all nodes are down for longer than a search takes: calls fail meanwhile, and succeed afterwards', async ({
  cluster,
  log,
}) => {
  await append(log);
  const stop = new AbortController();
  // Calls under way at every moment: some end while another searches for a node.
  const busy = Array.from({ length: 4 }, async () => {
    while (!stop.signal.aborted) await Promise.allSettled([log.head(), log.feed.reserve(stop.signal)]);
  });
  for (const node of cluster.nodes) await node.leave();
  const failures = await Promise.allSettled(Array.from({ length: 5 }, () => log.head()));
  assert.ok(failures.every(({ status }) => status === 'rejected'));
  const again = await Promise.allSettled([log.head(), append(log)]);
  assert.ok(again.every(({ status }) => status === 'rejected'));
  await cluster.nodes[2]?.comeBack();
  const { position } = await appended(log);
  assert.is(await log.head(), position);
  stop.abort();
  await Promise.all(busy);
});

test.run();
