import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { chmod, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { startInProcess } from '../../../test/support/eventstore/child-server.ts';
import { immutableParent, noImmutableFiles, setImmutable } from '../../../test/support/immutable-files.ts';
import { testUnless } from '../../../test/support/left-out.ts';
import { createIndex, refusal, type TestDocument, withServer } from '../../../test/support/mongodb.ts';
import { lacking } from '../../../test/support/tools.ts';
import { entryUrl } from '../../embedded-server/src/spawn.ts';
import { startMongo } from '../src/server.ts';

const test = suite<{ dir: string }>('mongodb: a full or read-only disk');
test.after.each(({ dir }) => chmod(dir, 0o700));
eachInDirectory(test, immutableParent ?? undefined);

const bin = entryUrl('../src/bin', import.meta.url);
const batchOf = (batch: number): TestDocument[] =>
  [...Array(10).keys()].map((n) => ({ _id: batch * 10 + n, batch, text: 'x'.repeat(1000) }));

/** The largest size of a file of the process, as on a full disk. */
const limitFiles = (pid: number, bytes: number | 'unlimited'): unknown =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);

const whereFilesAreLimited = testUnless(lacking('prlimit'), test);

whereFilesAreLimited(
  'a full disk refuses writes and halves none; reads go on, and so do writes later',
  async ({ dir }) => {
    const server = await startInProcess(bin, { dir });
    const client = await MongoClient.connect(server.url);
    const all = client.db('test').collection<TestDocument>('all');
    await createIndex(all, { batch: 1 });
    const { size } = await stat(join(dir, 'data.mdb'));
    limitFiles(server.pid, size + 500_000);
    const old = 'x'.repeat(10_000);
    let stored = 0;
    const fill = async (): Promise<void> => {
      for (; stored < 1_000; stored++) await all.insertOne({ _id: stored, batch: stored, text: old });
    };
    const error = await refusal(fill());
    assert.is(error.code, 14031);
    assert.match(error.message, /^nothing was stored: the disk may be full/);
    assert.is((await refusal(all.updateMany({}, { $set: { text: 'y'.repeat(20_000) } }))).code, 14031);
    assert.ok(stored > 5);
    assert.is((await all.find({ batch: stored - 1, text: old }).toArray()).length, 1);
    limitFiles(server.pid, 'unlimited');
    await all.insertOne({ _id: stored, batch: stored++, text: old });
    for (const hint of [{ _id: 1 }, { batch: 1 }] as const) {
      const texts = { text: { $in: [old, 'y'.repeat(20_000)] } };
      assert.is((await all.find(texts).hint(hint).toArray()).length, stored);
    }
    await client.close();
    assert.is(await server.kill('SIGTERM'), 0);
  },
);

whereFilesAreLimited(
  'a batch of inserts that the disk stops halfway tells how many of them were made',
  async ({ dir }) => {
    const server = await startInProcess(bin, { dir });
    const client = await MongoClient.connect(server.url);
    const all = client.db('test').collection<TestDocument>('all');
    await all.insertOne({ _id: -1 });
    limitFiles(server.pid, (await stat(join(dir, 'data.mdb'))).size + 3_000_000);
    const documents = [...Array(20_000).keys()].map((_id) => ({ _id, text: 'x'.repeat(500) }));
    const error = await refusal(all.insertMany(documents));
    const inserted = await all.countDocuments({ text: 'x'.repeat(500) });
    assert.is(error.code, 14031);
    assert.ok(inserted > 0 && inserted < 20_000);
    assert.match(error.message, `${inserted} of 20000 statements were run, then: nothing was stored`);
    await client.close();
    await server.kill('SIGTERM');
  },
);

whereFilesAreLimited(
  'an update of many documents that the disk stops halfway tells how many it changed',
  async ({ dir }) => {
    const server = await startInProcess(bin, { dir });
    const client = await MongoClient.connect(server.url);
    const all = client.db('test').collection<TestDocument>('all');
    await all.insertMany([...Array(20_000).keys()].map((_id) => ({ _id, text: '' })));
    limitFiles(server.pid, (await stat(join(dir, 'data.mdb'))).size + 3_000_000);
    const error = await refusal(all.updateMany({}, { $set: { text: 'y'.repeat(500) } }));
    const changed = await all.countDocuments({ text: 'y'.repeat(500) });
    assert.ok(changed > 0 && changed < 20_000);
    assert.match(error.message, `${changed} documents were changed, then: nothing was stored`);
    await client.close();
    await server.kill('SIGTERM');
  },
);

/** Root may write anywhere, so the test becomes another user for a moment. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test('a read-only directory is refused at the start', async ({ dir }) => {
  await chmod(dir, 0o555);
  const outcome = await asOrdinaryUser(() => startMongo({ dir, port: 0 })).then(
    () => 'started',
    (error: unknown) => String(error),
  );
  assert.match(outcome, 'EACCES: permission denied');
  assert.match(outcome, dir);
});

/** The data, its journal and the directory. The lock file of LMDB is shared memory, and must not change. */
const seal = (isSealed: boolean, dir: string): void =>
  setImmutable(isSealed, join(dir, 'data.mdb'), join(dir, 'data.mdb-journal'), dir);

testUnless(noImmutableFiles, test)(
  'data that may no longer be written refuses writes by the reason, goes on reading, and writes again later',
  async ({ dir }) => {
    const server = await startMongo({ dir, port: 0 });
    const client = await MongoClient.connect(server.url);
    const db = client.db('test');
    const all = db.collection<TestDocument>('all');
    await all.insertMany(batchOf(0));
    seal(true, dir);
    try {
      const error = await refusal(all.insertMany(batchOf(1)));
      assert.is(error.code, 39);
      assert.match(error.message, 'nothing was stored: the data cannot be written');
      assert.match((await refusal(db.command({ compact: 'all' }))).message, 'nothing was compacted');
      assert.is(await all.countDocuments(), 10);
    } finally {
      seal(false, dir);
    }
    await all.insertMany(batchOf(1));
    await db.command({ compact: 'all' });
    assert.is(await all.countDocuments(), 20);
    await client.close();
    await server.close();
    await withServer(dir, async ({ all: kept }) => assert.is(await kept.countDocuments(), 20));
  },
);

test('the next write after the files were deleted is refused', async ({ dir }) => {
  const server = await startMongo({ dir, port: 0 });
  const client = await MongoClient.connect(server.url);
  const all = client.db('test').collection<TestDocument>('all');
  await all.insertMany(batchOf(0));
  for (const name of readdirSync(dir)) rmSync(join(dir, name));
  const error = await refusal(all.insertMany(batchOf(1)));
  assert.is(error.code, 38);
  assert.match(error.message, `the file ${join(dir, 'data.mdb')} was deleted or moved, restart the server`);
  assert.is((await refusal(client.db('test').command({ compact: 'all' }))).code, 38);
  assert.is(await all.countDocuments(), 10, 'the open file can still be read');
  assert.equal(readdirSync(dir), []);
  await client.close();
  await server.close();
});

test('the next write after the directory was moved is refused, even with another in its place; the moved one is complete', async ({
  dir,
}) => {
  const [here, there] = [join(dir, 'here'), join(dir, 'there')];
  const server = await startInProcess(bin, { dir: here });
  const client = await MongoClient.connect(server.url);
  const all = client.db('test').collection<TestDocument>('all');
  await all.insertMany(batchOf(0));
  await rename(here, there);
  assert.is((await refusal(all.insertMany(batchOf(1)))).code, 38);
  await mkdir(here);
  const other = await startMongo({ dir: here, port: 0 });
  assert.is((await refusal(all.insertMany(batchOf(1)))).code, 38);
  await other.close();
  await client.close();
  assert.is(await server.kill('SIGTERM'), 0);
  await withServer(there, async ({ all: kept }) => assert.is(await kept.countDocuments(), 10));
});

test.run();
