import { Binary, type Document, MinKey, Timestamp } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { at, createIndex, type MongoFixture, refusal, useMongo } from '../support/mongodb.ts';

const test = suite<MongoFixture>('mongodb: read strictly');
test.before(async (context) => void Object.assign(context, await useMongo()));
test.after(({ close }) => close());

test('the index of the _id cannot be dropped, by name or key', async ({ db, collection }) => {
  const all = collection();
  await all.insertOne({ _id: 1 });
  for (const index of ['_id_', { _id: 1 }])
    assert.is((await refusal(db.command({ dropIndexes: all.collectionName, index }))).code, 72);
  assert.is((await refusal(all.insertOne({ _id: 1 }))).code, 11000);
});

test('the index of the _id cannot be descending, and creating it again changes nothing', async ({
  collection,
}) => {
  const all = collection();
  await all.insertOne({ _id: 1 });
  assert.is((await refusal(createIndex(all, { _id: -1 }))).code, 2);
  await createIndex(all, { _id: 1 });
  assert.is((await all.indexes()).length, 1);
});

/** Writes that say too little of what they are about, and the code that says so. */
const vague: readonly [Document, number][] = [
  [{ delete: 'all', deletes: [{ q: {} }] }, 40414],
  [{ delete: 'all', deletes: [{ q: {}, limit: null }] }, 14],
  [{ delete: 'all', deletes: [{ q: {}, limit: 5 }] }, 9],
  [{ delete: 'all', deletes: [{ q: {}, limit: '1' }] }, 14],
  [{ delete: 'all', deletes: [{ q: null, limit: 0 }] }, 14],
  [{ delete: 'all', deletes: [{ limit: 0 }] }, 40414],
  [{ delete: 'all' }, 40414],
  [{ update: 'all', updates: [{ u: { $set: { a: 1 } }, multi: true }] }, 40414],
  [{ update: 'all', updates: [{ q: {} }] }, 40414],
  [{ update: 'all', updates: [{ q: {}, u: { $set: { a: 1 } }, multi: 'yes' }] }, 14],
  [{ update: 'all', updates: [{ q: {}, u: { $set: { a: 1 } }, sort: { a: 1 } }] }, 40415],
  [{ findAndModify: 'all', query: {} }, 9],
  [{ findAndModify: 'all', query: {}, remove: true, new: true }, 9],
];

for (const [command, code] of vague)
  test(`refuses the incomplete write ${JSON.stringify(command)}`, async ({ collection, db }) => {
    const all = collection();
    await all.insertMany([{ _id: 1 }, { _id: 2 }]);
    const [name = ''] = Object.keys(command);
    assert.is((await refusal(db.command({ ...command, [name]: all.collectionName }))).code, code);
    assert.equal(await all.find().toArray(), [{ _id: 1 }, { _id: 2 }]);
  });

/** Arguments of reads that are no arguments, and the code that says so. */
const malformed: readonly [Document, number][] = [
  [{ find: 'all', sort: { a: '1' } }, 15974],
  [{ find: 'all', sort: { a: true } }, 15974],
  [{ find: 'all', sort: { a: 2 } }, 15975],
  [{ find: 'all', sort: { '': 1 } }, 40352],
  [{ find: 'all', sort: { 'a..b': 1 } }, 15998],
  [{ find: 'all', sort: { $a: 1 } }, 16410],
  [{ find: 'all', limit: '1' }, 14],
  [{ find: 'all', limit: -1 }, 51024],
  [{ find: 'all', skip: -1 }, 51024],
  [{ find: 'all', filter: 1 }, 14],
  [{ find: 'all', hint: 1 }, 9],
  [{ find: 'all', hint: 'none' }, 2],
  [{ count: 'all', hint: 'none' }, 2],
  [{ find: 'all', filter: { a: { $ne: /x/ } } }, 2],
  [{ find: 'all', filter: { a: { $gt: /x/ } } }, 2],
  [{ find: 'all', filter: { a: { $not: {} } } }, 2],
  [{ find: 'all', filter: { a: { $in: 1 } } }, 2],
  [{ find: 'all', filter: { $and: [] } }, 2],
  [{ find: 'all', filter: { a: { $regex: 'x' } } }, 2],
  [{ find: 'all', filter: { a: { $in: [/x/] } } }, 2],
  [{ find: 'all', filter: { a: /x/ } }, 2],
  [{ find: 'all', filter: { $nor: [{ a: 1 }] } }, 2],
  [{ find: 'all', filter: { a: { $gt: new MinKey() } } }, 2],
  [{ find: 'all', projection: { 'a..b': 1 } }, 15998],
  [{ find: 'all', projection: { a: 0, b: 1 } }, 31253],
  [{ find: 'all', projection: { a: { b: 1 } } }, 2],
  [{ explain: { find: 'all' }, verbosity: 'nonsense' }, 2],
  [{ explain: { aggregate: 'all', pipeline: [], cursor: {} } }, 115],
  [{ explain: { distinct: 'all', key: 'a' } }, 115],
  [{ distinct: 'all' }, 40414],
  [{ getMore: 'x', collection: 'all' }, 14],
  [{ insert: 'all', documents: [{}], writeConcern: { w: -1 } }, 9],
  [{ insert: 'all', documents: [{}], writeConcern: { nonsense: 1 } }, 40415],
  [{ insert: 'all', documents: [{}], writeConcern: 1 }, 14],
  [{ insert: 'all', documents: [{ _id: { $a: 1 } }] }, 52],
  [{ insert: 'all', documents: [{ _id: [1] }] }, 53],
  [{ update: 'all', updates: [{ q: {}, u: { $set: { a: 1, 'a.b': 1 } } }] }, 40],
];

for (const [command, code] of malformed)
  test(`refuses ${JSON.stringify(command, shown)}`, async ({ collection, db }) => {
    const all = collection();
    await all.insertOne({ _id: 0 });
    const [name = ''] = Object.keys(command);
    const over = (one: object, field: string): Document => ({ ...one, [field]: all.collectionName });
    const inner: unknown = command['explain'];
    const named =
      typeof inner === 'object' && inner !== null
        ? { ...command, explain: over(inner, Object.keys(inner)[0] ?? '') }
        : over(command, name === 'getMore' ? 'collection' : name);
    const reply: unknown = await db.command(named).catch((error: unknown) => error);
    assert.is(at(reply, 'writeErrors', '0', 'code') ?? at(reply, 'code'), code);
  });

function shown(_: string, value: unknown): unknown {
  return value instanceof RegExp ? String(value) : value;
}

test('a path deeper than documents may be is refused, and existing documents stay readable', async ({
  collection,
}) => {
  const all = collection();
  await all.insertOne({ _id: 1 });
  const deep = (levels: number): string => Array<string>(levels).fill('a').join('.');
  assert.is((await refusal(all.updateOne({}, { $set: { [deep(220)]: 1 } }))).code, 15);
  const nested = deep(120)
    .split('.')
    .reduce<Document>((inner, name) => ({ [name]: inner }), {});
  assert.is((await refusal(all.updateOne({}, { $set: { [deep(120)]: nested } }))).code, 15);
  assert.is((await refusal(all.findOneAndUpdate({}, { $set: { [deep(120)]: nested } }))).code, 15);
  assert.equal(await all.find().toArray(), [{ _id: 1 }]);
});

test('an upsert does not store the operators of its query', async ({ collection }) => {
  const all = collection();
  const filter = { b: { $gt: 1 }, d: { $in: [1, 2] }, e: { $exists: false } };
  await all.updateOne(filter, { $set: { f: 1 } }, { upsert: true });
  assert.equal(await all.findOne({}, { projection: { _id: 0 } }), { f: 1 });
  const twice = { $and: [{ a: 1 }, { 'a.b': 2 }] };
  assert.is((await refusal(all.updateOne(twice, { $set: { f: 1 } }, { upsert: true }))).code, 54);
});

test('lists of collections, databases and indexes support nameOnly and batchSize', async ({
  client,
  db,
  collection,
}) => {
  const all = collection();
  await createIndex(all, { a: 1 });
  await collection().insertOne({});
  const cursor = { batchSize: 1 };
  const collections = await db.command({ listCollections: 1, nameOnly: true, cursor });
  assert.is(at(collections, 'cursor', 'firstBatch', 'length'), 1);
  assert.ok(at(collections, 'cursor', 'id') !== 0n);
  assert.equal(Object.keys(at(collections, 'cursor', 'firstBatch', '0') as object), ['name', 'type']);
  const indexes = await db.command({ listIndexes: all.collectionName, cursor });
  assert.is(at(indexes, 'cursor', 'firstBatch', 'length'), 1);
  const names = await client.db('admin').command({ listDatabases: 1, nameOnly: true });
  assert.is(at(names, 'databases', '0', 'sizeOnDisk'), undefined);
  const sizes = await client.db('admin').command({ listDatabases: 1 });
  assert.ok(Number(sizes['totalSize']) >= 0);
});

test('a result larger than a document may be is refused', async ({ collection }) => {
  const all = collection();
  await all.insertOne({ a: new Binary(Buffer.alloc(9 << 20)) });
  const twice = { _id: 1, a: { $first: '$a' }, b: { $last: '$a' } };
  const { code } = await refusal(all.aggregate([{ $group: twice }]).toArray());
  assert.ok(code === 10334 || code === 17419 || code === 17420);
});

test('refuses features that it does not support by name', async ({ db, collection, embedded }) => {
  if (!embedded) return;
  const all = collection();
  await all.insertOne({ _id: 1, a: [1], d: new Date() });
  const refused: readonly [() => Promise<unknown>, string][] = [
    [() => all.find().sort({ $natural: -1 }).toArray(), '$natural'],
    [() => all.findOne({ 'a.0': 1 }), 'a.0'],
    [() => all.findOne({ a: { $elemMatch: { $gt: 1 } } }), '$elemMatch'],
    [() => all.findOne({ a: { $type: [] as string[] } }), '$type'],
    [() => all.updateOne({}, { $set: { 'a.0': 1 } }), 'element 0'],
    [() => db.command({ update: all.collectionName, updates: [{ q: {}, u: { $pull: { a: 1 } } }] }), '$pull'],
    [() => all.updateOne({}, { $addToSet: { a: 1 } }), '$addToSet'],
    [() => all.insertOne({ t: new Timestamp(0n) }), 'Timestamp(0, 0)'],
    [() => all.insertOne({ t: /x/ }), 'regular expression'],
    [() => all.insertOne({ t: new MinKey() }), 'least key'],
    [() => all.findOneAndUpdate({}, { $set: { d: 1 } }, { sort: { a: 1 } }), 'sort'],
    [() => all.findOneAndUpdate({}, { $set: { d: 1 } }, { projection: { a: 1 } }), 'fields'],
    [() => all.updateOne({}, { $set: { t: new Timestamp(0n) } }), 'Timestamp(0, 0)'],
    [() => all.findOne({ a: /x/ }), 'regular expression'],
    [() => all.findOne({}, { projection: { 'a.b': 1 } }), 'a.b'],
    [() => all.findOne({ a: { $not: { $gt: 1 } } }), '$not'],
    [() => createIndex(all, { b: 1 }, { unique: true }), 'unique'],
    [() => createIndex(all, { b: 1 }, { hidden: true }), 'hidden'],
  ];
  for (const [work, name] of refused) {
    const reply = await work().catch((error: unknown) => error);
    assert.match(reply instanceof Error ? reply.message : JSON.stringify(reply), name);
  }
  assert.equal(Object.keys((await all.findOne({})) ?? {}), ['_id', 'a', 'd']);
});

test.run();
