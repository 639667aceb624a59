import { setTimeout as delay } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent, UnavailableError } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import {
  type Acknowledged,
  checkAcknowledged,
  writeUntilDeath,
} from '../../../test/support/eventstore/acknowledged.ts';
import { startInProcess } from '../../../test/support/eventstore/child-server.ts';
import { collect, failureOf } from '../../../test/support/eventstore/eventstore.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { entryUrl } from '../../embedded-server/src/spawn.ts';

/** Rounds of writing, killing and checking; more in `npm run crash`. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 1);

const entry = entryUrl('../src/bin', import.meta.url);
const test = suite<{ dir: string }>('embedded event store: crash');
eachInDirectory(test);

test('a kill during writes loses no acknowledged append, and halves no batch', async ({ dir }) => {
  const acknowledged: Acknowledged[] = [];
  let highest = 0n;
  for (let round = 0; round < rounds; round += 1) {
    const server = await startInProcess(entry, { dir });
    const client = EventStoreDBClient.connectionString(server.url);
    const written: Acknowledged[] = [];
    const writing = writeUntilDeath(client, round, written);
    await eventually('some appends are acknowledged', () => written.length > 0);
    // The process may die at any moment.
    await delay(Math.random() * 300);
    await server.kill('SIGKILL');
    await writing;
    for (const { position } of written) assert.ok(position > highest, 'no position is used twice');
    acknowledged.push(...written);
    highest = await checkAcknowledged(dir, acknowledged);
    await client.dispose();
  }
});

test('a call whose server is killed ends as unavailable, and the same client goes on with the next server', async ({
  dir,
}) => {
  const first = await startInProcess(entry, { dir });
  const client = EventStoreDBClient.connectionString(first.url);
  const event = () => jsonEvent({ type: 'Part', data: {} });
  await client.appendToStream('a', event());
  // A stopped process cannot answer before it dies.
  process.kill(first.pid, 'SIGSTOP');
  const unanswered = [
    failureOf(client.appendToStream('a', event()), UnavailableError),
    failureOf(collect(client.readStream('a')), UnavailableError),
  ];
  await delay(0);
  await first.kill('SIGKILL');
  await Promise.all(unanswered);
  const second = await startInProcess(entry, { dir, port: Number(new URL(first.url).port) });
  await eventually('the client is connected again', () => client.appendToStream('a', event()));
  await client.dispose();
  await second.kill('SIGTERM');
});

test('refuses a second process on the same directory', async ({ dir }) => {
  const server = await startInProcess(entry, { dir });
  const error = await failureOf(startInProcess(entry, { dir }), Error);
  assert.match(error.message, `in use by process ${server.pid}`);
  assert.is(await server.kill('SIGTERM'), 0);
});

test.run();
