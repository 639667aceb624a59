import { type Document } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type MongoFixture, refusal, type TestDocument, useMongo } from '../support/mongodb.ts';

const test = suite<MongoFixture>('mongodb: aggregation');
test.before(async (context) => void Object.assign(context, await useMongo()));
test.after(({ close }) => close());

const documents: TestDocument[] = [
  { _id: 1, form: 'a', n: 1, o: { p: 1 }, list: [{ v: 1 }, { v: [2] }, [{ v: 3 }], 4, {}] },
  { _id: 2, form: 'a', n: 2n, o: { p: 2 } },
  { _id: 3, form: 'b', n: 0.5, o: {} },
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
    'a count as clients ask for it',
    [{ $match: { form: 'a' } }, { $group: { _id: 1, n: { $sum: 1 } } }],
    [{ _id: 1, n: 2 }],
  ],
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
          last: { $last: '$n' },
        },
      },
    ],
    [{ _id: null, min: 0.5, max: 2, first: 1, last: null }],
  ],
  [
    '$group by several fields, one of which is missing',
    [{ $group: { _id: { f: '$form', p: '$o.p' }, n: { $sum: 1 } } }, byId],
    [
      { _id: { f: 'a', p: 1 }, n: 1 },
      { _id: { f: 'a', p: 2 }, n: 1 },
      { _id: { f: 'b' }, n: 2 },
    ],
  ],
  [
    '$group by a path into an array, which gathers from its documents alone and flattens nothing',
    [{ $group: { _id: '$list.v', n: { $sum: 1 } } }, { $match: { n: 1 } }],
    [{ _id: [1, [2]], n: 1 }],
  ],
  ['$project by exclusion', [{ $match: { _id: 3 } }, { $project: { form: 0, o: 0 } }], [{ _id: 3, n: 0.5 }]],
];

for (const [name, pipeline, expected] of cases)
  test(name, async ({ db }) => {
    const all = db.collection<TestDocument>('documents');
    if ((await all.estimatedDocumentCount()) === 0) await all.insertMany(documents);
    const found = await all.aggregate(pipeline, { promoteLongs: true, useBigInt64: false }).toArray();
    assert.equal(found, expected);
  });

test('sums int32 beyond their range, int64 exactly, and doubles with compensated rounding', async ({
  collection,
}) => {
  const all = collection();
  await all.insertMany([
    { a: 2147483647, b: 2n ** 60n, c: 0.1, d: 2n ** 63n - 1n },
    { a: 1, b: 1, c: 0.2, d: 1n },
    { c: 0.3, d: 0 },
  ]);
  const sum = (field: string) => ({ [field]: { $sum: `$${field}` } });
  const [row] = await all
    .aggregate([{ $group: { _id: null, ...sum('a'), ...sum('b'), ...sum('c'), ...sum('d') } }])
    .toArray();
  assert.equal(row, { _id: null, a: 2147483648n, b: 2n ** 60n + 1n, c: 0.6, d: 2 ** 63 });
});

test('returns batches', async ({ collection }) => {
  const all = collection();
  await all.insertMany([...Array(500).keys()].map((_id) => ({ _id })));
  const found = await all.aggregate([{ $match: {} }, { $project: { a: 1 } }], { batchSize: 33 }).toArray();
  assert.is(found.length, 500);
});

/** Stages that a server does not know, or reads with care, and the code that says so. */
const refused: readonly [object, number][] = [
  [{ $nonsense: {} }, 40324],
  [{}, 40323],
  [{ $match: {}, $limit: 1 }, 40323],
  [{ $match: 1 }, 9],
  [{ $sort: {} }, 15976],
  [{ $sort: { a: '1' } }, 15974],
  [{ $sort: { a: 2 } }, 15975],
  [{ $limit: 0 }, 15958],
  [{ $limit: '1' }, 2107201],
  [{ $skip: '1' }, 5107200],
  [{ $count: '' }, 40156],
  [{ $count: '$a' }, 40158],
  [{ $count: 'a.b' }, 40160],
  [{ $group: {} }, 15955],
  [{ $group: { _id: 1, a: { $nonsense: 1 } } }, 15952],
  [{ $group: { _id: 1, a: 1 } }, 40234],
  [{ $group: { _id: 1, a: { $sum: 1, $max: 1 } } }, 40238],
  [{ $group: { _id: { $nonsense: 1 } } }, 168],
  [{ $group: { _id: '$$nonsense' } }, 17276],
  [{ $project: { a: 1, b: 0 } }, 31254],
];

for (const [stage, code] of refused)
  test(`refuses the stage ${JSON.stringify(stage)}`, async ({ collection }) => {
    assert.is((await refusal(collection().aggregate([stage]).toArray())).code, code);
  });

/** What a real server answers and this one does not. */
const narrower: readonly [object, string][] = [
  [{ $unwind: '$a' }, '$unwind'],
  [{ $set: { a: 1 } }, '$set'],
  [{ $lookup: {} }, '$lookup'],
  [{ $sample: { size: 1 } }, '$sample'],
  [{ $project: { a: { $add: ['$n', 1] } } }, '$add'],
  [{ $project: { a: '$b' } }, 'computed'],
  [{ $group: { _id: { a: { $lt: ['$a', 1] } } } }, '$lt'],
  [{ $group: { _id: 1, a: { $push: '$a' } } }, '$push'],
  [{ $group: { _id: 1, a: { $sum: ['$a', '$b'] } } }, 'array'],
  [{ $match: { $expr: true } }, '$expr'],
];

for (const [stage, name] of narrower)
  test(`refuses ${JSON.stringify(stage)}, which a real server supports, by name`, async ({
    collection,
    embedded,
  }) => {
    if (embedded) assert.match((await refusal(collection().aggregate([stage]).toArray())).message, name);
  });

test('an aggregation needs a cursor', async ({ db }) => {
  assert.is((await refusal(db.command({ aggregate: 'documents', pipeline: [] }))).code, 9);
  assert.is((await refusal(db.command({ aggregate: 'documents', cursor: {} }))).code, 40414);
});

test.run();
