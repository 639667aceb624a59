import { Binary, Double, Int32, Long, MongoBulkWriteError, ObjectId } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { at, createIndex, ids, type MongoFixture, refusal, useMongo } from '../support/mongodb.ts';

const test = suite<MongoFixture>('mongodb: writes');
test.before(async (context) => void Object.assign(context, await useMongo()));
test.after(({ close }) => close());

test('returns every type unchanged', async ({ collection }) => {
  const all = collection();
  const document = {
    _id: new ObjectId(),
    long: 2n ** 62n + 1n,
    small: 5n,
    int: -7,
    double: 1.5,
    whole: new Double(3),
    text: 'gr\u00fc\u00df \u{1f600} \u0000 end',
    nested: { array: [1, 'x', [null, true]], empty: {}, none: [] },
    date: new Date('2026-01-02T03:04:05.678Z'),
    bytes: new Uint8Array([1, 2, 255]),
    nothing: null,
  };
  await all.insertOne(document);
  const raw = await all.findOne({}, { promoteValues: false, useBigInt64: false });
  assert.equal(raw?.['long'], Long.fromBigInt(2n ** 62n + 1n));
  assert.equal(raw?.['small'], Long.fromNumber(5));
  assert.equal(raw?.['int'], new Int32(-7));
  assert.equal(raw?.['whole'], new Double(3));
  const found = await all.findOne({});
  assert.is(found?.['long'], 2n ** 62n + 1n);
  assert.is(found?.['text'], document.text);
  assert.equal(found?.['nested'], document.nested);
  assert.equal(found?.['date'], document.date);
  assert.equal(found?.['bytes'], new Binary(Buffer.from([1, 2, 255])));
  assert.is(found?.['nothing'], null);
});

test('keeps the order of fields, also of numeric ones', async ({ collection }) => {
  const all = collection();
  await all.insertOne(
    new Map<string, unknown>([
      ['_id', 1],
      ['b', 1],
      ['10', 1],
      ['2', 1],
      ['a', 1],
    ]),
  );
  const [raw] = await all.find({}, { raw: true }).toArray();
  const text = Buffer.from(raw as unknown as Uint8Array).toString('latin1');
  const places = ['b\0', '10\0', '2\0', 'a\0'].map((name) => text.indexOf(`\x10${name}`));
  assert.equal(
    places,
    [...places].sort((a, b) => a - b),
  );
});

test('stores fields named like members of JavaScript objects', async ({ collection }) => {
  const all = collection();
  await all.insertOne({ _id: 1 });
  await all.updateOne({ _id: 1 }, { $set: { 'constructor.prototype.x': 1, '__proto__.y': 2, toString: 3 } });
  assert.is(await all.countDocuments({ 'constructor.prototype.x': 1, '__proto__.y': 2 }), 1);
  assert.is(await all.countDocuments({ hasOwnProperty: { $exists: true } }), 0);
});

test('puts the _id first', async ({ collection }) => {
  const all = collection();
  await all.insertOne({ a: 1, _id: 5 });
  assert.equal(Object.keys((await all.findOne({})) ?? {}), ['_id', 'a']);
});

test('refuses a second document with the same _id, and names it', async ({ collection }) => {
  const all = collection();
  await all.insertOne({ _id: 'a' });
  const error = await refusal(all.insertOne({ _id: 'a' }));
  assert.is(error.code, 11000);
  assert.equal(error['keyPattern'], { _id: 1 });
  assert.equal(error['keyValue'], { _id: 'a' });
});

test('equal numbers of different types are the same _id', async ({ collection }) => {
  const all = collection();
  await all.insertOne({ _id: 1 });
  assert.is((await refusal(all.insertOne({ _id: 1n }))).code, 11000);
  assert.is((await refusal(all.insertOne({ _id: new Double(1) }))).code, 11000);
});

test('distinguishes neighbouring int64 values', async ({ collection }) => {
  const all = collection();
  const base = 2n ** 53n;
  await all.insertMany([base + 2n, base, base + 1n, -base - 1n].map((_id) => ({ _id })));
  assert.equal(ids(await all.find().sort({ _id: 1 }).toArray()), [-base - 1n, base, base + 1n, base + 2n]);
  assert.equal(
    ids(
      await all
        .find({ _id: { $gt: base } })
        .sort({ _id: 1 })
        .toArray(),
    ),
    [base + 1n, base + 2n],
  );
});

test('an ordered bulk ends at the first error', async ({ collection }) => {
  const all = collection();
  const inserts = [{ _id: 1 }, { _id: 1 }, { _id: 2 }];
  const error = await refusal(all.insertMany(inserts, { ordered: true }));
  assert.instance(error, MongoBulkWriteError);
  assert.equal(ids(await all.find().toArray()), [1]);
});

test('an unordered bulk executes every valid operation, and reports the others by index', async ({
  collection,
}) => {
  const all = collection();
  const inserts = [{ _id: 1 }, { _id: 1 }, { _id: 2 }, { _id: 2 }];
  const error = await refusal(all.insertMany(inserts, { ordered: false }));
  assert.ok(error instanceof MongoBulkWriteError);
  const failed = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  assert.equal(
    failed.map((one) => [at(one, 'index'), at(one, 'code')]),
    [
      [1, 11000],
      [3, 11000],
    ],
  );
  assert.equal(ids(await all.find().sort({ _id: 1 }).toArray()), [1, 2]);
});

test('an upsert whose guard fails is refused and changes nothing', async ({ collection }) => {
  const all = collection();
  const advance = (from: bigint, to: bigint) =>
    all.updateOne({ _id: 'cursor', _position: from }, { $set: { _position: to } }, { upsert: true });
  assert.is((await advance(0n, 1n)).upsertedCount, 1);
  assert.is((await advance(1n, 2n)).modifiedCount, 1);
  const error = await refusal(advance(1n, 3n));
  assert.is(error.code, 11000);
  assert.equal(error['keyValue'], { _id: 'cursor' });
  assert.is((await all.findOne({}))?.['_position'], 2n);
});

test('an upsert inserts the equality conditions of its query', async ({ collection }) => {
  const all = collection();
  const filter = { $and: [{ a: 1 }, { 'b.c': { $eq: 'x' } }], d: { $gt: 5 }, e: { $in: [7] } };
  const result = await all.updateOne(filter, { $set: { f: 1 }, $setOnInsert: { g: 2 } }, { upsert: true });
  const { _id, ...rest } = (await all.findOne({})) ?? {};
  assert.equal(rest, { a: 1, b: { c: 'x' }, e: 7, f: 1, g: 2 });
  assert.equal(result.upsertedId, _id);
});

test('$setOnInsert does not change an existing document', async ({ collection }) => {
  const all = collection();
  await all.insertOne({ _id: 1, a: 1 });
  await all.updateOne({ _id: 1 }, { $setOnInsert: { a: 2 } }, { upsert: true });
  assert.equal(await all.findOne({}), { _id: 1, a: 1 });
});

test('an update without a change counts as matched, not as modified', async ({ collection }) => {
  const all = collection();
  await all.insertOne({ _id: 1, a: 1 });
  const { matchedCount, modifiedCount } = await all.updateOne({ _id: 1 }, { $set: { a: 1 } });
  assert.equal([matchedCount, modifiedCount], [1, 0]);
});

test('updateMany changes all matches, updateOne only one', async ({ collection }) => {
  const all = collection();
  await all.insertMany([1, 2, 3].map((_id) => ({ _id, a: 0 })));
  assert.is((await all.updateOne({}, { $set: { a: 1 } })).modifiedCount, 1);
  assert.is((await all.updateMany({ _id: { $gt: 1 } }, { $inc: { a: 5 } })).modifiedCount, 2);
  assert.equal(
    (await all.find().sort({ _id: 1 }).toArray()).map((one) => at(one, 'a')),
    [1, 5, 5],
  );
});

test('a replacement keeps the _id only', async ({ collection }) => {
  const all = collection();
  await all.insertOne({ _id: 1, a: 1, b: 2 });
  await all.replaceOne({ a: 1 }, { c: 3 });
  assert.equal(await all.findOne({}), { _id: 1, c: 3 });
});

test('an upserted replacement takes the _id from the query', async ({ collection }) => {
  const all = collection();
  await all.replaceOne({ _id: 9, x: 1 }, { c: 3 }, { upsert: true });
  assert.equal(await all.findOne({}), { _id: 9, c: 3 });
});

test('upserts in one bulk insert new documents and replace existing ones, in any order', async ({
  collection,
}) => {
  const all = collection();
  await createIndex(all, { tag: 1 });
  await all.insertOne({ _id: 'old', tag: 'old', n: 0 });
  const upserted = (_id: string, tag: string, n: number) => ({
    replaceOne: { filter: { _id }, replacement: { tag, n }, upsert: true },
  });
  const operations = [
    upserted('a', 'a', 1),
    upserted('old', 'old', 1),
    upserted('b', 'b', 1),
    upserted('a', 'a2', 2),
    { updateOne: { filter: { _id: 'c' }, update: { $set: { _id: 'e' } }, upsert: true } },
    upserted('d', 'd', 1),
    upserted('d', 'd', 1),
  ];
  const error: unknown = await all
    .bulkWrite(operations, { ordered: false })
    .catch((reason: unknown) => reason);
  assert.instance(error, MongoBulkWriteError);
  assert.is(at(error, 'writeErrors', '0', 'index'), 4);
  const { upsertedIds, matchedCount, modifiedCount } = (error as MongoBulkWriteError).result;
  assert.equal(upsertedIds, { 0: 'a', 2: 'b', 5: 'd' });
  assert.equal([matchedCount, modifiedCount], [3, 2]);
  const stored = await all.find().sort({ _id: 1 }).toArray();
  assert.equal(
    stored.map((one): unknown[] => [one._id, one['tag'], one['n']]),
    [
      ['a', 'a2', 2],
      ['b', 'b', 1],
      ['d', 'd', 1],
      ['old', 'old', 1],
    ],
  );
});

test('deletes one, or all that match', async ({ collection }) => {
  const all = collection();
  await all.insertMany([1, 2, 3, 4].map((_id) => ({ _id, even: _id % 2 === 0 })));
  assert.is((await all.deleteOne({ even: true })).deletedCount, 1);
  assert.is((await all.deleteMany({ even: false })).deletedCount, 2);
  assert.is(await all.countDocuments(), 1);
});

test('a mixed bulk runs in order and counts each kind', async ({ collection }) => {
  const all = collection();
  const result = await all.bulkWrite([
    { insertOne: { document: { _id: 1, a: 1 } } },
    { updateOne: { filter: { _id: 1 }, update: { $inc: { a: 1 } } } },
    { updateOne: { filter: { _id: 2 }, update: { $set: { a: 9 } }, upsert: true } },
    { replaceOne: { filter: { _id: 2 }, replacement: { b: 1 } } },
    { deleteOne: { filter: { _id: 1 } } },
  ]);
  assert.equal(
    [result.insertedCount, result.modifiedCount, result.upsertedCount, result.deletedCount],
    [1, 2, 1, 1],
  );
  assert.equal(await all.find().toArray(), [{ _id: 2, b: 1 }]);
});

test('findOneAndUpdate returns the document before or after, and upserts', async ({ collection }) => {
  const all = collection();
  const before = await all.findOneAndUpdate({ _id: 1 }, { $set: { a: 1 } }, { upsert: true });
  assert.is(before, null);
  assert.equal(await all.findOneAndUpdate({ _id: 1 }, { $inc: { a: 1 } }), { _id: 1, a: 1 });
  const after = await all.findOneAndUpdate({ _id: 1 }, { $inc: { a: 1 } }, { returnDocument: 'after' });
  assert.equal(after, { _id: 1, a: 3 });
});

test('findOneAndDelete and findOneAndReplace return the former document', async ({ collection }) => {
  const all = collection();
  await all.insertMany([
    { _id: 1, a: 1 },
    { _id: 2, a: 2 },
  ]);
  assert.equal(await all.findOneAndDelete({ a: 1 }), { _id: 1, a: 1 });
  assert.equal(await all.findOneAndReplace({ a: 2 }, { b: 1 }), { _id: 2, a: 2 });
  assert.equal(await all.find().toArray(), [{ _id: 2, b: 1 }]);
});

test('refuses to change an _id', async ({ collection }) => {
  const all = collection();
  await all.insertOne({ _id: 1 });
  assert.is((await refusal(all.updateOne({ _id: 1 }, { $set: { _id: 2 } }))).code, 66);
});

test('concurrent increments are all counted', async ({ collection }) => {
  const all = collection();
  await Promise.all(
    Array.from({ length: 100 }, () => all.updateOne({ _id: 'n' }, { $inc: { n: 1 } }, { upsert: true })),
  );
  assert.is((await all.findOne({}))?.['n'], 100);
});

test('a retried write gets the same reply and is executed once', async ({ client, db, collection }) => {
  const all = collection();
  const session = client.startSession();
  const updates = [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }];
  // The session may have served other tests before: its numbers have to go on from there.
  const send = (txnNumber: bigint) =>
    db.command({ update: all.collectionName, updates, txnNumber }, { session });
  const [first, again] = [await send(1_001n), await send(1_001n)];
  assert.equal([first['n'], first['upserted']], [again['n'], again['upserted']]);
  assert.is((await all.findOne({}))?.['n'], 1);
  await send(1_002n);
  assert.is((await all.findOne({}))?.['n'], 2);
  assert.is((await refusal(send(1_001n))).code, 225);
  await session.endSession();
});

test.run();
