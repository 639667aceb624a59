import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EventStoreDBClient,
  persistentSubscriptionToAllSettingsFromDefaults,
  persistentSubscriptionToStreamSettingsFromDefaults,
  UnavailableError,
  UnknownError,
  UnsupportedError,
} from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import {
  collect,
  failureOf,
  follow,
  numbered,
  numbersOf,
} from '../../../test/support/eventstore/eventstore.ts';
import { appendOptions, beginAppend, proposed } from '../../../test/support/eventstore/eventstore-raw.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { DirectoryLockedError } from '../../embedded-server/src/directory-lock.ts';
import { entryUrl, startInWorker } from '../../embedded-server/src/spawn.ts';
import { startEventStore } from '../src/server.ts';

const test = suite<{ dir: string }>('embedded event store');
eachInDirectory(test);

test('keeps events, revisions and positions over a restart', async ({ dir }) => {
  const first = await startEventStore({ dir, port: 0 });
  const writer = EventStoreDBClient.connectionString(first.url);
  const { position } = await writer.appendToStream('a', numbered(3));
  await writer.dispose();
  await first.close();
  const second = await startEventStore({ dir, port: 0 });
  const client = EventStoreDBClient.connectionString(second.url);
  const next = await client.appendToStream('a', numbered(1), { expectedRevision: 2n });
  assert.ok((next.position?.commit ?? 0n) > (position?.commit ?? 0n));
  assert.equal(numbersOf(await collect(client.readStream('a'))), [0, 1, 2, 0]);
  await client.dispose();
  await second.close();
});

test('recognises a repeated write after a restart', async ({ dir }) => {
  const events = numbered(3);
  const first = await startEventStore({ dir, port: 0 });
  const writer = EventStoreDBClient.connectionString(first.url);
  await writer.appendToStream('a', events);
  await writer.dispose();
  await first.close();
  const second = await startEventStore({ dir, port: 0 });
  const client = EventStoreDBClient.connectionString(second.url);
  assert.is((await client.appendToStream('a', events)).nextExpectedRevision, 2n);
  assert.is((await collect(client.readStream('a'))).length, 3);
  await client.dispose();
  await second.close();
});

test('ends the calls of subscribers and writers when it closes', async ({ dir }) => {
  const server = await startEventStore({ dir, port: 0 });
  const client = EventStoreDBClient.connectionString(server.url);
  await client.appendToStream('a', numbered(1));
  const following = follow(client.subscribeToAll());
  await following.until('caught up', () => following.signals.includes('caughtUp'));
  await server.close();
  await following.until('the error', () => following.errors.length > 0);
  assert.instance(following.errors[0], UnavailableError);
  const error = await failureOf(client.appendToStream('a', numbered(1)), Error);
  assert.match(error.message, 'UNAVAILABLE');
  await client.dispose();
});

test('ends an append under way as unavailable when it closes', async ({ dir }) => {
  const server = await startEventStore({ dir, port: 0 });
  const { ended } = await beginAppend(server.url, [appendOptions('a', 'any'), proposed('A', '1')]);
  await server.close();
  const error = await ended;
  assert.is(typeof error === 'object' && error !== null && 'code' in error && error.code, status.UNAVAILABLE);
});

test('a client goes on after a restart at the same port', async ({ dir }) => {
  const first = await startEventStore({ dir, port: 0 });
  const client = EventStoreDBClient.connectionString(first.url);
  await client.appendToStream('a', numbered(1));
  await first.close();
  const second = await startEventStore({ dir, port: first.port });
  await eventually('the client is connected again', () => client.appendToStream('a', numbered(1)));
  await client.dispose();
  await second.close();
});

test('runs in a worker thread', async ({ dir }) => {
  const entry = entryUrl('../src/bin', import.meta.url);
  const server = await startInWorker(entry, { dir, port: 0 });
  const client = EventStoreDBClient.connectionString(server.url);
  assert.is((await client.appendToStream('a', numbered(1))).success, true);
  await client.dispose();
  await server.close();
  assert.is(await server.exited, 0);
});

test('refuses a directory in use', async ({ dir }) => {
  const server = await startEventStore({ dir, port: 0 });
  await failureOf(startEventStore({ dir, port: 0 }), DirectoryLockedError);
  await server.close();
});

test('frees the directory when it cannot listen', async ({ dir }) => {
  const other = mkdtempSync(join(tmpdir(), 'formlog-eventstore-'));
  const server = await startEventStore({ dir: other, port: 0 });
  await failureOf(startEventStore({ dir, port: server.port }), Error);
  const second = await startEventStore({ dir, port: 0 });
  await second.close();
  await server.close();
  rmSync(other, { recursive: true });
});

test('refuses operations that it does not support', async ({ dir }) => {
  const server = await startEventStore({ dir, port: 0 });
  const client = EventStoreDBClient.connectionString(server.url);
  const attempts = [
    client.createPersistentSubscriptionToStream(
      'a',
      'g',
      persistentSubscriptionToStreamSettingsFromDefaults(),
    ),
    client.deletePersistentSubscriptionToStream('a', 'g'),
    client.listProjections(),
    client.enableProjection('$by_category'),
    client.getProjectionResult('p'),
    client.createProjection('p', 'fromAll()'),
  ];
  for (const error of await Promise.all(attempts.map((attempt) => failureOf(attempt, UnknownError)))) {
    assert.match(error.message, 'UNIMPLEMENTED');
  }
  const competing = client.subscribeToPersistentSubscriptionToStream('a', 'g');
  const [error] = await once(
    competing.on('data', () => undefined),
    'error',
  ).catch((reason: unknown) => [reason]);
  assert.match(String(error), 'UNIMPLEMENTED');
  await failureOf(
    client.createPersistentSubscriptionToAll('g', persistentSubscriptionToAllSettingsFromDefaults()),
    UnsupportedError,
  );
  await client.dispose();
  await server.close();
});

test('refuses a name that is too long', async ({ dir }) => {
  const server = await startEventStore({ dir, port: 0 });
  const client = EventStoreDBClient.connectionString(server.url);
  const error = await failureOf(client.appendToStream('x'.repeat(2000), numbered(1)), Error);
  assert.match(error.message, 'at most 1900 bytes');
  await client.dispose();
  await server.close();
});

test('refuses a filter that is no regular expression', async ({ dir }) => {
  const server = await startEventStore({ dir, port: 0 });
  const client = EventStoreDBClient.connectionString(server.url);
  const filter = { filterOn: 'eventType' as const, regex: '(', checkpointInterval: 1 };
  const following = follow(client.subscribeToAll({ filter }));
  await following.until('the error', () => following.errors.length > 0);
  assert.match(String(following.errors[0]), 'not a regular expression');
  await client.dispose();
  await server.close();
});

test.run();
