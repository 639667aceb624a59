import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import {
  type Acknowledged,
  checkAcknowledged,
  writeUntilDeath,
} from '../../../test/support/eventstore/acknowledged.ts';
import { startInProcess } from '../../../test/support/eventstore/child-server.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { entryUrl } from '../../embedded-server/src/spawn.ts';

/** Rounds of writing, losing power and checking; more in `npm run crash`. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 1);
const entry = entryUrl('../src/bin', import.meta.url);
const lateDisk = entryUrl('./fixtures/late-disk', import.meta.url);
const suffix = '.synced';

const test = suite<{ dir: string }>('embedded event store: loss of power on a disk that syncs late');
eachInDirectory(test);

/** Reverts each file to its bytes at the last sync. */
function losePower(dir: string): void {
  for (const name of readdirSync(dir).filter((one) => one.endsWith(suffix)))
    renameSync(join(dir, name), join(dir, name.slice(0, -suffix.length)));
}

/** Reads the end of the log again and again, until the server is dead. @param seen receives the highest position */
async function readUntilDeath(client: EventStoreDBClient, seen: (position: bigint) => void): Promise<void> {
  try {
    for (;;)
      for await (const { event } of client.readAll({
        direction: 'backwards',
        fromPosition: 'end',
        maxCount: 1,
      }))
        if (event) seen(event.position.commit);
  } catch {
    // The server is dead.
  }
}

test('no event is lost that was acknowledged, or that a reader has seen', async ({ dir }) => {
  const acknowledged: Acknowledged[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startInProcess(entry, { dir, preload: lateDisk });
    const client = EventStoreDBClient.connectionString(server.url);
    const written: Acknowledged[] = [];
    let highestSeen = 0n;
    const writing = writeUntilDeath(client, round, written);
    const reading = readUntilDeath(client, (position) => (highestSeen = position));
    await eventually('some events are written and read', () => written.length > 0 && highestSeen > 0n);
    // The process may die at any moment.
    await delay(Math.random() * 300);
    await server.kill('SIGKILL');
    await Promise.all([writing, reading]);
    losePower(dir);
    acknowledged.push(...written);
    assert.ok((await checkAcknowledged(dir, acknowledged)) >= highestSeen);
    await client.dispose();
  }
});

test.run();
