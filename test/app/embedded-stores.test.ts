import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { AccessDeniedError, EventStoreDBClient } from '@eventstore/db-client';
import pino from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { provideStores } from '../../app/stores/embedded-stores.ts';
import { createSupervisor } from '../../app/supervisor.ts';
import { endAtOnce } from '../../packages/embedded-server/src/spawn.ts';
import { collect, failureOf, numbered } from '../support/eventstore/eventstore.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('embedded stores');

/** Starts an embedded event store beside stores that are never asked, and keeps hold of its thread. */
async function startStore() {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-stores-'));
  const threads: Worker[] = [];
  const keep = (worker: Worker): void => void threads.push(worker);
  process.on('worker', keep);
  const logger = pino({ level: 'silent' });
  const supervisor = createSupervisor(logger);
  const elsewhere = {
    EVENTSTORE_URL: undefined,
    MONGODB_URL: 'mongodb://127.0.0.1:1',
    NATS_URL: 'nats://127.0.0.1:1',
  };
  const { urls, embedded } = await provideStores({ ...elsewhere, DATA_DIR: dir }, supervisor, logger);
  const client = EventStoreDBClient.connectionString(embedded.eventstore ?? '');
  const state = () => supervisor.states()['embedded eventstore'];
  return {
    client,
    state,
    url: urls.eventstore,
    secureUrl: embedded.eventstore,
    port: Number(/:(\d+)\?/.exec(urls.eventstore)?.[1]),
    async killThread() {
      const thread = threads.at(-1);
      assert.ok(thread);
      endAtOnce(thread);
      await once(thread, 'exit');
    },
    async close() {
      process.off('worker', keep);
      await client.dispose();
      await supervisor.stop();
      rmSync(dir, { recursive: true });
    },
  };
}

test('a dead thread is replaced by another at the same address, with all stored data', async () => {
  const store = await startStore();
  await store.client.appendToStream('a', numbered(3));
  await store.killThread();
  const events = await eventually('the answer of the next', async () =>
    collect(store.client.readStream('a')).catch(() => undefined),
  );
  assert.is(events.length, 3);
  assert.is(store.state()?.restarts, 1);
  await store.close();
});

test('a port that another process has taken is named, and used again when it is free', async () => {
  const store = await startStore();
  const { port } = store;
  const squatter = createServer();
  // It must be quicker than the supervisor, which pauses before it starts the next.
  await store.killThread();
  squatter.listen(port, '127.0.0.1');
  await once(squatter, 'listening');
  const reason = await eventually('the reason', () => {
    const { lastError = '' } = store.state() ?? {};
    return lastError.includes('taken') && lastError;
  });
  assert.match(reason, `port ${port} of the embedded eventstore was taken by another program`);
  squatter.close();
  await eventually('it runs again', () =>
    store.client.appendToStream('a', numbered(1)).catch(() => undefined),
  );
  await store.close();
});

test('an event store refuses clients without its credentials, with and without TLS, even after a restart', async () => {
  const store = await startStore();
  await store.client.appendToStream('a', numbered(1));
  await store.killThread();
  await eventually('the answer of the next', async () =>
    collect(store.client.readStream('a')).catch(() => undefined),
  );
  const withoutCredentials = (url: string | null): string => (url ?? '').replace(/:\/\/[^@]+@/, '://');
  for (const url of [store.url, store.secureUrl].map(withoutCredentials)) {
    const stranger = EventStoreDBClient.connectionString(url);
    await failureOf(collect(stranger.readStream('a')), AccessDeniedError);
    await failureOf(stranger.appendToStream('a', numbered(1)), AccessDeniedError);
    await stranger.dispose();
  }
  const friend = EventStoreDBClient.connectionString(store.secureUrl ?? '');
  assert.is((await collect(friend.readStream('a'))).length, 1);
  await friend.dispose();
  await store.close();
});

test('if one store cannot start, the others can be stopped', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-stores-'));
  writeFileSync(join(dir, 'mongodb'), 'in the way');
  const logger = pino({ level: 'silent' });
  const supervisor = createSupervisor(logger);
  const unset = { EVENTSTORE_URL: undefined, MONGODB_URL: undefined, NATS_URL: undefined };
  await provideStores({ ...unset, DATA_DIR: dir }, supervisor, logger).then(
    () => assert.unreachable('started'),
    (failure: unknown) => assert.match(String(failure), 'mongodb'),
  );
  await supervisor.stop();
  const names = Object.keys(supervisor.states()).sort();
  assert.equal(names, ['embedded eventstore', 'embedded nats']);
  assert.ok(Object.values(supervisor.states()).every(({ state }) => state === 'stopped'));
  rmSync(dir, { recursive: true });
});

test.run();
