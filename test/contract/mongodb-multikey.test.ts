import fc from 'fast-check';
import { type Document } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { at, createIndex, ids, type MongoFixture, stagesOf, useMongo } from '../support/mongodb.ts';

const test = suite<MongoFixture>('mongodb: indexes of arrays');
test.before(async (context) => void Object.assign(context, await useMongo()));
test.after(({ close }) => close());

const scanOf = (explained: Document): Document | undefined =>
  stagesOf(explained).find(({ indexName }) => indexName !== undefined);

const sortsInMemory = (explained: Document): boolean =>
  stagesOf(explained).some(({ stage }) => stage === 'SORT');

test('an element is found by equality, $in, a range and a prefix, each document once', async ({
  collection,
}) => {
  const all = collection();
  await createIndex(all, { tags: 1 }, { name: 'tags' });
  await all.insertMany([
    { _id: 1, tags: ['red', 'rose', 'red'] },
    { _id: 2, tags: ['blue', 'red'] },
    { _id: 3, tags: 'rosy' },
    { _id: 4, tags: [] },
    { _id: 5 },
    { _id: 6, tags: [null, 7, 'r.s', ['red']] },
  ]);
  const found = async (tags: unknown) => {
    const query = all.find({ tags }).hint('tags');
    assert.is(scanOf(await query.explain())?.['isMultiKey'], true);
    return ids(await query.toArray()).sort();
  };
  assert.equal(await found('red'), [1, 2]);
  assert.equal(await found({ $in: ['red', 'rose', 'blue'] }), [1, 2]);
  assert.equal(await found({ $gte: 'red', $lt: 'rosy' }), [1, 2]);
  assert.equal(await found({ $regex: '^r' }), [1, 2, 3, 6]);
  assert.equal(await found({ $regex: '^ros' }), [1, 3]);
  assert.equal(await found({ $regex: '^r\\.' }), [6]);
  assert.equal(await found({ $gt: 5 }), [6]);
  assert.equal(await found(null), [5, 6]);
  assert.equal(await found([]), [4]);
  assert.equal(await found(['red']), [6]);
  assert.equal(ids(await all.find().hint('tags').toArray()).sort(), [1, 2, 3, 4, 5, 6]);
  assert.is(await all.countDocuments({ tags: { $in: ['red', 'rose'] } }, { hint: 'tags' }), 2);
});

test('several conditions on an array may hold for different elements', async ({ collection }) => {
  const all = collection();
  await createIndex(all, { form: 1, n: 1 });
  await all.insertMany([
    { _id: 1, form: 1, n: [1, 9] },
    { _id: 2, form: 1, n: [5] },
    { _id: 3, form: 1, n: [2, 3] },
  ]);
  assert.equal(ids(await all.find({ form: 1, n: { $gt: 4, $lt: 6 } }).toArray()).sort(), [1, 2]);
  assert.equal(ids(await all.find({ form: 1, $and: [{ n: 1 }, { n: 9 }] }).toArray()), [1]);
  assert.equal(ids(await all.find({ form: 1, $and: [{ n: 1 }, { n: { $in: [2, 3] } }] }).toArray()), []);
});

test('fields of the documents of an array are indexed', async ({ collection }) => {
  const all = collection();
  await createIndex(all, { 'b.c': 1 }, { name: 'inner' });
  await all.insertMany([
    { _id: 1, b: [{ c: 1 }, { c: [2, 3] }, {}] },
    { _id: 2, b: { c: [3, 3] } },
    { _id: 3, b: [] },
  ]);
  const found = async (c: unknown) => ids(await all.find({ 'b.c': c }).hint('inner').toArray()).sort();
  assert.equal([await found(1), await found(2), await found(3)], [[1], [1], [1, 2]]);
  assert.equal([await found(null), await found({ $gte: 2 })], [[1], [1, 2]]);
});

const count = 3_000;

/** Elements that 3000, 1500, 30, … of the documents have. */
const tagsOf = (n: number): string[] => ['all', n % 2 ? 'odd' : 'even', `in ${n % 100}`, `is ${n}`];

test('after equality on an array, pages are read in the order of the later fields', async ({ db }) => {
  const all = db.collection<Document & { _id: number }>('listed');
  await createIndex(all, { form: 1, tags: 1, created: 1, _id: 1 }, { name: 'page' });
  await all.insertMany(
    [...Array(count).keys()].map((_id) => ({
      _id,
      form: 1,
      tags: tagsOf(_id),
      created: Math.floor(_id / 10),
    })),
  );
  const numbers = [...Array(count).keys()].reverse();
  const next = { created: { $lte: 200 }, $or: [{ created: { $lt: 200 } }, { _id: { $lt: 2005 } }] };
  const page = (tags: unknown) =>
    all
      .find({ $and: [{ form: 1, tags }, next] })
      .sort({ created: -1, _id: -1 })
      .hint('page')
      .limit(20);
  for (const [tags, matches, most] of [
    ['odd', (n: number) => n % 2 === 1, 25],
    [{ $in: ['all', 'odd', 'in 7'] }, () => true, 70],
  ] as const) {
    const explained = await page(tags).explain('executionStats');
    assert.not(sortsInMemory(explained));
    assert.ok(Number(at(explained, 'executionStats', 'totalKeysExamined')) <= most);
    const expected = numbers.filter((n) => n < 2005 && matches(n)).slice(0, 20);
    assert.equal(ids(await page(tags).toArray()), expected);
  }
  const ranged = page({ $regex: '^is 12' });
  assert.ok(sortsInMemory(await ranged.explain()));
  assert.equal(
    ids(await ranged.toArray()),
    numbers.filter((n) => n < 2005 && String(n).startsWith('12')).slice(0, 20),
  );
});

test('changes and removals leave no entry behind', async ({ collection }) => {
  const all = collection();
  await createIndex(all, { tags: 1 }, { name: 'tags' });
  await all.insertMany([
    { _id: 1, tags: ['a', 'b'], n: 0 },
    { _id: 2, tags: ['b', 'c'], n: 0 },
  ]);
  const state = async () => {
    const tags = ['a', 'b', 'c', 'd'];
    return Promise.all(tags.map(async (one) => ids(await all.find({ tags: one }).hint('tags').toArray())));
  };
  await all.updateOne({ _id: 1 }, { $set: { tags: ['b', 'd'] } });
  assert.equal(await state(), [[], [1, 2], [2], [1]]);
  await all.updateMany({}, { $inc: { n: 1 } });
  assert.equal(await state(), [[], [1, 2], [2], [1]]);
  await all.updateOne({ _id: 2 }, { $set: { tags: 'd' } });
  assert.equal(await state(), [[], [1], [], [1, 2]]);
  await all.deleteOne({ _id: 1 });
  await all.replaceOne({ _id: 2 }, { n: 3 });
  assert.equal(await state(), [[], [], [], []]);
  assert.equal(ids(await all.find({ tags: null }).hint('tags').toArray()), [2]);
});

test('a new index has the arrays of existing documents', async ({ collection }) => {
  const all = collection();
  await all.insertMany([
    { _id: 1, tags: ['a', 'b'] },
    { _id: 2, tags: ['b'] },
  ]);
  await createIndex(all, { tags: 1 }, { name: 'tags' });
  assert.equal(
    ids(
      await all
        .find({ tags: { $in: ['a', 'b'] } })
        .hint('tags')
        .toArray(),
    ).sort(),
    [1, 2],
  );
  assert.is(scanOf(await all.find({ tags: 'a' }).explain())?.['isMultiKey'], true);
});

test('a sparse index omits documents without the field, and has those with an empty array', async ({
  collection,
}) => {
  const all = collection();
  await createIndex(all, { tags: 1 }, { name: 'tags', sparse: true });
  await all.insertMany([{ _id: 1, tags: [] }, { _id: 2 }, { _id: 3, tags: ['a', 'b'] }]);
  assert.equal(ids(await all.find().hint('tags').toArray()).sort(), [1, 3]);
});

const word = fc.constantFrom('a', 'ab', 'abc', 'b', 'ba', 'c');
const words = fc.oneof(fc.array(word, { maxLength: 4 }), word);
const wanted = fc.oneof(
  word,
  fc.record({ $in: fc.array(word, { minLength: 1, maxLength: 3 }) }),
  fc.record({ $regex: fc.constantFrom('^a', '^ab', '^b') }),
  fc.record({ $gte: word, $lt: word }),
);
const change = fc.record({ _id: fc.nat(9), words: fc.option(words) });

test('what an index answers equals a scan of all documents, after any changes', async ({ collection }) => {
  const property = fc.asyncProperty(
    fc.array(words, { minLength: 10, maxLength: 10 }),
    fc.array(change, { maxLength: 6 }),
    fc.array(fc.tuple(wanted, wanted), { minLength: 5, maxLength: 10 }),
    async (some, changes, queries) => {
      const all = collection();
      await createIndex(all, { form: 1, words: 1, at: 1, _id: 1 }, { name: 'words' });
      await all.insertMany(some.map((one, _id) => ({ _id, form: _id % 2, words: one, at: _id % 3 })));
      for (const { _id, words: next } of changes)
        if (next === null) await all.deleteOne({ _id });
        else await all.updateOne({ _id }, { $set: { words: next } });
      for (const [first, second] of queries) {
        const filter = { $and: [{ form: { $in: [0, 1] }, words: first }, { words: second }] };
        const read = async (hint: string | Document) =>
          ids(await all.find(filter).sort({ at: -1, _id: -1 }).hint(hint).toArray());
        assert.equal(await read('words'), await read({ $natural: 1 }));
        assert.is(await all.countDocuments(filter, { hint: 'words' }), (await read({ $natural: 1 })).length);
      }
      await all.drop();
    },
  );
  await fc.assert(property, { numRuns: 25 });
});

test.run();
