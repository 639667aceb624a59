import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { withServer } from '../../../test/support/mongodb.ts';
import { startMongo } from '../src/server.ts';
import { Store } from '../src/storage/store.ts';

const test = suite<{ dir: string }>('mongodb: compact');
eachInDirectory(test);

interface Planted {
  readonly _id: number;
  readonly text: string;
}
const planted = (n: number): string => `planted-${n}-${'x'.repeat((n * 37) % 300)}`;
const count = 2_000;
const ids = [...Array(count).keys()];
const isErased = (n: number): boolean => n % 5 === 0 || n % 7 === 0;

/** The planted values that some file of the directory has. */
const foundIn = (dir: string): readonly number[] => {
  const files = readdirSync(dir).map((name) => readFileSync(join(dir, name)));
  return ids.filter((n) => files.some((bytes) => bytes.includes(`planted-${n}-`)));
};

test('deleted, replaced and dropped values leave the files; writes and reads go on', async ({ dir }) => {
  const server = await startMongo({ dir, port: 0 });
  const client = await MongoClient.connect(server.url);
  const db = client.db('test');
  const all = db.collection<Planted>('all');
  await all.insertMany(ids.map((_id) => ({ _id, text: planted(_id) })));
  await db.collection<Planted>('gone').insertOne({ _id: 1, text: 'dropped-value' });
  await db.collection('gone').drop();
  await all.deleteMany({ _id: { $in: ids.filter((n) => n % 5 === 0) } });
  await all.updateMany({ _id: { $in: ids.filter((n) => n % 7 === 0) } }, { $set: { text: 'small' } });
  const cursor = all.find().sort({ _id: 1 }).batchSize(10);
  assert.is((await cursor.next())?._id, 1);
  const over = new AbortController();
  let written = 0;
  const writing = (async () => {
    for (; !over.signal.aborted; written++) await all.insertOne({ _id: 10_000 + written, text: 'later' });
  })();
  for (let round = 0; round < 3; round++) await db.command({ compact: 'all' });
  over.abort();
  await writing;
  assert.is((await cursor.toArray()).filter(({ _id }) => _id < count).length, 1_599);
  assert.is(await all.countDocuments({ text: 'later' }), written);
  await db.command({ compact: 'all' });
  assert.equal(
    foundIn(dir),
    ids.filter((n) => !isErased(n)),
  );
  assert.not.ok(readdirSync(dir).some((name) => readFileSync(join(dir, name)).includes('dropped-value')));
  await client.close();
  await server.close();
  await withServer(dir, async ({ all: kept }) => assert.is(await kept.countDocuments(), 1_600 + written));
});

test('the first write after a compaction may change many pages', async ({ dir }) => {
  const keys = ids.map((n) => Buffer.from(`key-${n}`));
  const value = (fill: string): Buffer => Buffer.alloc(1_800, fill);
  const store = new Store(dir);
  const writeAll = (fill: string) => store.write(() => keys.forEach((key) => store.put(key, value(fill))));
  await writeAll('before');
  await store.compact();
  await writeAll('behind');
  await store.close();
  const reopened = new Store(dir);
  const stored = keys.filter((key) => reopened.get(key)?.equals(value('behind')));
  await reopened.close();
  assert.is(stored.length, count);
});

test.run();
