import { type Db, type Document } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { at, createIndex, ids, type MongoFixture, refusal, stagesOf, useMongo } from '../support/mongodb.ts';

const test = suite<MongoFixture>('mongodb: indexes');
test.before(async (context) => void Object.assign(context, await useMongo()));
test.after(({ close }) => close());

/** The index that a plan uses, or `COLLSCAN`. */
function usedIndex(explained: Document): string {
  const stages = stagesOf(explained);
  const scan = stages.find(({ indexName }) => indexName !== undefined);
  return scan ? String(scan['indexName']) : String(stages.at(-1)?.['stage']);
}

const sortsInMemory = (explained: Document): boolean =>
  stagesOf(explained).some(({ stage }) => stage === 'SORT');

const size = 3_000;

async function pages(db: Db) {
  const all = db.collection<Document & { _id: number }>('pages');
  if ((await all.estimatedDocumentCount()) > 0) return all;
  await createIndex(all, { form: 1, created: -1, _id: -1 }, { name: 'page' });
  await all.insertMany(
    [...Array(size).keys()].map((_id) => ({
      _id,
      form: _id % 3,
      created: BigInt(Math.floor(_id / 10)),
      tag: _id % 7,
    })),
  );
  return all;
}

test('a keyset page with a bound outside of $or is read from its first key to its last', async ({ db }) => {
  const all = await pages(db);
  const next = {
    form: 1,
    created: { $lte: 200n },
    $or: [{ created: { $lt: 200n } }, { _id: { $lt: 2005 } }],
  };
  const query = () => all.find(next).sort({ created: -1, _id: -1 }).limit(50);
  const explained = await query().explain('executionStats');
  assert.is(usedIndex(explained), 'page');
  assert.not(sortsInMemory(explained));
  assert.ok(Number(at(explained, 'executionStats', 'totalKeysExamined')) <= 53);
  const expected = [...Array(size).keys()].reverse().filter((id) => id % 3 === 1 && id < 2005);
  assert.equal(ids(await query().toArray()), expected.slice(0, 50));
});

test('a page with several values of the first fields is merged from one index range for each', async ({
  db,
}) => {
  const all = db.collection<Document & { _id: number }>('merged');
  await createIndex(all, { kind: 1, status: 1, created: -1, _id: -1 }, { name: 'each' });
  await all.insertMany(
    [...Array(size).keys()].map((_id) => ({
      _id,
      kind: _id % 500 === 0 ? 'rare' : 'often',
      status: _id % 3,
      created: Math.floor(_id / 10),
    })),
  );
  for (const direction of [-1, 1] as const) {
    const [range, beyond] = direction === -1 ? ['$lte', '$lt'] : ['$gte', '$gt'];
    const filter = {
      $and: [
        { kind: { $in: ['rare', 'often', 'never'] }, status: { $in: [0, 2] } },
        { created: { [range]: 200 }, $or: [{ created: { [beyond]: 200 } }, { _id: { [beyond]: 2005 } }] },
      ],
    };
    const query = () => all.find(filter).sort({ created: direction, _id: direction }).hint('each').limit(50);
    const explained = await query().explain('executionStats');
    assert.not(sortsInMemory(explained));
    assert.ok(Number(at(explained, 'executionStats', 'totalDocsExamined')) <= 62);
    assert.ok(Number(at(explained, 'executionStats', 'totalKeysExamined')) <= 80);
    const after = [...Array(size).keys()].filter(
      (id) => id % 3 !== 1 && (direction === -1 ? id < 2005 : id > 2005),
    );
    const expected = (direction === -1 ? after.reverse() : after).slice(0, 50);
    assert.equal(ids(await query().toArray()), expected);
    assert.equal(ids(await query().limit(0).batchSize(7).toArray()), after);
  }
});

test('keyset pages contain every document once, in order, in both directions', async ({ db }) => {
  const all = await pages(db);
  for (const direction of [1, -1] as const) {
    const op = direction === 1 ? '$gt' : '$lt';
    const seen: number[] = [];
    let after = {};
    for (;;) {
      const sort = { created: direction, _id: direction } as const;
      const page = await all
        .find({ form: 2, ...after })
        .sort(sort)
        .limit(97)
        .toArray();
      seen.push(...page.map(({ _id }) => _id));
      const last = page.at(-1);
      if (!last) break;
      const created: unknown = last['created'];
      after = { $or: [{ created: { [op]: created } }, { created, _id: { [op]: last._id } }] };
    }
    const expected = [...Array(size).keys()].filter((id) => id % 3 === 2);
    assert.equal(seen, direction === 1 ? expected : expected.reverse());
  }
});

test('a range, an equality prefix and $in use the index', async ({ db }) => {
  const all = await pages(db);
  for (const query of [{ form: 1 }, { form: { $in: [0, 2] } }, { form: 1, created: { $gte: 5n, $lt: 9n } }])
    assert.is(usedIndex(await all.find(query).explain()), 'page');
  assert.is(usedIndex(await all.find({ tag: 3 }).explain()), 'COLLSCAN');
});

test('a hint is followed, and an unknown one is refused', async ({ db }) => {
  const all = await pages(db);
  const hinted = all.find({ tag: 3 }).hint('page');
  assert.is(usedIndex(await hinted.explain()), 'page');
  assert.is((await hinted.toArray()).length, await all.countDocuments({ tag: 3 }));
  assert.is(usedIndex(await all.find({ form: 1 }).hint({ $natural: 1 }).explain()), 'COLLSCAN');
  assert.is((await refusal(all.find({}).hint('none').toArray())).code, 2);
});

test('sorts without an index if none has the order', async ({ db }) => {
  const all = await pages(db);
  const query = all.find({ form: 1 }).sort({ tag: 1, _id: 1 }).limit(5);
  assert.ok(sortsInMemory(await query.explain()));
  assert.equal(ids(await query.clone().toArray()), [7, 28, 49, 70, 91]);
});

test('an aggregation that starts with $match uses the index', async ({ db }) => {
  const all = await pages(db);
  const pipeline = [{ $match: { form: 1 } }, { $sort: { created: -1, _id: -1 } }, { $limit: 3 }];
  assert.equal(ids(await all.aggregate(pipeline).toArray()), [2998, 2995, 2992]);
});

test('refuses arrays on two paths of an index', async ({ collection }) => {
  const all = collection();
  await createIndex(all, { a: 1, 'b.c': 1 });
  await all.insertMany([
    { _id: 1, a: [1, 2], b: { c: 1 } },
    { _id: 2, a: 1, b: [{ c: 1 }, { c: 2 }] },
  ]);
  for (const document of [
    { a: [1], b: { c: [2] } },
    { a: [], b: [{ c: 1 }] },
  ]) {
    const { code, message } = await refusal(all.insertOne(document));
    assert.is(code, 171);
    assert.match(message, 'cannot index parallel arrays');
  }
  assert.is((await refusal(all.updateOne({ _id: 2 }, { $set: { a: [1] } }))).code, 171);
  await all.updateMany({}, { $set: { d: [1] } });
  assert.is((await refusal(createIndex(all, { d: 1, a: 1 }))).code, 171);
  assert.equal(ids(await all.find().sort({ _id: 1 }).toArray()), [1, 2]);
});

test('a new index contains the existing documents', async ({ collection }) => {
  const all = collection();
  await all.insertMany([
    { _id: 1, a: 1 },
    { _id: 2, a: 1 },
  ]);
  await createIndex(all, { a: 1 }, { name: 'many' });
  assert.equal(ids(await all.find({ a: 1 }).hint('many').toArray()), [1, 2]);
});

test('creating the same index again succeeds, another index with its name is refused', async ({
  collection,
}) => {
  const all = collection();
  assert.is(await createIndex(all, { a: 1 }), 'a_1');
  assert.is(await createIndex(all, { a: 1 }), 'a_1');
  assert.is((await refusal(createIndex(all, { b: 1 }, { name: 'a_1' }))).code, 86);
  assert.is((await refusal(createIndex(all, { a: 1 }, { name: 'other' }))).code, 85);
});

test('a sparse index contains the documents with one of its fields, after every change', async ({
  collection,
}) => {
  const all = collection();
  await all.insertMany([{ _id: 1, paid: { id: 'a' } }, { _id: 2, paid: null }, { _id: 3 }]);
  await createIndex(all, { 'paid.id': 1 }, { name: 'paid', sparse: true });
  await all.insertMany([
    { _id: 4, paid: { id: 'a' } },
    { _id: 5, paid: { id: null } },
    { _id: 6, paid: 'a' },
  ]);
  const held = async () => ids(await all.find().hint('paid').toArray());
  const paidWith = async (id: string) => ids(await all.find({ 'paid.id': id }).hint('paid').toArray());
  assert.equal(
    [await held(), await paidWith('a')],
    [
      [5, 1, 4],
      [1, 4],
    ],
  );
  await all.updateOne({ _id: 1 }, { $set: { paid: null } });
  await all.updateOne({ _id: 3 }, { $set: { paid: { id: 'b' } } });
  await all.updateOne({ _id: 4 }, { $set: { paid: { id: 'c' } } });
  await all.deleteOne({ _id: 5 });
  assert.equal([await held(), await paidWith('a')], [[3, 4], []]);
  assert.equal(ids(await all.find({ 'paid.id': null }).toArray()), [1, 2, 6], 'without a hint');
  assert.is((await all.indexes()).at(-1)?.sparse, true);
  assert.is(await createIndex(all, { 'paid.id': 1 }, { name: 'paid', sparse: true }), 'paid');
  assert.is((await refusal(createIndex(all, { 'paid.id': 1 }, { name: 'paid' }))).code, 86);
});

test('lists indexes, and drops them', async ({ collection }) => {
  const all = collection();
  await createIndex(all, { a: 1, 'b.c': -1 });
  await createIndex(all, { at: 1 }, { name: 'named' });
  assert.equal(
    (await all.indexes()).map(({ name, key }) => ({ name, key })),
    [
      { name: '_id_', key: { _id: 1 } },
      { name: 'a_1_b.c_-1', key: { a: 1, 'b.c': -1 } },
      { name: 'named', key: { at: 1 } },
    ],
  );
  await all.dropIndex('named');
  assert.is((await all.indexes()).length, 2);
  await all.dropIndexes();
  assert.is((await all.indexes()).length, 1);
  assert.is((await refusal(all.dropIndex('named'))).code, 27);
  assert.is((await refusal(all.dropIndex('_id_'))).code, 72);
});

test.run();
