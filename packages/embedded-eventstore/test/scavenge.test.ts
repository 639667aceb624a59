import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, StreamNotFoundError } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  collect,
  failureOf,
  follow,
  numbered,
  numbersOf,
} from '../../../test/support/eventstore/eventstore.ts';
import { startScavenge } from '../../../test/support/eventstore/eventstore-raw.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { type EventStoreServer, startEventStore } from '../src/server.ts';

interface Context {
  dir: string;
  server: EventStoreServer;
  client: EventStoreDBClient;
}

const test = suite<Context>('embedded event store: scavenge');
test.before.each(async (context) => {
  context.dir = mkdtempSync(join(tmpdir(), 'formlog-scavenge-'));
  context.server = await startEventStore({ dir: context.dir, port: 0 });
  context.client = EventStoreDBClient.connectionString(context.server.url);
});
test.after.each(async ({ client, server, dir }) => {
  await client.dispose();
  await server.close();
  rmSync(dir, { recursive: true });
});

/** Scavenges to the end. @returns the reported number of removed events */
async function scavenge({ client, server }: Context): Promise<unknown> {
  const id = (await startScavenge(server.url)).getScavengeId();
  const report = await eventually('scavenged', async () => {
    const events = await collect(client.readStream(`$scavenges-${id}`));
    return events.find(({ type }) => type === '$scavengeCompleted');
  });
  const { data } = report;
  return typeof data === 'object' && 'removed' in data ? data['removed'] : undefined;
}

const inAll = async ({ client }: Context, stream: string): Promise<string[]> =>
  (await collect(client.readAll())).filter(({ streamId }) => streamId === stream).map(({ type }) => type);

test('keeps readable events', async (context) => {
  await context.client.appendToStream('a', numbered(3));
  assert.is(await scavenge(context), 0);
  assert.is((await inAll(context, 'a')).length, 3);
});

test('removes the events of a deleted stream from $all', async (context) => {
  await context.client.appendToStream('a', numbered(2500));
  await context.client.appendToStream('b', numbered(2));
  await context.client.deleteStream('a');
  assert.is((await inAll(context, 'a')).length, 2500);
  assert.is(await scavenge(context), 2500);
  assert.equal(await inAll(context, 'a'), []);
  assert.is((await inAll(context, 'b')).length, 2);
});

test('keeps a deleted stream deleted, and its revisions', async (context) => {
  await context.client.appendToStream('a', numbered(3));
  await context.client.deleteStream('a');
  await scavenge(context);
  await failureOf(collect(context.client.readStream('a')), StreamNotFoundError);
  const { nextExpectedRevision } = await context.client.appendToStream('a', numbered(1));
  assert.is(nextExpectedRevision, 3n);
});

test('keeps of a stream deleted for good only its tombstone', async (context) => {
  await context.client.setStreamMetadata('a', { maxCount: 5 });
  await context.client.appendToStream('a', numbered(3));
  await context.client.tombstoneStream('a');
  await scavenge(context);
  assert.equal(await inAll(context, 'a'), ['$streamDeleted']);
  assert.equal(await inAll(context, '$$a'), []);
});

test('removes the events that $maxCount and $tb hide', async (context) => {
  await context.client.appendToStream('a', numbered(5));
  await context.client.setStreamMetadata('a', { maxCount: 2 });
  await context.client.appendToStream('b', numbered(5));
  await context.client.setStreamMetadata('b', { truncateBefore: 4 });
  assert.is(await scavenge(context), 3 + 4);
  assert.equal(numbersOf(await collect(context.client.readStream('a'))), [3, 4]);
  assert.equal(numbersOf(await collect(context.client.readStream('b'))), [4]);
});

test('changes no position', async (context) => {
  const { client } = context;
  await client.appendToStream('a', numbered(3));
  const kept = await client.appendToStream('b', numbered(1));
  const last = await client.appendToStream('a', numbered(1));
  await client.deleteStream('a');
  await scavenge(context);
  const [read] = await collect(client.readAll({ fromPosition: kept.position ?? 'start', maxCount: 1 }));
  assert.equal(read?.position, kept.position);
  const next = await client.appendToStream('b', numbered(1));
  assert.ok((next.position?.commit ?? 0n) > (last.position?.commit ?? 0n));
});

test('does not disturb a subscription', async (context) => {
  const { client } = context;
  await client.appendToStream('a', numbered(500));
  const following = follow(client.subscribeToAll());
  await following.until('caught up', () => following.signals.includes('caughtUp'));
  await client.deleteStream('a');
  await scavenge(context);
  await client.appendToStream('b', numbered(1, 'After'));
  await following.until('the new one', () => following.events.at(-1)?.type === 'After');
  assert.equal(following.errors, []);
});

test('a subscriber resumes at the position of a removed event', async (context) => {
  const { client } = context;
  const { position } = await client.appendToStream('a', numbered(3));
  await client.appendToStream('b', numbered(1, 'Kept'));
  await client.deleteStream('a');
  await scavenge(context);
  const following = follow(client.subscribeToAll({ fromPosition: position ?? 'end' }));
  await following.until('the kept one', () => following.events.length > 0);
  assert.is(following.events[0]?.type, 'Kept');
});

test.run();
