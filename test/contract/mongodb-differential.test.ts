import fc from 'fast-check';
import { type Collection, Double, Int32, Long, MongoServerError } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type MongoFixture, type TestDocument, useMongo } from '../support/mongodb.ts';
import { changed, isChange, upserted } from '../support/mongodb-reference/change.ts';
import { isMatch } from '../support/mongodb-reference/match.ts';
import {
  distinct,
  grouped,
  inOrder,
  type Order,
  projected,
  Refused,
} from '../support/mongodb-reference/shape.ts';
import { compare, type Fields, looseText, textOf } from '../support/mongodb-reference/values.ts';

const test = suite<MongoFixture>('mongodb: against a reference');
test.before(async (context) => void Object.assign(context, await useMongo()));
test.after(({ close }) => close());

/** How many commands are compared. By hand: CASES=100000. */
const cases = Number(process.env['CASES'] ?? '1500');
const maxCommands = 25;

const number = fc.oneof(
  fc.integer({ min: -2, max: 3 }).map((n) => new Int32(n)),
  fc.integer({ min: -2, max: 3 }).map((n) => Long.fromNumber(n)),
  fc.constantFrom(-1.5, 0, 0.5, 2, Number.NaN).map((n) => new Double(n)),
  fc.constantFrom(2n ** 53n, 2n ** 53n + 1n).map((n) => Long.fromBigInt(n)),
);
const plain = fc.oneof(
  { arbitrary: number, weight: 4 },
  { arbitrary: fc.constantFrom<unknown>('', 'a', 'ab', 'b\0', true, false, null), weight: 3 },
  { arbitrary: fc.constantFrom<unknown>(new Date(0), new Date(5)), weight: 1 },
);
const inside = fc.dictionary(fc.constantFrom('x', 'y'), plain, { maxKeys: 2, noNullPrototype: true });
const scalar = fc.oneof({ arbitrary: plain, weight: 6 }, { arbitrary: inside, weight: 1 });
const list = fc.array(fc.oneof(scalar, fc.array(plain, { maxLength: 2 })), { maxLength: 3 });
const withLists = fc.oneof({ arbitrary: scalar, weight: 2 }, { arbitrary: list, weight: 1 });
const nested = fc.oneof(plain, inside, fc.array(fc.oneof(inside, plain), { maxLength: 3 }));
/** Of these, `p`, `q`, `r.x`, `a`, `d` and `d.x` are indexed; `a` and `d` may hold arrays. */
const document = fc.record(
  { p: scalar, q: scalar, r: fc.oneof(plain, inside), a: withLists, d: nested, n: number },
  { requiredKeys: [], noNullPrototype: true },
);

const path = fc.constantFrom('_id', 'p', 'q', 'r', 'r.x', 'a', 'd', 'd.x', 'd.y', 'n', 'none');
const ordered = fc.dictionary(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), scalar, {
  minKeys: 1,
  maxKeys: 2,
  noNullPrototype: true,
});
const operators = fc.oneof(
  { arbitrary: ordered, weight: 3 },
  fc.record({ $eq: withLists }, { noNullPrototype: true }),
  fc.record({ $ne: withLists }, { noNullPrototype: true }),
  fc.record({ $in: fc.array(withLists, { maxLength: 3 }) }, { noNullPrototype: true }),
  fc.record({ $nin: fc.array(scalar, { maxLength: 3 }) }, { noNullPrototype: true }),
  fc.record({ $exists: fc.boolean() }, { noNullPrototype: true }),
  fc.record({ $regex: fc.constantFrom('^', '^a', '^ab', '^b') }, { noNullPrototype: true }),
);
const condition = fc.oneof({ arbitrary: withLists, weight: 2 }, { arbitrary: operators, weight: 4 });
const conditions = fc.dictionary(path, condition, { maxKeys: 2, noNullPrototype: true });
const branches = fc.array(conditions, { minLength: 1, maxLength: 3 });
/** What a list has beyond a place, with the bound that says at once where to begin. */
const beyond = fc
  .tuple(conditions, path, path, plain, plain, fc.constantFrom('$lt', '$gt'))
  .map(([all, first, second, at, then, strict]) => ({
    $and: [all, { [first]: { [`${strict}e`]: at } }],
    $or: [{ [first]: { [strict]: at } }, { [second]: { [strict]: then } }],
  }));
const filter: fc.Arbitrary<Fields> = fc.oneof(
  { arbitrary: conditions, weight: 4 },
  { arbitrary: beyond, weight: 1 },
  { arbitrary: fc.tuple(conditions, branches).map(([all, $or]) => ({ ...all, $or })), weight: 1 },
  { arbitrary: fc.tuple(conditions, branches).map(([all, $or]) => ({ $and: [all, { $or }] })), weight: 1 },
);
const order: fc.Arbitrary<Order> = fc
  .dictionary(path, fc.constantFrom(1 as const, -1 as const), { maxKeys: 2, noNullPrototype: true })
  .map((some) => ({ ...some, _id: some['_id'] ?? 1 }));
const named = fc.uniqueArray(fc.constantFrom('p', 'r', 'a', 'd', 'n'), { minLength: 1, maxLength: 3 });
const projection = fc
  .tuple(named, fc.constantFrom(0 as const, 1 as const), fc.boolean())
  .map(([names, kept, hasId]) => ({
    ...Object.fromEntries(names.map((name) => [name, kept])),
    ...(hasId ? {} : { _id: 0 as const }),
  }));

const values = fc.record(
  { p: scalar, a: withLists, 'r.x': plain, 'd.x': plain, e: scalar },
  { requiredKeys: [], noNullPrototype: true },
);
const update: fc.Arbitrary<Fields> = fc.oneof(
  values.filter((some) => Object.keys(some).length > 0).map(($set) => ({ $set })),
  fc
    .tuple(fc.dictionary(fc.constantFrom('n', 'q', 'new.n'), number, { minKeys: 1 }), values)
    .map(([$inc, { p }]) => ({ $inc: { ...$inc }, ...(p !== undefined && { $setOnInsert: { p } }) })),
  fc
    .tuple(scalar, fc.constantFrom('q', 'd.y', 'a'))
    .map(([q, name]) => ({ $max: { p: q }, $unset: { [name]: '' } })),
  document,
);

const command = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('find' as const),
      filter,
      order,
      skip: fc.nat(3),
      limit: fc.nat(8),
      projection: fc.option(projection),
    }),
    weight: 8,
  },
  { arbitrary: fc.record({ kind: fc.constant('count' as const), filter }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('distinct' as const), filter, path }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('group' as const), filter, path, of: path }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('one' as const),
      filter,
      update,
      order,
      isNew: fc.boolean(),
      id: fc.nat(12),
      upsert: fc.boolean(),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ kind: fc.constant('many' as const), filter, update }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('remove' as const), filter, id: fc.nat(12) }), weight: 1 },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

const indexes = fc.subarray<Order>([
  { p: 1 },
  { p: 1, q: -1, _id: 1 },
  { q: -1, _id: -1 },
  { 'r.x': 1, p: 1 },
  { r: -1 },
  { a: 1 },
  { p: 1, a: -1, q: 1, _id: 1 },
  { 'd.x': 1, n: -1 },
  { d: -1, p: 1 },
]);

/** What the reference holds, in the order in which it was stored. */
interface State {
  documents: Fields[];
}

const found = ({ documents }: State, wanted: Fields): Fields[] =>
  documents.filter((one) => isMatch(one, wanted));

const raw = { promoteValues: false, useBigInt64: false } as const;

/** Runs a command on the server: what it answers, as text. */
async function ask(all: Collection<TestDocument>, wanted: Command): Promise<string> {
  switch (wanted.kind) {
    case 'find': {
      const cursor = all.find(wanted.filter, raw).sort(wanted.order).skip(wanted.skip).limit(wanted.limit);
      return textOf(await (wanted.projection ? cursor.project(wanted.projection) : cursor).toArray());
    }
    case 'count':
      return String(await all.countDocuments(wanted.filter));
    case 'distinct':
      return sortedText(await all.distinct(wanted.path, wanted.filter, raw));
    case 'group': {
      const $group = {
        _id: `$${wanted.path}`,
        n: { $sum: 1 },
        sum: { $sum: `$${wanted.of}` },
        min: { $min: `$${wanted.of}` },
        max: { $max: `$${wanted.of}` },
        avg: { $avg: `$${wanted.of}` },
      };
      const groups = await all.aggregate<Fields>([{ $match: wanted.filter }, { $group }], raw).toArray();
      return groups.map(looseText).sort().join();
    }
    case 'one': {
      const options = {
        ...raw,
        upsert: wanted.upsert,
        returnDocument: wanted.isNew ? 'after' : 'before',
      } as const;
      const by = { ...wanted.filter, _id: wanted.id };
      const isReplacement = !Object.keys(wanted.update)[0]?.startsWith('$');
      return textOf(
        isReplacement
          ? await all.findOneAndReplace(by, wanted.update, options)
          : await all.findOneAndUpdate(by, wanted.update, options),
      );
    }
    case 'many': {
      const { matchedCount, modifiedCount } = await all.updateMany(wanted.filter, wanted.update);
      return textOf([matchedCount, modifiedCount]);
    }
    case 'remove':
      return String(
        (await all.deleteMany({ $and: [wanted.filter, { _id: { $gte: wanted.id } }] })).deletedCount,
      );
  }
}

const sortedText = (some: readonly unknown[]): string => [...some].sort(compare).map(looseText).join();

/** Runs it on the reference. @throws Refused */
function expect(state: State, wanted: Command): string {
  switch (wanted.kind) {
    case 'find': {
      const end = wanted.limit === 0 ? undefined : wanted.skip + wanted.limit;
      const page = inOrder(found(state, wanted.filter), wanted.order).slice(wanted.skip, end);
      const { projection: spec } = wanted;
      return textOf(spec ? page.map((one) => projected(one, spec)) : page);
    }
    case 'count':
      return String(found(state, wanted.filter).length);
    case 'distinct':
      return sortedText(distinct(found(state, wanted.filter), wanted.path));
    case 'group':
      return grouped(found(state, wanted.filter), wanted.path, wanted.of).sort().join();
    case 'one':
      return expectOne(state, wanted);
    case 'many': {
      const before = found(state, wanted.filter);
      const after = new Map(before.map((one) => [one, changed(one, wanted.update)]));
      state.documents = state.documents.map((one) => after.get(one) ?? one);
      return textOf([before.length, [...after].filter(([one, made]) => isChange(one, made)).length]);
    }
    case 'remove': {
      const gone = found(state, { ...wanted.filter }).filter((one) => Number(one['_id']) >= wanted.id);
      state.documents = state.documents.filter((one) => !gone.includes(one));
      return String(gone.length);
    }
  }
}

function expectOne(
  state: State,
  { filter: wanted, id, update: by, upsert, isNew }: Extract<Command, { kind: 'one' }>,
) {
  const _id = new Int32(id);
  const [before] = found(state, { ...wanted, _id });
  if (before) {
    const after = changed(before, by);
    state.documents = state.documents.map((one) => (one === before ? after : one));
    return textOf(isNew ? after : before);
  }
  if (!upsert) return 'null';
  const after = upserted({ _id }, by);
  if (state.documents.some((one) => Number(one['_id']) === id)) throw new Refused(11000);
  state.documents.push(after);
  return isNew ? textOf(after) : 'null';
}

/** Upserts begin with what their filter says; here with the `_id` alone. */
const isPlain = ({ kind, ...wanted }: Command): boolean =>
  kind !== 'one' || !('upsert' in wanted && wanted.upsert) || Object.values(wanted.filter).length === 0;

/** Updates of many may be refused in the middle of them, in whatever order; replacements are of one. */
function isCertain(state: State, wanted: Command): boolean {
  if (wanted.kind !== 'many') return isPlain(wanted);
  if (!Object.keys(wanted.update)[0]?.startsWith('$')) return false;
  try {
    for (const one of found(state, wanted.filter)) changed(one, wanted.update);
    return true;
  } catch {
    return false;
  }
}

async function outcomeOf(work: () => Promise<string> | string): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused || error instanceof MongoServerError) return `refused with ${error.code}`;
    throw error;
  }
}

test(`answers ${cases} commands like the reference`, async ({ collection }) => {
  let [compared, refusals, nothing] = [0, 0, 0];
  const run = fc.asyncProperty(
    fc.array(document, { minLength: 1, maxLength: 12 }),
    indexes,
    fc.array(command, { minLength: 1, maxLength: maxCommands, size: 'max' }),
    async (some, keys, commands) => {
      const all = collection();
      const state: State = { documents: some.map((one, n) => ({ _id: new Int32(n), ...one })) };
      await all.insertMany(state.documents.map((one) => ({ ...one })));
      if (keys.length > 0) await all.createIndexes(keys.map((key) => ({ key: { ...key } })));
      for (const wanted of commands.filter((one) => isCertain(state, one))) {
        const before = [...state.documents];
        const expected = await outcomeOf(() => expect(state, wanted));
        if (expected.startsWith('refused')) state.documents = before;
        const answered = await outcomeOf(() => ask(all, wanted));
        if (answered !== expected)
          throw new Error(`${answered}\ninstead of ${expected}\nto ${textOf(wanted)}\nof ${textOf(before)}`);
        if (wanted.kind === 'one' || wanted.kind === 'many')
          assert.is(textOf(await all.find({}, raw).toArray()), textOf(state.documents));
        compared++;
        refusals += Number(answered.startsWith('refused'));
        nothing += Number(answered === '[]' || answered === '' || answered === '0');
      }
      await all.drop();
    },
  );
  await fc.assert(run, { includeErrorInReport: true, numRuns: Math.ceil((2 * cases) / maxCommands) });
  console.log(`${compared} compared, of which ${refusals} were refused and ${nothing} found nothing`);
  assert.ok(nothing + refusals < compared * 0.7, 'too few find anything to tell much');
});

test.run();
