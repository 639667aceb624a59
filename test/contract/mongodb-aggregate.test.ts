import { type Document } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refusal, useMongo, type MongoFixture, type TestDocument } from '../support/mongodb.ts';

const test = suite<MongoFixture>('mongodb: aggregation');
test.before(async (context) => void Object.assign(context, await useMongo()));
test.after(({ close }) => close());

const documents: TestDocument[] = [
  { _id: 1, form: 'a', n: 1, tags: ['x', 'y'], o: { p: 1 }, list: [{ v: 1 }, { v: 2 }] },
  { _id: 2, form: 'a', n: 2n, tags: [], o: { p: 2 } },
  { _id: 3, form: 'b', n: 0.5, tags: ['x'], o: {} },
  { _id: 4, form: 'b', n: null },
];

const byId = { $sort: { _id: 1 } };

const cases: readonly [string, Document[], Document[]][] = [
  [
    '$match, $sort, $skip and $limit',
    [
      { $match: { n: { $gt: 0 } } },
      { $sort: { _id: -1 } },
      { $skip: 1 },
      { $limit: 1 },
      { $project: { n: 1 } },
    ],
    [{ _id: 2, n: 2 }],
  ],
  ['$limit before $match', [byId, { $limit: 2 }, { $match: { form: 'b' } }], []],
  ['$count', [{ $match: { form: 'a' } }, { $count: 'n' }], [{ n: 2 }]],
  ['$count of nothing', [{ $match: { form: 'z' } }, { $count: 'n' }], []],
  [
    '$group with sums and averages',
    [{ $group: { _id: '$form', n: { $sum: 1 }, sum: { $sum: '$n' }, avg: { $avg: '$n' } } }, byId],
    [
      { _id: 'a', n: 2, sum: 3, avg: 1.5 },
      { _id: 'b', n: 2, sum: 0.5, avg: 0.5 },
    ],
  ],
  [
    '$group with extremes',
    [
      byId,
      {
        $group: {
          _id: null,
          min: { $min: '$n' },
          max: { $max: '$n' },
          first: { $first: '$_id' },
          last: { $last: '$_id' },
          c: { $count: {} },
        },
      },
    ],
    [{ _id: null, min: 0.5, max: 2, first: 1, last: 4, c: 4 }],
  ],
  [
    '$group with lists',
    [
      byId,
      { $group: { _id: '$form', ids: { $push: '$_id' }, p: { $addToSet: '$o.p' } } },
      byId,
      { $match: { _id: 'b' } },
    ],
    [{ _id: 'b', ids: [3, 4], p: [] }],
  ],
  [
    '$group by several fields',
    [
      { $group: { _id: { f: '$form', small: { $lt: ['$n', 1] } }, n: { $sum: 1 } } },
      { $sort: { n: -1, _id: 1 } },
    ],
    [
      { _id: { f: 'a', small: false }, n: 2 },
      { _id: { f: 'b', small: true }, n: 2 },
    ],
  ],
  [
    '$unwind',
    [byId, { $unwind: '$tags' }, { $project: { tags: 1 } }],
    [
      { _id: 1, tags: 'x' },
      { _id: 1, tags: 'y' },
      { _id: 3, tags: 'x' },
    ],
  ],
  [
    '$unwind that keeps and counts',
    [
      byId,
      { $unwind: { path: '$tags', preserveNullAndEmptyArrays: true, includeArrayIndex: 'at' } },
      { $project: { tags: 1, at: 1 } },
    ],
    [
      { _id: 1, tags: 'x', at: 0 },
      { _id: 1, tags: 'y', at: 1 },
      { _id: 2, at: null },
      { _id: 3, tags: 'x', at: 0 },
      { _id: 4, at: null },
    ],
  ],
  [
    '$project with computed fields',
    [
      { $match: { _id: 1 } },
      {
        $project: {
          _id: 0,
          sum: { $add: ['$n', '$o.p'] },
          v: '$list.v',
          text: { $concat: ['$form', '-', 'x'] },
          one: { $literal: 1 },
        },
      },
    ],
    [{ sum: 2, v: [1, 2], text: 'a-x', one: 1 }],
  ],
  [
    '$set, and $unset',
    [
      { $match: { _id: 4 } },
      { $set: { 'o.q': { $ifNull: ['$n', 'none'] }, big: { $cond: [{ $gt: ['$n', 1] }, 'yes', 'no'] } } },
      { $unset: ['form', 'n'] },
    ],
    [{ _id: 4, o: { q: 'none' }, big: 'no' }],
  ],
  [
    'comparisons of missing fields',
    [byId, { $project: { less: { $lt: ['$none', null] }, type: { $type: '$n' } } }, { $limit: 2 }],
    [
      { _id: 1, less: true, type: 'int' },
      { _id: 2, less: true, type: 'long' },
    ],
  ],
];

for (const [name, pipeline, expected] of cases)
  test(name, async ({ db }) => {
    const all = db.collection<TestDocument>('documents');
    if ((await all.estimatedDocumentCount()) === 0) await all.insertMany(documents);
    const found = await all.aggregate(pipeline, { promoteLongs: true, useBigInt64: false }).toArray();
    assert.equal(found, expected);
  });

test('sums int32 beyond their range, and int64 exactly', async ({ collection }) => {
  const all = collection();
  await all.insertMany([
    { a: 2147483647, b: 2n ** 60n },
    { a: 1, b: 1 },
  ]);
  const [row] = await all
    .aggregate([{ $group: { _id: null, a: { $sum: '$a' }, b: { $sum: '$b' } } }])
    .toArray();
  assert.equal(row, { _id: null, a: 2147483648n, b: 2n ** 60n + 1n });
});

test('draws a sample without repeating itself', async ({ collection }) => {
  const all = collection();
  await all.insertMany(Array.from({ length: 50 }, (_, _id) => ({ _id })));
  const draw = async (size: number): Promise<number[]> =>
    (await all.aggregate<{ _id: number }>([{ $sample: { size } }]).toArray()).map(({ _id }) => _id);
  const drawn = [await draw(10), await draw(10), await draw(10)];
  for (const ids of drawn) assert.is(new Set(ids).size, 10);
  assert.ok(new Set(drawn.map((ids) => ids.join())).size > 1);
  assert.is((await draw(80)).length, 50);
});

test('hands out batches', async ({ collection }) => {
  const all = collection();
  await all.insertMany([...Array(500).keys()].map((_id) => ({ _id })));
  const found = await all.aggregate([{ $match: {} }, { $set: { a: 1 } }], { batchSize: 33 }).toArray();
  assert.is(found.length, 500);
});

test('names a stage, an expression and an accumulator that it does not know', async ({ collection }) => {
  const attempts = [
    { $nonsense: {} },
    { $project: { a: { $nonsense: 1 } } },
    { $group: { _id: 1, a: { $nonsense: 1 } } },
  ];
  for (const stage of attempts)
    assert.match((await refusal(collection().aggregate([stage]).toArray())).message, '$nonsense');
});

test.run();
