import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { at, createIndex, refusal, type TestDocument } from '../../../test/support/mongodb.ts';
import { entryUrl, startInWorker } from '../../embedded-server/src/spawn.ts';

/** More than the arguments that a function can take. */
const size = 130_000;

interface Fixture {
  readonly client: MongoClient;
  readonly all: Collection<TestDocument>;
  /** The answers to another client during some work. */
  answersDuring(work: Promise<unknown>): Promise<number>;
  close(): Promise<void>;
}

const test = suite<Fixture>('mongodb: long commands');
test.before(async (context) => void Object.assign(context, await open()));
test.after(({ close }) => close());

async function open(): Promise<Fixture> {
  const dir = await mkdtemp(join(tmpdir(), 'mongodb-turns-'));
  const server = await startInWorker(entryUrl('../src/bin', import.meta.url), {
    dir,
    port: 0,
  });
  const [client, other] = await Promise.all([
    MongoClient.connect(server.url),
    MongoClient.connect(server.url),
  ]);
  const all = client.db('test').collection<TestDocument>('all');
  const documents = [...Array(size).keys()].map((_id) => ({ _id, n: (_id * 7919) % size, t: 'text' }));
  for (let start = 0; start < size; start += 10_000)
    await all.insertMany(documents.slice(start, start + 10_000));
  return {
    client,
    all,
    async answersDuring(work) {
      const isOver = work.then(() => true);
      for (let answers = 0; ; answers++) {
        const answered = other
          .db('test')
          .command({ ping: 1 })
          .then(() => false);
        if (await Promise.race([isOver, answered])) return answers;
      }
    },
    async close() {
      await Promise.all([client.close(), other.close()]);
      await server.close();
      await rm(dir, { recursive: true });
    },
  };
}

const some = (length: number): number[] => [...Array(length).keys()].map((n) => n * 2 + size);

/** Long commands, one after the other; the last ones remove all documents. */
const commands: readonly [string, (all: Collection<TestDocument>) => Promise<unknown>][] = [
  ['a sort without an index', (all) => all.find().sort({ n: -1 }).batchSize(1).next()],
  ['a filter that matches nothing', (all) => all.findOne({ t: 'none' })],
  ['a long list of values', (all) => all.countDocuments({ n: { $in: some(20_000) } })],
  ['many alternatives', (all) => all.countDocuments({ $or: some(40).map((n) => ({ n, t: 'none' })) })],
  ['groups', (all) => all.aggregate([{ $group: { _id: '$n', t: { $first: '$t' } } }]).next()],
  ['a list of values', (all) => all.distinct('n')],
  [
    'an update of a document that has to be found',
    (all) => all.updateOne({ t: 'none' }, { $set: { t: 'one' } }),
  ],
  [
    'a bulk write',
    (all) =>
      all.bulkWrite(
        [...Array(20_000).keys()].map((_id) => ({
          updateOne: { filter: { _id }, update: { $inc: { n: 0.5 } } },
        })),
      ),
  ],
  ['an index', (all) => createIndex(all, { n: 1 })],
  ['an update of all', (all) => all.updateMany({}, { $set: { t: 'other' } })],
  ['a removal of all', (all) => all.deleteMany({ n: { $gte: 0 } })],
];

for (const [name, run] of commands)
  test(`${name}: other clients are answered in the meantime`, async ({ all, answersDuring }) => {
    const answers = await answersDuring(run(all));
    assert.ok(answers >= 3, `${answers} answers`);
  });

test('all documents were changed and removed', async ({ all }) => {
  assert.is(await all.countDocuments({}), 0);
  assert.is(await all.estimatedDocumentCount(), 0);
});

test('an index that is built while documents change has all of them', async ({ all }) => {
  await all.insertMany([...Array(30_000).keys()].map((_id) => ({ _id, key: _id })));
  const made = createIndex(all, { key: 1 }, { name: 'key' });
  for (let n = 0; n < 200; n++) {
    await all.updateOne({ _id: n * 149 }, { $set: { key: -n - 1 } });
    await all.deleteOne({ _id: n * 149 + 1 });
    await all.insertOne({ _id: 30_000 + n, key: n * 149 });
  }
  await made;
  const found = await all.find().hint('key').sort({ key: 1 }).toArray();
  const expected = (await all.find().hint({ $natural: 1 }).toArray()).map(({ key }) => Number(key));
  assert.equal(
    found.map(({ key }) => Number(key)),
    expected.sort((a, b) => a - b),
  );
});

test('an index that cannot be built is removed', async ({ all }) => {
  await all.updateMany({ _id: { $gt: 29_990 } }, { $set: { some: [5], others: [6] } });
  const keys = [{ key: { key: -1 } }, { key: { some: 1, others: 1 } }] as const;
  assert.is((await refusal(all.createIndexes([...keys]))).code, 171);
  assert.equal(
    (await all.indexes()).map(({ name }) => name),
    ['_id_', 'n_1', 'key'],
  );
  assert.ok((await all.countDocuments({ some: 5 })) > 9);
});

test('a filter that takes too long on one document is refused', async ({ all }) => {
  const texts = [...Array(2_000).keys()].map(() => `${'a'.repeat(2_000)}!`);
  await all.insertOne({ _id: 'long', texts });
  const many = [...Array(5_000).keys()].map((n) => ({ texts: String(n) }));
  assert.is((await refusal(all.findOne({ _id: 'long', $or: many }))).code, 51156);
  assert.is((await all.findOne({ texts: 'none' }))?._id, undefined);
});

test('a command ends at its time limit', async ({ all }) => {
  assert.is((await refusal(all.countDocuments({ key: { $exists: false } }, { maxTimeMS: 1 }))).code, 50);
  assert.is((await refusal(all.find().sort({ key: -1, t: 1 }).maxTimeMS(1).toArray())).code, 50);
  const write = all.updateMany({ key: { $exists: true } }, { $set: { a: 1 } }, { maxTimeMS: 1 });
  assert.is((await refusal(write)).code, 50);
});

test('a long bulk write that is sent again runs once', async ({ client, all }) => {
  await all.drop();
  const updates = [...Array(5_000).keys()].map((_id) => ({
    q: { _id: `once ${_id}` },
    u: { $inc: { n: 1 } },
    upsert: true,
  }));
  await client.withSession(async (session) => {
    // Other tests may have used the session: its numbers continue.
    const command = { update: all.collectionName, updates, txnNumber: 1_000_001n };
    const send = () => client.db('test').command(command, { session });
    for (const reply of await Promise.all([send(), send(), send()]))
      assert.equal(
        [reply['n'], at(reply, 'upserted', 'length'), reply['writeErrors']],
        [5_000, 5_000, undefined],
      );
  });
  assert.is(await all.countDocuments({ n: 1, _id: { $gte: 'once ' } }), 5_000);
});

test.run();
