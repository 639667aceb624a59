import type { Document } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createIndex, type MongoFixture, refusal, useMongo } from '../support/mongodb.ts';

const test = suite<MongoFixture>('mongodb: collections and databases');
test.before(async (context) => void Object.assign(context, await useMongo()));
test.after(({ close }) => close());

test('creates and lists collections, and refuses an existing one', async ({ client, db }) => {
  const other = client.db(`${db.databaseName}_list`);
  await other.createCollection('one');
  await other.collection('two').insertOne({});
  const names = (await other.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  assert.equal(names.sort(), ['one', 'two']);
  assert.equal((await other.listCollections({ name: 'two' }).toArray()).length, 1);
  assert.is(
    (
      await refusal(
        other
          .createCollection('one')
          .then((made) => made.insertOne({}).then(() => other.command({ create: 'one' }))),
      )
    ).code,
    48,
  );
  await other.dropDatabase();
  assert.equal(await other.listCollections().toArray(), []);
});

test('a dropped collection is empty when it is created again', async ({ collection }) => {
  const all = collection();
  await createIndex(all, { a: 1 });
  await all.insertOne({ _id: 1, a: 1 });
  await all.drop();
  assert.is(await all.countDocuments(), 0);
  await all.insertMany([
    { _id: 1, a: 1 },
    { _id: 2, a: 1 },
  ]);
  assert.is((await all.indexes()).length, 1);
});

test('lists databases', async ({ client, db, collection }) => {
  await collection().insertOne({});
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  assert.ok(databases.some(({ name }) => name === db.databaseName));
});

test('reports sizes and counts', async ({ db, collection }) => {
  const all = collection();
  await all.insertMany([...Array(10).keys()].map((_id) => ({ _id, text: 'x'.repeat(100) })));
  const stats = await db.command({ collStats: all.collectionName });
  assert.is(stats['count'], 10);
  assert.ok(stats['size'] > 1000);
  const [summed] = await all.aggregate(sizes).toArray();
  assert.equal([summed?.['count'], summed?.['indexes']], [10, 1]);
  assert.ok(Number(summed?.['size']) > 1000);
  assert.ok(Number((await db.stats())['objects']) >= 10);
});

test('a client sees a primary that supports retryable writes', async ({ db }) => {
  const hello = await db.command({ hello: 1 });
  assert.is(hello['isWritablePrimary'], true);
  assert.ok(Number(hello['maxWireVersion']) >= 9);
  assert.ok(hello['setName'] !== undefined);
  assert.is((await db.admin().ping())['ok'], 1);
  assert.type((await db.admin().buildInfo())['version'], 'string');
});

/** How sizes are asked for, as a list of collections shows them. */
const sizes = [
  { $collStats: { storageStats: { scale: 1 }, count: {} } },
  {
    $group: {
      _id: null,
      count: { $sum: '$storageStats.count' },
      size: { $sum: '$storageStats.size' },
      indexes: { $max: '$storageStats.nindexes' },
    },
  },
];

const probes = (name: string): readonly [onAdmin: boolean, command: Document][] => [
  [true, { buildInfo: 1 }],
  [true, { hostInfo: 1 }],
  [true, { connectionStatus: 1, showPrivileges: true }],
  [true, { getParameter: 1, featureCompatibilityVersion: 1 }],
  [true, { listDatabases: 1, nameOnly: true, authorizedDatabases: true }],
  [false, { dbStats: 1 }],
  [false, { collStats: name }],
  [false, { count: name }],
  [false, { listCollections: 1, nameOnly: true, authorizedCollections: true }],
  [false, { listIndexes: name }],
  [false, { aggregate: name, pipeline: [{ $match: {} }, { $limit: 2 }], cursor: {} }],
  [false, { aggregate: name, pipeline: sizes, cursor: {} }],
  [false, { explain: { find: name, filter: { a: 1 } }, verbosity: 'executionStats' }],
];

test('answers the commands of shells and graphical clients', async ({ client, db, collection }) => {
  const all = collection();
  await all.insertMany([{ a: 1 }, { a: 2 }, { a: 3 }]);
  for (const [onAdmin, command] of probes(all.collectionName))
    assert.is((await (onAdmin ? client.db('admin') : db).command(command))['ok'], 1, JSON.stringify(command));
});

test('refuses their other commands by name', async ({ client, db, collection, embedded }) => {
  if (!embedded) return;
  const name = collection().collectionName;
  for (const command of [
    'top',
    'getLog',
    'currentOp',
    'atlasVersion',
    'usersInfo',
    'validate',
    'serverStatus',
  ])
    assert.match((await refusal(client.db('admin').command({ [command]: 1 }))).message, command);
  const { message } = await refusal(
    client
      .db('admin')
      .aggregate([{ $currentOp: {} }])
      .toArray(),
  );
  assert.match(message, '$currentOp');
  for (const stage of ['$indexStats', '$changeStream', '$lookup']) {
    const { code, message: reason } = await refusal(
      db.command({ aggregate: name, pipeline: [{ [stage]: {} }], cursor: {} }),
    );
    assert.is(code, 40324);
    // Graphical clients go on without what is refused in these words.
    assert.match(reason, `Unrecognized pipeline stage name: '${stage}'`);
  }
});

test('statistics of no collection, and of other kinds, are refused', async ({ collection, embedded }) => {
  const all = collection();
  const of = (spec: object) => refusal(all.aggregate([{ $collStats: spec }]).toArray());
  assert.is((await of({ storageStats: {} })).code, 26);
  await all.insertOne({});
  if (embedded) assert.match((await of({ latencyStats: {} })).message, 'latencyStats');
});

test('refuses a command that does not exist, and an argument', async ({ db, collection }) => {
  const command = await refusal(db.command({ nonsense: 1 }));
  assert.is(command.code, 59);
  assert.match(command.message, 'nonsense');
  const argument = await refusal(db.command({ find: collection().collectionName, nonsense: 1 }));
  assert.is(argument.code, 40415);
  assert.match(argument.message, 'nonsense');
});

test.run();
