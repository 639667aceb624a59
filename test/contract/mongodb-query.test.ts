import { Double, type Filter, ObjectId } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  at,
  createIndex,
  ids,
  type MongoFixture,
  refusal,
  type TestDocument,
  useMongo,
} from '../support/mongodb.ts';

const test = suite<MongoFixture>('mongodb: queries');
test.before(async (context) => void Object.assign(context, await useMongo()));
test.after(({ close }) => close());

const documents: TestDocument[] = [
  {
    _id: 1,
    n: 1,
    s: 'apple',
    tags: ['a', 'b'],
    o: { x: 1, y: [1, 2] },
    items: [
      { k: 1, v: 2 },
      { k: 2, v: 9 },
    ],
  },
  { _id: 2, n: 2n, s: 'Banana', tags: ['b'], o: { x: 2 }, items: [{ k: 1, v: 9 }] },
  { _id: 3, n: 2.5, s: 'cherry', tags: [], o: { x: null }, items: [] },
  { _id: 4, n: null, s: 'date', o: {}, items: [3, [4, 5]] },
  { _id: 5, s: 7, tags: 'b', o: 'text' },
  { _id: 6, n: [5, 20], s: true, tags: [['b']], when: new Date(5) },
  { _id: 7, n: Number.NaN, s: new ObjectId('000000000000000000000007'), when: new Date(7) },
];

/** Queries and the `_id`s that they find. */
const cases: readonly [Filter<TestDocument>, readonly number[]][] = [
  [{ n: 2 }, [2]],
  [{ n: { $eq: 1n } }, [1]],
  [{ n: 20 }, [6]],
  [{ n: [5, 20] }, [6]],
  [{ n: null }, [4, 5]],
  [{ n: { $exists: false } }, [5]],
  [{ n: { $exists: true, $ne: null } }, [1, 2, 3, 6, 7]],
  [{ n: Number.NaN }, [7]],
  [{ n: { $gt: 2 } }, [3, 6]],
  [{ n: { $gte: 2 } }, [2, 3, 6]],
  [{ n: { $lt: 2.5 } }, [1, 2]],
  [{ n: { $lte: new Double(2) } }, [1, 2]],
  [{ n: { $gt: 10, $lt: 10 } }, [6]],
  [{ n: { $in: [1, null, 20] } }, [1, 4, 5, 6]],
  [{ n: { $nin: [1, null] } }, [2, 3, 6, 7]],
  [{ n: { $ne: 2 } }, [1, 3, 4, 5, 6, 7]],
  [{ s: 'apple' }, [1]],
  [{ s: { $gt: 'b' } }, [3, 4]],
  [{ s: { $lt: 'a' } }, [2]],
  [{ s: true }, [6]],
  [{ tags: 'b' }, [1, 2, 5]],
  [{ tags: ['b'] }, [2, 6]],
  [{ tags: [] }, [3]],
  [{ 'o.x': 1 }, [1]],
  [{ 'o.x': null }, [3, 4, 5, 6, 7]],
  [{ 'o.y': 2 }, [1]],
  [{ o: { x: 2 } }, [2]],
  [{ o: {} }, [4]],
  [{ 'items.k': 2 }, [1]],
  [{ 'items.k': 1, 'items.v': 9 }, [1, 2]],
  [{ items: { k: 1, v: 9 } }, [2]],
  [{ items: { v: 9, k: 1 } }, []],
  [{ 'items.k': null }, [5, 6, 7]],
  [{ 'items.k': { $exists: false } }, [3, 4, 5, 6, 7]],
  [{ when: { $gt: new Date(5) } }, [7]],
  [{ $and: [{ n: { $gt: 0 } }, { n: { $lt: 2 } }] }, [1]],
  [{ $or: [{ n: 1 }, { s: 'date' }] }, [1, 4]],
  [{ _id: { $in: [3, 1] }, n: { $exists: true } }, [1, 3]],
  [{}, [1, 2, 3, 4, 5, 6, 7]],
];

for (const [filter, expected] of cases)
  test(`finds by ${JSON.stringify(filter, shown)}`, async ({ db }) => {
    const all = db.collection<TestDocument>('documents');
    if ((await all.estimatedDocumentCount()) === 0) await all.insertMany(documents);
    assert.equal(ids(await all.find(filter).sort({ _id: 1 }).toArray()), expected);
  });

function shown(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

test('sorts values of all types in their order', async ({ collection }) => {
  const all = collection();
  const ascending = [
    null,
    Number.NaN,
    -Infinity,
    -(2n ** 60n),
    -1.5,
    0,
    1n,
    1.5,
    2n ** 53n + 1n,
    Infinity,
    '',
    'a',
    'a\0',
    'a\0b',
    'ab',
    '\uffff',
    '\u{1f600}',
    { a: 1 },
    { a: 1, b: 1 },
    { b: 0 },
    { a: 'x' },
    new Uint8Array([9]),
    new Uint8Array([1, 1]),
    new ObjectId('01'.repeat(12)),
    new ObjectId('02'.repeat(12)),
    false,
    true,
    new Date(-5),
    new Date(5),
  ];
  const byPlace = ascending.map((value, _id) => ({ _id, value }));
  await all.insertMany([...byPlace].reverse());
  const places = ascending.map((_, index) => index);
  const sorted = await all.find().sort({ value: 1 }).toArray();
  assert.equal(ids(sorted), places);
  await createIndex(all, { value: -1 });
  assert.equal(ids(await all.find().sort({ value: -1 }).toArray()), [...places].reverse());
  assert.equal(ids(await all.find().sort({ value: 1 }).toArray()), places);
});

test('refuses to sort by an array', async ({ collection, embedded }) => {
  if (!embedded) return;
  const all = collection();
  await all.insertMany([
    { _id: 1, a: [3, 10] },
    { _id: 2, a: 5 },
    { _id: 3, a: [] },
    { _id: 4 },
    { _id: 5, a: [1, 7] },
  ]);
  const { code, message } = await refusal(all.find().sort({ a: 1 }).toArray());
  assert.is(code, 2);
  assert.match(message, "a sort by 'a', where a document has an array");
  assert.equal(
    ids(
      await all
        .find({ _id: { $in: [2, 4] } })
        .sort({ a: -1 })
        .toArray(),
    ),
    [2, 4],
  );
});

test('sorts by several fields, skips and limits', async ({ collection }) => {
  const all = collection();
  await all.insertMany([...Array(20).keys()].map((_id) => ({ _id, group: _id % 3 })));
  const page = all.find().sort({ group: -1, _id: 1 }).skip(5).limit(3);
  assert.equal(ids(await page.toArray()), [17, 1, 4]);
});

test('returns batches of the requested size, whatever their number', async ({ collection }) => {
  const all = collection();
  await all.insertMany([...Array(1000).keys()].map((_id) => ({ _id })));
  const cursor = all.find().sort({ _id: 1 }).batchSize(7);
  assert.equal(ids(await cursor.toArray()), [...Array(1000).keys()]);
  const small = all.find().batchSize(3);
  await small.next();
  assert.is(small.bufferedCount(), 2);
  await small.close();
});

test('a cursor continues where it was, whatever was written meanwhile', async ({ collection }) => {
  const all = collection();
  await all.insertMany([...Array(50).keys()].map((_id) => ({ _id: _id * 2 })));
  const cursor = all.find().sort({ _id: 1 }).batchSize(10);
  const seen: unknown[] = [];
  for await (const { _id } of cursor) {
    seen.push(_id);
    if (_id === 18) {
      await all.deleteOne({ _id: 40 });
      await all.insertOne({ _id: 41 });
    }
  }
  assert.equal(new Set(seen).size, seen.length);
  assert.not(seen.includes(40));
  assert.ok(seen.includes(41));
});

test('a closed cursor is not found', async ({ db, collection }) => {
  const all = collection();
  await all.insertMany([...Array(10).keys()].map((_id) => ({ _id })));
  const opened = await db.command({ find: all.collectionName, batchSize: 2 });
  const id = at(opened, 'cursor', 'id');
  const killed = await db.command({ killCursors: all.collectionName, cursors: [id] });
  assert.equal(killed['cursorsKilled'], [id]);
  const error = await refusal(db.command({ getMore: id, collection: all.collectionName }));
  assert.is(error.code, 43);
});

test('singleBatch leaves no cursor behind', async ({ db, collection }) => {
  const all = collection();
  await all.insertMany([...Array(10).keys()].map((_id) => ({ _id })));
  const opened = await db.command({ find: all.collectionName, batchSize: 2, singleBatch: true });
  assert.is(Number(at(opened, 'cursor', 'id')), 0);
  assert.is(at(opened, 'cursor', 'firstBatch', 'length'), 2);
});

test('batches of large documents stay below the size of a message', async ({ collection }) => {
  const all = collection();
  const text = 'x'.repeat(1024 * 1024);
  for (let _id = 0; _id < 20; _id++) await all.insertOne({ _id, text });
  assert.is((await all.find().toArray()).length, 20);
});

const projections: readonly [object, object][] = [
  [{ a: 1 }, { _id: 1, a: 1 }],
  [{ a: 1, _id: 0 }, { a: 1 }],
  [
    { a: 0, d: 0 },
    { _id: 1, b: { c: 2, d: 3 }, e: [{ f: 1, g: 2 }, 5, { g: 3 }] },
  ],
  [{ _id: 0, d: 0, e: 0, b: 0 }, { a: 1 }],
  [{ _id: 1 }, { _id: 1 }],
  [{ missing: 1 }, { _id: 1 }],
];

for (const [projection, expected] of projections)
  test(`projects ${JSON.stringify(projection)}`, async ({ collection }) => {
    const all = collection();
    await all.insertOne({
      _id: 1,
      a: 1,
      b: { c: 2, d: 3 },
      d: [1, 2, 3, 4],
      e: [{ f: 1, g: 2 }, 5, { g: 3 }],
    });
    assert.equal(await all.findOne({}, { projection }), expected);
  });

test('refuses to include and exclude at once', async ({ collection }) => {
  const error = await refusal(collection().findOne({}, { projection: { a: 1, b: 0 } }));
  assert.is(error.code, 31254);
});

test('counts with conditions, limit and skip', async ({ collection }) => {
  const all = collection();
  assert.is(await all.countDocuments(), 0);
  await all.insertMany([...Array(30).keys()].map((_id) => ({ _id, even: _id % 2 === 0 })));
  assert.is(await all.countDocuments({ even: true }), 15);
  assert.is(await all.countDocuments({ even: true }, { skip: 10, limit: 3 }), 3);
  assert.is(await all.estimatedDocumentCount(), 30);
});

test('distinct returns every value once, including those inside arrays', async ({ collection }) => {
  const all = collection();
  await all.insertMany([{ a: 1 }, { a: 1n }, { a: [2, 3] }, { a: 'x' }, {}, { a: 3, skip: true }]);
  const values = await all.distinct('a', { skip: { $exists: false } });
  assert.equal(new Set(values), new Set([1, 2, 3, 'x']));
});

test('refuses an unknown operator by name', async ({ collection }) => {
  const error = await refusal(collection().findOne({ a: { $nonsense: 1 } }));
  assert.is(error.code, 2);
  assert.match(error.message, '$nonsense');
});

test('answers within maxTimeMS or with MaxTimeMSExpired', async ({ collection }) => {
  const all = collection();
  await all.insertMany([...Array(5000).keys()].map((_id) => ({ _id, text: 'abc'.repeat(50) })));
  const work = all.find({ text: 'abcc' }).maxTimeMS(1).toArray();
  const outcome = await work.catch((error: unknown) =>
    error instanceof Error && 'code' in error ? error.code : error,
  );
  assert.ok(outcome === 50 || Array.isArray(outcome));
});

test.run();
