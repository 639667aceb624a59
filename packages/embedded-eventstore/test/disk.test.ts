import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { startInProcess } from '../../../test/support/eventstore/child-server.ts';
import { collect, failureOf, numbered } from '../../../test/support/eventstore/eventstore.ts';
import { testUnless } from '../../../test/support/left-out.ts';
import { lacking } from '../../../test/support/tools.ts';
import { entryUrl } from '../../embedded-server/src/spawn.ts';
import { startEventStore } from '../src/server.ts';

const test = suite<{ dir: string }>('embedded event store: disk');
eachInDirectory(test);

const entry = entryUrl('../src/bin', import.meta.url);

/** Limits the size of the files that a process writes, which is like a full disk. */
const limitFileSize = (pid: number, limit: string): void =>
  void execFileSync('prlimit', ['--pid', String(pid), `--fsize=${limit}:unlimited`]);

/** Three events of 10 kB each that belong together. */
const batch = (name: string) =>
  Array.from({ length: 3 }, (_, part) =>
    jsonEvent({ type: 'Part', data: { batch: name, part, filling: 'x'.repeat(10_000) } }),
  );

/** Appends batches from many writers at once, until each of them is refused. @returns the refusals */
async function fillUp(client: EventStoreDBClient, written: string[]): Promise<unknown[]> {
  const write = async (writer: number): Promise<unknown> => {
    for (let n = 0; n < 1000; n += 1) {
      const name = `${writer}.${n}`;
      try {
        await client.appendToStream(`stream-${writer}`, batch(name));
        written.push(name);
      } catch (error) {
        return error;
      }
    }
    return 'never refused';
  };
  return Promise.all([0, 1, 2, 3].map(write));
}

/** The names of the batches in the log; each of them is complete. */
async function batchesIn(client: EventStoreDBClient): Promise<string[]> {
  const parts = (await collect(client.readAll())).flatMap(({ type, data }) =>
    type === 'Part' && typeof data === 'object' && 'batch' in data ? [String(data['batch'])] : [],
  );
  const names = [...new Set(parts)];
  assert.is(parts.length, names.length * 3);
  return names;
}

testUnless(lacking('prlimit'), test)(
  'a full disk fails appends and nothing else, until there is room again',
  async ({ dir }) => {
    const server = await startInProcess(entry, { dir });
    const client = EventStoreDBClient.connectionString(server.url);
    const repeated = numbered(3);
    await client.appendToStream('before', repeated);
    limitFileSize(server.pid, String(1 << 20));
    const written: string[] = [];
    for (const error of await fillUp(client, written)) assert.instance(error, Error);
    assert.equal((await batchesIn(client)).sort(), [...written].sort());
    assert.is((await collect(client.readStream('before'))).length, 3);
    await failureOf(client.appendToStream('stream-0', batch('too much')), Error);
    limitFileSize(server.pid, 'unlimited');
    const repetition = await client.appendToStream('before', repeated);
    assert.is(repetition.nextExpectedRevision, 2n, 'still recognised after commits that failed');
    await client.appendToStream('before', numbered(1), { expectedRevision: 2n });
    await client.appendToStream('stream-0', batch('after'));
    assert.equal((await batchesIn(client)).sort(), [...written, 'after'].sort());
    await client.dispose();
    await server.kill('SIGKILL');

    const second = await startEventStore({ dir, port: 0 });
    const reader = EventStoreDBClient.connectionString(second.url);
    assert.equal((await batchesIn(reader)).sort(), [...written, 'after'].sort());
    await reader.dispose();
    await second.close();
  },
);

test('a directory that cannot be written is named when the server starts', async ({ dir }) => {
  const path = join(dir, 'read-only');
  execFileSync('mkdir', [path]);
  chmodSync(path, 0o500);
  // Permissions do not restrict the superuser, but the directories of the kernel refuse writes to all.
  const unwritable = process.getuid?.() === 0 ? '/proc/sys/kernel' : path;
  const error = await failureOf(startEventStore({ dir: unwritable, port: 0 }), Error);
  assert.match(error.message, unwritable);
});

test.run();
