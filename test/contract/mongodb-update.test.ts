import { type Document, Double, Int32, Long } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type MongoFixture, refusal, useMongo } from '../support/mongodb.ts';

const test = suite<MongoFixture>('mongodb: update operators');
test.before(async (context) => void Object.assign(context, await useMongo()));
test.after(({ close }) => close());

/** A document without its `_id`, an update, and what becomes of it. */
const cases: readonly [object, Document, object][] = [
  [{}, { $set: { b: 1, a: 2 } }, { a: 2, b: 1 }],
  [{ a: 1 }, { $set: { 'b.c.d': 1 } }, { a: 1, b: { c: { d: 1 } } }],
  [{ a: 1, b: { c: 1, d: 2 } }, { $unset: { a: '', 'b.c': '' } }, { b: { d: 2 } }],
  [{ a: 1 }, { $unset: { x: '', 'y.z': '' } }, { a: 1 }],
  [{ a: 1 }, { $inc: { a: 2, b: 5, 'c.d': -1 } }, { a: 3, b: 5, c: { d: -1 } }],
  [{ a: 5, b: 5 }, { $max: { a: 3, b: 7, c: 1 } }, { a: 5, b: 7, c: 1 }],
  [{ a: 1 }, { $setOnInsert: { a: 2, b: 2 }, $set: { c: 3 } }, { a: 1, c: 3 }],
  [{ a: { b: 1 } }, { $set: { a: { c: 2 } } }, { a: { c: 2 } }],
];

for (const [before, update, after] of cases)
  test(`${JSON.stringify(before)} after ${JSON.stringify(update)}`, async ({ collection }) => {
    const all = collection();
    await all.insertOne({ _id: 1, ...before });
    await all.updateOne({ _id: 1 }, update);
    assert.equal(await all.findOne({}, { projection: { _id: 0 } }), after);
  });

test('adds numbers with their type, or a wider one', async ({ collection }) => {
  const all = collection();
  await all.insertOne({ _id: 1, int: 2147483647, long: 2n ** 53n, double: 0.5, mixed: 1 });
  await all.updateOne({}, { $inc: { int: 1, long: 1, double: 1, mixed: 0.5, fresh: 1n } });
  const raw = await all.findOne({}, { promoteValues: false, useBigInt64: false });
  assert.equal(raw, {
    _id: new Int32(1),
    int: Long.fromNumber(2147483648),
    long: Long.fromBigInt(2n ** 53n + 1n),
    double: new Double(1.5),
    mixed: new Double(1.5),
    fresh: Long.fromNumber(1),
  });
});

test('$max compares an int64 with an int32 and a double as numbers', async ({ collection }) => {
  const all = collection();
  await all.insertOne({ _id: 1, at: 5n });
  await all.updateOne({}, { $max: { at: 4.5 } });
  assert.is((await all.findOne({}))?.['at'], 5n);
  await all.updateOne({}, { $max: { at: 6n } });
  assert.is((await all.findOne({}))?.['at'], 6n);
});

/** Updates that are refused, with the code. */
const refused: readonly [object, Document, number][] = [
  [{ a: 1 }, { $set: { a: 1, 'a.b': 2 } }, 40],
  [{ a: 1 }, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
  [{ a: 1 }, { $set: { 'a.b': 2 } }, 28],
  [{ a: null }, { $set: { 'a.b': 2 } }, 28],
  [{ a: [1] }, { $set: { 'a.x': 2 } }, 28],
  [{ a: 'text' }, { $inc: { a: 1 } }, 14],
  [{ a: 1 }, { $inc: { a: 'x' } }, 14],
  [{ a: null }, { $inc: { a: 1 } }, 14],
  [{ a: 1 }, { $set: { 'b..c': 1 } }, 56],
  [{ a: 1 }, { $nonsense: { a: 1 } }, 9],
];

for (const [before, update, code] of refused)
  test(`refuses ${JSON.stringify(update)} on ${JSON.stringify(before)}`, async ({ collection }) => {
    const all = collection();
    await all.insertOne({ _id: 1, ...before });
    assert.is((await refusal(all.updateOne({}, update))).code, code);
    assert.equal(await all.findOne({}), { _id: 1, ...before });
  });

test('refuses an int64 overflow', async ({ collection }) => {
  const all = collection();
  await all.insertOne({ _id: 1, a: 2n ** 63n - 1n });
  assert.is((await refusal(all.updateOne({}, { $inc: { a: 1 } }))).code, 2);
});

test.run();
