import { BSON } from 'mongodb';
import fc from 'fast-check';
import { Query, updateOne } from 'mingo';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decode } from '../../../embedded/mongodb/bson.ts';
import { MongoError } from '../../../embedded/mongodb/error.ts';
import { matches, parseFilter } from '../../../embedded/mongodb/filter.ts';
import { parseSort } from '../../../embedded/mongodb/planner.ts';
import { rowsInOrder } from '../../../embedded/mongodb/rows.ts';
import { applyUpdate, parseUpdate } from '../../../embedded/mongodb/update.ts';

const test = suite('mongodb: against an independent implementation');

/** More of each with FUZZ_RUNS. */
const runs = Number(process.env['FUZZ_RUNS'] ?? '1500');

type Plain = Record<string, unknown>;

/**
 * What mingo is known to do otherwise than MongoDB is kept from it, here and below: $all, $type, $size and $elemMatch
 * behind a dotted path, null behind an index, arrays in a sort, fields set in a null, $addToSet with values
 * that are there twice, int64 and the like. Updates that MongoDB refuses it leaves undone without a word.
 */
const serialized = (one: object): Buffer => Buffer.from(BSON.serialize(one));
/** Without the null prototypes that the generator gives some objects. */
const plain = (one: object): Plain => BSON.deserialize(serialized(one));
const held = (one: object) => decode(serialized(one));

const scalar = fc.oneof(
  fc.integer({ min: -2, max: 3 }),
  fc.constantFrom<unknown>(0.5, 'a', 'b', '', true, false, null, new Date(0), new Date(5)),
);
const item = fc.oneof({ arbitrary: scalar, weight: 4 }, { arbitrary: fc.record({ x: scalar }), weight: 1 });
const field = fc.oneof(
  { arbitrary: scalar, weight: 5 },
  { arbitrary: fc.uniqueArray(item, { maxLength: 3, selector: JSON.stringify }), weight: 2 },
  { arbitrary: fc.record({ x: scalar, y: scalar }, { requiredKeys: [] }), weight: 2 },
);
const document: fc.Arbitrary<Plain> = fc.record({ a: field, b: field, c: scalar }, { requiredKeys: [] });

const path = fc.constantFrom('a', 'b', 'c', 'a.x', 'b.x');
const comparable = scalar.filter((one) => one !== null);
const comparison = fc.dictionary(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), comparable, {
  minKeys: 1,
  maxKeys: 2,
});
const condition = fc.oneof(
  scalar,
  comparison,
  fc.record({ $ne: scalar }),
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $nin: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $not: comparison }),
  fc.record({ $regex: fc.constantFrom('^a', 'b$', '') }),
);
const conditions = fc.oneof(
  { arbitrary: fc.dictionary(path, condition, { minKeys: 1, maxKeys: 2 }), weight: 8 },
  {
    arbitrary: fc.record({
      a: fc.oneof(fc.record({ $size: fc.nat(3) }), fc.record({ $elemMatch: comparison })),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.dictionary(fc.constantFrom('a.0', 'b.1.x'), fc.oneof(comparable, comparison), {
      minKeys: 1,
    }),
    weight: 1,
  },
);
const query = fc.oneof(
  { arbitrary: conditions, weight: 3 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(conditions, { minLength: 1, maxLength: 2 }))
      .map(([operator, all]) => ({ [operator]: all })),
    weight: 1,
  },
);

test('the same documents match', () => {
  let matched = 0;
  fc.assert(
    fc.property(document, query, (one, wanted) => {
      const expected = new Query(plain(wanted)).test(plain(one));
      if (expected) matched++;
      assert.is(matches(parseFilter(held(wanted)), held(one)), expected);
    }),
    { numRuns: runs },
  );
  assert.ok(matched > runs / 20, `${matched} of ${runs} queries matched, too few to tell anything`);
});

const sortable = fc.record(
  { a: scalar, b: fc.oneof(scalar, fc.record({ x: scalar })), c: scalar },
  { requiredKeys: [] },
);

test('documents come in the same order', () => {
  const sort = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'b.x'),
    fc.constantFrom(1 as const, -1 as const),
    { minKeys: 1, maxKeys: 2 },
  );
  fc.assert(
    fc.property(fc.array(sortable, { maxLength: 8 }), sort, (some, order) => {
      const all = some.map((one, n) => plain({ ...one, n }));
      const total = { ...order, n: 1 as const };
      const expected = new Query({}).find<Plain>(all).sort(total).all();
      const rows = rowsInOrder(
        all.map((one) => ({ doc: held(one), n: one['n'] })),
        parseSort(held(total)),
      );
      assert.equal(
        rows.map(({ n }) => n),
        expected.map((one) => one['n']),
      );
    }),
    { numRuns: runs / 5 },
  );
});

const update = fc.oneof(
  fc
    .dictionary(fc.constantFrom('a', 'b.x', 'c', 'd.e'), field, { minKeys: 1, maxKeys: 1 })
    .map(($set) => ({ $set })),
  fc
    .dictionary(fc.constantFrom('a', 'b.x', 'c'), fc.constant(''), { minKeys: 1 })
    .map(($unset) => ({ $unset })),
  fc.integer({ min: -3, max: 3 }).map((c) => ({ $inc: { c } })),
  comparable.map((c) => ({ $max: { c } })),
  comparable.map((c) => ({ $min: { c } })),
  item.map((a) => ({ $push: { a } })),
  scalar.map((a) => ({ $addToSet: { a } })),
  scalar.map((a) => ({ $pull: { a } })),
  comparison.map((a) => ({ $pull: { a } })),
);

/** What is refused leaves the document as it was. */
function updated(before: Plain, change: object): Plain {
  try {
    return BSON.deserialize(applyUpdate(parseUpdate(held(change)), serialized(before)).bytes);
  } catch (error) {
    assert.instance(error, MongoError);
    return before;
  }
}

test('updates make the same documents', () => {
  let changed = 0;
  fc.assert(
    fc.property(document, update, (one, change) => {
      const before = plain({ _id: 1, ...one });
      fc.pre(before['b'] !== null);
      const expected = plain(before);
      if (updateOne([expected], {}, plain(change)).modifiedCount > 0) changed++;
      assert.equal(updated(before, change), plain(expected));
    }),
    { numRuns: runs },
  );
  assert.ok(changed > runs / 5, `${changed} of ${runs} updates changed anything`);
});

test.run();
