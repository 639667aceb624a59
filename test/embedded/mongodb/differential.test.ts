import fc from 'fast-check';
import { type Collection, type Document } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createIndex, useMongo, type MongoFixture, type TestDocument } from '../../support/mongodb.ts';

const test = suite<MongoFixture>('mongodb: with and without indexes');
test.before(async (context) => void Object.assign(context, await useMongo()));
test.after(({ close }) => close());

/** More queries with FUZZ_RUNS. */
const runs = Number(process.env['FUZZ_RUNS'] ?? '150');

const scalar = fc.oneof(
  fc.integer({ min: 0, max: 4 }),
  fc.bigInt({ min: 0n, max: 4n }),
  fc.constantFrom<unknown>(
    null,
    0.5,
    'a',
    'b',
    'b\0',
    true,
    Number.NaN,
    new Date(1),
    2n ** 53n,
    2n ** 53n + 1n,
    {},
    { x: 1 },
  ),
);
const field = fc.oneof(
  { arbitrary: scalar, weight: 8 },
  { arbitrary: fc.array(scalar, { maxLength: 3 }), weight: 1 },
  { arbitrary: fc.array(fc.record({ x: scalar }, { requiredKeys: [] }), { maxLength: 2 }), weight: 1 },
  { arbitrary: fc.record({ x: scalar }), weight: 2 },
);
/** In some collections no field holds an array: their indexes are used to the full. */
const plain = fc.record(
  { a: scalar, b: scalar, c: scalar, d: fc.record({ x: scalar }) },
  { requiredKeys: [] },
);
const arrays = fc.record({ a: field, b: scalar, c: scalar, d: field }, { requiredKeys: [] });

const path = fc.constantFrom('a', 'b', 'c', 'd', 'd.x', '_id');
const range = fc.dictionary(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), scalar, {
  minKeys: 1,
  maxKeys: 2,
});
const test1 = fc.oneof(
  scalar,
  range,
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $ne: scalar }),
  fc.record({ $not: range }),
  fc.record({ $elemMatch: range }),
);
const conditions = fc.dictionary(path, test1, { maxKeys: 3 });
/** What a list has beyond a place, with the bound that says at once where to begin. */
const beyond = fc
  .tuple(conditions, path, path, scalar, scalar, fc.constantFrom('$lt', '$gt'))
  .map(([all, first, second, at, then, strict]) => ({
    $and: [all, { [first]: { [`${strict}e`]: at } }],
    $or: [{ [first]: { [strict]: at } }, { [second]: { [strict]: then } }],
  }));
const query = fc.oneof(
  conditions,
  beyond,
  fc
    .tuple(conditions, fc.array(conditions, { minLength: 1, maxLength: 3 }))
    .map(([all, $or]) => ({ ...all, $or })),
  fc.tuple(conditions, conditions).map(([one, other]) => ({ $and: [one, { $nor: [other] }] })),
);
const direction = fc.constantFrom(1 as const, -1 as const);
const sort = fc.dictionary(path, direction, { maxKeys: 2 });
const page = fc.record({ skip: fc.nat(5), limit: fc.nat(20) });

async function indexed(all: Collection<TestDocument>): Promise<void> {
  await createIndex(all, { a: 1 });
  await createIndex(all, { a: 1, b: -1, c: 1 });
  await createIndex(all, { b: -1, _id: -1 });
  await createIndex(all, { 'd.x': 1, b: 1 });
  await createIndex(all, { c: 1 });
  await createIndex(all, { c: -1, a: 1 });
}

/** Values of the fields sorted by, as text: ties may come in any order. */
const sortedBy = (documents: readonly Document[]): string[] => documents.map(({ _id }) => String(_id));

async function compareFinds(all: Collection<TestDocument>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(query, sort, page, async (filter, order, { skip, limit }) => {
      const total = { ...order, ...('_id' in order ? {} : { _id: 1 as const }) };
      const find = () => all.find(filter).sort(total).skip(skip).limit(limit);
      const [used, scanned] = [await find().toArray(), await find().hint({ $natural: 1 }).toArray()];
      assert.equal(sortedBy(used), sortedBy(scanned));
    }),
    { numRuns: runs },
  );
}

for (const [name, documents] of [
  ['plain values', plain],
  ['arrays', arrays],
] as const)
  test(`finds the same among ${name}`, async ({ collection }) => {
    const all = collection();
    await indexed(all);
    const made = fc.sample(documents, 150).map((one, _id) => ({ ...one, _id }));
    await all.insertMany(made);
    await compareFinds(all);
  });

test('finds the same after many changes, and every index holds every document', async ({ collection }) => {
  const all = collection();
  await indexed(all);
  const steps = fc.sample(
    fc.tuple(fc.nat(40), arrays, fc.constantFrom('set', 'replace', 'unset', 'delete')),
    600,
  );
  await all.bulkWrite(
    steps.map(([_id, document, kind]) => {
      if (kind === 'delete') return { deleteOne: { filter: { _id } } };
      if (kind === 'replace') return { replaceOne: { filter: { _id }, replacement: document, upsert: true } };
      const update = kind === 'set' ? { $set: document } : { $unset: { a: '', 'd.x': '' } };
      return { updateOne: { filter: { _id }, update, upsert: true } };
    }),
    { ordered: false },
  );
  const count = await all.countDocuments();
  for (const hint of [{ a: 1 }, { a: 1, b: -1, c: 1 }, { b: -1, _id: -1 }, { 'd.x': 1, b: 1 }] as const)
    assert.is((await all.find({}).hint(hint).toArray()).length, count);
  await compareFinds(all);
});

test.run();
