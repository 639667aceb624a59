import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { collect, numbered, numbersOf } from '../../../test/support/eventstore/eventstore.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { backUpEventStore } from '../../embedded-eventstore/src/backup.ts';
import { startEventStore } from '../../embedded-eventstore/src/server.ts';
import { backUpMongo } from '../../embedded-mongodb/src/backup.ts';
import { startMongo } from '../../embedded-mongodb/src/server.ts';

const test = suite<{ dir: string }>('backup of embedded stores');
eachInDirectory(test);

const rounds = 8;

/** Repeats `write` until it is stopped. */
function keepWriting(write: (n: number) => Promise<void>) {
  let acknowledged = 0;
  const stopping = new AbortController();
  const done = (async () => {
    while (!stopping.signal.aborted) {
      await write(acknowledged);
      acknowledged += 1;
    }
  })();
  return {
    acknowledged: () => acknowledged,
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

test('a copy of a log during writes and compactions has every event acknowledged before, and none twice', async ({
  dir,
}) => {
  const source = join(dir, 'log');
  const server = await startEventStore({ dir: source, port: 0, scavengeEveryMs: 40 });
  const client = EventStoreDBClient.connectionString(server.url);
  const writers = keepWriting(async (n) => {
    await client.appendToStream('kept', numbered(20));
    // Every scavenge has an event to remove, so that it compacts the file.
    await client.appendToStream(`removed-${n}`, numbered(5));
    await client.deleteStream(`removed-${n}`);
  });
  for (let round = 1; round <= rounds; round++) {
    await eventually('more is written', () => writers.acknowledged() >= round * 3);
    const before = writers.acknowledged();
    const target = join(dir, `copy-${round}`);
    const last = await backUpEventStore(source, target);
    assert.ok(last !== null && last > 0);
    const copy = await startEventStore({ dir: target, port: 0 });
    const reader = EventStoreDBClient.connectionString(copy.url);
    const events = await collect(reader.readStream('kept'));
    const batches = events.length / 20;
    assert.ok(batches >= before, `${batches} of ${before} batches`);
    assert.ok(Number.isInteger(batches), 'an append is in the copy completely or not at all');
    const revisions = events.map((event) => Number(event.revision));
    assert.equal(revisions, [...revisions.keys()]);
    assert.equal(numbersOf(events).slice(0, 20), [...Array(20).keys()]);
    await reader.dispose();
    await copy.close();
  }
  await writers.stop();
  await client.dispose();
  await server.close();
});

test('a copy of read models during writes and compactions has every write acknowledged before', async ({
  dir,
}) => {
  const source = join(dir, 'models');
  const server = await startMongo({ dir: source, port: 0 });
  const client = await MongoClient.connect(server.url);
  const all = client.db('test').collection<{ _id: number; batch: number }>('all');
  const writers = keepWriting(async (n) => {
    await all.insertMany(Array.from({ length: 50 }, (_, i) => ({ _id: n * 50 + i, batch: n })));
    if (n % 5 === 4) await client.db('test').command({ compact: 'all' });
  });
  for (let round = 1; round <= rounds; round++) {
    await eventually('more is written', () => writers.acknowledged() >= round * 3);
    const before = writers.acknowledged();
    const target = join(dir, `copy-${round}`);
    assert.is(await backUpMongo(source, target), true);
    const copy = await startMongo({ dir: target, port: 0 });
    const reader = await MongoClient.connect(copy.url);
    const found = await reader.db('test').collection('all').countDocuments();
    assert.ok(found >= before * 50, `${found} of ${before * 50} documents`);
    await reader.close();
    await copy.close();
  }
  await writers.stop();
  await client.close();
  await server.close();
});

test('a backup of a directory without a store copies nothing', async ({ dir }) => {
  assert.is(await backUpEventStore(join(dir, 'none'), join(dir, 'copy')), null);
  assert.is(await backUpMongo(dir, join(dir, 'copy')), false);
});

test.run();
