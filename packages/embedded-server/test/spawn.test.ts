import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { EventStoreDBClient } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { startInProcess } from '../../../test/support/eventstore/child-server.ts';
import { collect } from '../../../test/support/eventstore/eventstore.ts';
import { startEventStore } from '../../embedded-eventstore/src/server.ts';
import { lockDirectory } from '../src/directory-lock.ts';
import { entryUrl, startInWorker } from '../src/spawn.ts';

const test = suite<{ dir: string }>('server in a thread or process of its own');
eachInDirectory(test);

const entry = entryUrl('./fixtures/locking-entry', import.meta.url);

test('a worker reports its url and closes cleanly', async ({ dir }) => {
  const server = await startInWorker(entry, { dir, port: 0 });
  assert.is(server.url, `lock://${dir}`);
  await server.close();
  assert.is(await server.exited, 0);
  assert.equal(readdirSync(dir), []);
});

test('a worker has a small young generation, whatever that of the process is', async () => {
  // As `npm start` sets it.
  setFlagsFromString('--max-semi-space-size=16');
  const server = await startInWorker(entryUrl('./fixtures/allocating-entry', import.meta.url), { dir: '' });
  await server.close();
  const megabytes = Number(/^young:\/\/(\d+)$/.exec(server.url)?.[1]);
  assert.ok(megabytes >= 1 && megabytes <= 12, server.url);
});

test('a worker that cannot start rejects with its error', async ({ dir }) => {
  const lock = lockDirectory(dir);
  const failure = await startInWorker(entry, { dir, port: 0 }).catch((error: unknown) => error);
  assert.match(String(failure), `in use by process ${process.pid}`);
  lock.release();
});

test('a worker that ends by itself reports its exit code', async ({ dir }) => {
  const server = await startInWorker(entry, { dir, port: 1 });
  assert.is(await server.exited, 3);
  await server.close();
});

test('a process ends cleanly on SIGTERM', async ({ dir }) => {
  const server = await startInProcess(entry, { dir });
  assert.is(server.url, `lock://${dir}`);
  assert.is(await server.kill('SIGTERM'), 0);
  assert.equal(readdirSync(dir), []);
});

test('a process that cannot start prints the reason', async ({ dir }) => {
  const lock = lockDirectory(dir);
  const failure = await startInProcess(entry, { dir }).catch((error: unknown) => error);
  assert.match(String(failure), `in use by process ${process.pid}`);
  lock.release();
});

test('a process with an unknown option prints its usage', async ({ dir }) => {
  const outcome: unknown = await startInProcess(entry, { dir, args: ['--nonsense'] }).catch(String);
  const failure = String(outcome);
  assert.match(failure, "Unknown option '--nonsense'");
  assert.match(
    failure,
    /Usage: locking-entry\S* --dir <directory> \[--port <number>\] \[--config <JSON file>\]\n$/,
  );
  assert.not.match(failure, /^ +at /m);
});

test('a program that fails ends, even if a store in one of its threads has just written; the write is kept', async ({
  dir,
}) => {
  const host = fileURLToPath(entryUrl('./fixtures/abrupt-host', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, host, dir], { stdio: 'ignore' });
  const code: unknown = await Promise.race([
    once(child, 'exit'),
    delay(30_000, ['still running'], { ref: false }),
  ]);
  child.kill('SIGKILL');
  assert.equal(code, [1, null]);
  const server = await startEventStore({ dir, port: 0 });
  const client = EventStoreDBClient.connectionString(server.url);
  assert.is((await collect(client.readStream('a'))).length, 1);
  await client.dispose();
  await server.close();
});

test.run();
