import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { startInProcess } from '../../../test/support/eventstore/child-server.ts';
import { collect, follow, numbered } from '../../../test/support/eventstore/eventstore.ts';
import { startScavenge } from '../../../test/support/eventstore/eventstore-raw.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { entryUrl } from '../../embedded-server/src/spawn.ts';
import { scavenge } from '../src/scavenging/scavenge.ts';
import { startEventStore } from '../src/server.ts';
import { openStore } from '../src/storage/store.ts';

const test = suite<{ dir: string }>('embedded event store: erasure');
eachInDirectory(test);

const secret = 'margaret@example.org';
const entry = entryUrl('../src/bin', import.meta.url);

/** Events of many sizes: small ones share a page of the file, large ones have pages of their own. */
const secrets = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    jsonEvent({ type: 'Secret', data: { secret, filling: 'x'.repeat(n % 10 === 0 ? 9000 : n * 3) } }),
  );

/** Whether any file of the directory holds the secret. */
const isOnDisk = (dir: string): boolean =>
  readdirSync(dir).some((name) => readFileSync(join(dir, name)).includes(secret));

/** Events of a stream that is deleted and of one that stays, mixed. */
async function fill(client: EventStoreDBClient): Promise<void> {
  for (const event of secrets(25)) {
    await client.appendToStream('goes', event);
    await client.appendToStream('stays', numbered(1));
  }
}

test('after a scavenge no file has a removed event', async ({ dir }) => {
  const server = await startEventStore({ dir, port: 0 });
  const client = EventStoreDBClient.connectionString(server.url);
  await fill(client);
  const positions = async (): Promise<unknown[]> =>
    (await collect(client.readStream('stays'))).map(({ position }) => position);
  const before = await positions();
  await client.deleteStream('goes');
  assert.ok(isOnDisk(dir));
  await startScavenge(server.url);
  await eventually('erased', () => !isOnDisk(dir));
  assert.equal(await positions(), before);
  assert.is((await client.appendToStream('stays', numbered(1))).nextExpectedRevision, 25n);
  await client.dispose();
  await server.close();
  assert.not(isOnDisk(dir));
});

test('scavenges by itself at an interval', async ({ dir }) => {
  const server = await startEventStore({ dir, port: 0, scavengeEveryMs: 20 });
  const client = EventStoreDBClient.connectionString(server.url);
  await client.appendToStream('goes', secrets(10));
  await client.deleteStream('goes');
  await eventually('erased', () => !isOnDisk(dir));
  const types = (await collect(client.readAll())).map(({ type }) => type);
  assert.not(types.includes('Secret'));
  await client.dispose();
  await server.close();
});

test('a start continues a scavenge that a crash ended', async ({ dir }) => {
  const first = await startEventStore({ dir, port: 0 });
  const client = EventStoreDBClient.connectionString(first.url);
  await fill(client);
  await client.deleteStream('goes');
  await client.dispose();
  await first.close();
  const store = openStore(dir);
  let steps = 0;
  assert.is(await scavenge(store, () => steps++ > 0), 25);
  await store.close();
  assert.ok(isOnDisk(dir));
  const second = await startEventStore({ dir, port: 0 });
  await eventually('erased', () => !isOnDisk(dir));
  await second.close();
});

test('writers, readers and subscribers go on during scavenges', async ({ dir }) => {
  const server = await startEventStore({ dir, port: 0, scavengeEveryMs: 5 });
  const client = EventStoreDBClient.connectionString(server.url);
  const following = follow(client.subscribeToStream('kept'));
  let reads = 0;
  for (let round = 0; round < 15; round += 1) {
    const stream = `short-lived-${round}`;
    const slowRead = collect(client.readAll());
    await Promise.all([
      client.appendToStream(stream, secrets(5)).then(() => client.deleteStream(stream)),
      client.appendToStream('kept', numbered(3), { expectedRevision: round === 0 ? 'no_stream' : 'any' }),
    ]);
    const kept = (await slowRead).filter(({ streamId }) => streamId === 'kept');
    assert.ok(kept.length >= reads);
    reads = kept.length;
  }
  await following.until('all', () => following.events.length === 45);
  assert.equal(
    following.events.map(({ revision }) => Number(revision)),
    Array.from({ length: 45 }, (_, n) => n),
  );
  assert.equal(following.errors, []);
  await eventually('erased', () => !isOnDisk(dir));
  await client.dispose();
  await server.close();
});

/** Rounds of scavenging and killing; more in `npm run crash`. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 1);

test('a kill during a scavenge loses no event that stays', async ({ dir }) => {
  let kept = 0;
  for (let round = 0; round < rounds; round += 1) {
    const server = await startInProcess(entry, { dir });
    const client = EventStoreDBClient.connectionString(server.url);
    assert.is((await collect(client.readAll())).filter(({ type }) => type === 'Numbered').length, kept);
    for (let n = 0; n < 5; n += 1) {
      const stream = `short-lived-${round}-${n}`;
      await client.appendToStream(stream, secrets(60));
      await client.appendToStream('kept', numbered(2));
      kept += 2;
      await client.deleteStream(stream);
    }
    await startScavenge(server.url);
    // The process may die at any moment.
    await delay(Math.random() * 30);
    await server.kill('SIGKILL');
    await client.dispose();
  }
  const server = await startEventStore({ dir, port: 0 });
  await startScavenge(server.url);
  await eventually('erased', () => !isOnDisk(dir));
  const client = EventStoreDBClient.connectionString(server.url);
  assert.is((await collect(client.readStream('kept'))).length, kept);
  await client.dispose();
  await server.close();
  assert.is(readdirSync(dir).filter((name) => name.endsWith('.mdb')).length, 1);
});

test.run();
