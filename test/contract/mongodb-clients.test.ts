import { randomBytes } from 'node:crypto';
import { Binary, type Document, Long, ObjectId } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { at, type MongoFixture, useMongo } from '../support/mongodb.ts';
import { openRawMongo, type RawMongo } from '../support/raw-mongodb.ts';

/** What PyMongo 4 sends, message by message; the clients of other languages send much the same. */
const test = suite<MongoFixture & { raw: RawMongo }>('mongodb: messages of other clients');
test.before(async (context) => {
  const fixture = await useMongo();
  Object.assign(context, fixture, { raw: openRawMongo(fixture.url) });
});
test.after(async ({ raw, close }) => {
  raw.close();
  await close();
});

const metadata = {
  driver: { name: 'PyMongo', version: '4.20.0' },
  os: { type: 'Linux', name: 'Linux', architecture: 'x86_64', version: '6.1' },
  platform: 'CPython 3.12.4.final.0',
};
const lsid = { id: new Binary(randomBytes(16), 4) };
const primary = { mode: 'primaryPreferred' };

test('a connection opens with an OP_QUERY, and the reply announces hello', async ({ raw }) => {
  raw.sendLegacy({ ismaster: 1, helloOk: true, client: metadata, compression: [] });
  const { body, responseTo } = await raw.next();
  assert.equal(
    [body['ok'], body['helloOk'], body['ismaster'], body['logicalSessionTimeoutMinutes'], responseTo],
    [1, true, true, 30, 1],
  );
  assert.ok(Number(body['maxWireVersion']) >= 9);
  assert.ok(body['setName'] !== undefined);
});

test('a monitor gets a stream of replies, each to the one before', async ({ url }) => {
  const raw = openRawMongo(url);
  const { topologyVersion } = (await raw.ask({ hello: 1, helloOk: true, $db: 'admin' })) as {
    topologyVersion: unknown;
  };
  raw.send({ hello: 1, topologyVersion, maxAwaitTimeMS: 20, $db: 'admin' }, { takesMore: true });
  let before: number | undefined;
  for (let n = 0; n < 3; n++) {
    const { body, hasMore, id, responseTo } = await raw.next();
    assert.equal([body['ok'], body['isWritablePrimary'], hasMore], [1, true, true]);
    assert.is(responseTo, before ?? 2);
    before = id;
  }
  raw.close();
});

/** Nothing more comes to a monitor while another connection is answered. */
async function staysSilent(monitor: RawMongo, other: RawMongo): Promise<void> {
  const further = monitor.next().then(() => 'a further answer');
  const pinged = other.ask({ ping: 1, $db: 'admin' }).then(() => 'the ping');
  assert.is(await Promise.race([further, pinged]), 'the ping');
}

test('a monitor that knows another topology gets the present one at once, then at the end of its wait', async ({
  url,
  raw,
}) => {
  const monitor = openRawMongo(url);
  const topologyVersion = { processId: new ObjectId(), counter: Long.ZERO };
  const question = { hello: 1, topologyVersion, maxAwaitTimeMS: 60_000, $db: 'admin' };
  monitor.send(question, { takesMore: true });
  const { body, hasMore } = await monitor.next();
  assert.equal([body['ok'], hasMore], [1, true]);
  await staysSilent(monitor, raw);
  monitor.close();
});

test('a refused hello is answered once', async ({ url, raw }) => {
  const monitor = openRawMongo(url);
  monitor.send({ hello: 1, topologyVersion: 1, maxAwaitTimeMS: 60_000, $db: 'admin' }, { takesMore: true });
  const { body, hasMore } = await monitor.next();
  assert.equal([body['ok'], hasMore], [0, false]);
  await staysSilent(monitor, raw);
  monitor.close();
});

test('ping, buildInfo, getParameter and endSessions work in a session', async ({ raw }) => {
  const extra = { lsid, $db: 'admin', $readPreference: primary };
  const { $clusterTime } = (await raw.ask({ ping: 1, ...extra })) as { $clusterTime: unknown };
  assert.ok($clusterTime !== undefined);
  assert.type((await raw.ask({ buildinfo: 1, ...extra, $clusterTime }))['version'], 'string');
  const parameter = await raw.ask({
    getParameter: 1,
    featureCompatibilityVersion: 1,
    ...extra,
    $clusterTime,
  });
  assert.type(at(parameter, 'featureCompatibilityVersion', 'version'), 'string');
  assert.is(
    (await raw.ask({ endSessions: [{ id: new Binary(randomBytes(16), 4) }], $db: 'admin', $clusterTime }))[
      'ok'
    ],
    1,
  );
});

test('documents come in sections, writes have transaction numbers, and reads the time of the last write', async ({
  raw,
  db,
}) => {
  const all = 'pymongo';
  const own = { lsid, $db: db.databaseName };
  let txn = 0;
  const write = (body: Document, documents: Readonly<Record<string, readonly Document[]>>) =>
    raw.ask({ ...body, ordered: true, ...own, txnNumber: Long.fromNumber(++txn) }, documents);
  const inserted = await write(
    { insert: all },
    { documents: [{ _id: 1, n: 1 }, { _id: 2, n: 2 }, { _id: 3 }] },
  );
  assert.equal([inserted['n'], inserted['ok']], [3, 1]);
  const updates = [{ q: { _id: 1 }, u: { $set: { n: 5 } }, multi: false, upsert: false }];
  assert.equal(at(await write({ update: all }, { updates }), 'nModified'), 1);
  const gone = await write({ delete: all }, { deletes: [{ q: { _id: 2 }, limit: 1 }] });
  assert.is(gone['n'], 1);
  const operationTime: unknown = gone['operationTime'];
  const $clusterTime: unknown = gone['$clusterTime'];
  assert.ok(operationTime !== undefined);

  const read = (body: Document) =>
    raw.ask({
      ...body,
      readConcern: { afterClusterTime: operationTime },
      ...own,
      $clusterTime,
      $readPreference: primary,
    });
  const found = await read({ find: all, filter: {}, sort: { _id: 1 }, batchSize: 1 });
  assert.equal(at(found, 'cursor', 'firstBatch'), [{ _id: 1, n: 5 }]);
  const id: unknown = at(found, 'cursor', 'id');
  const more = await raw.ask({ getMore: id, collection: all, ...own, $clusterTime });
  assert.equal([at(more, 'cursor', 'nextBatch'), at(more, 'cursor', 'id')], [[{ _id: 3 }], 0n]);
  const counted = [{ $match: { n: { $exists: true } } }, { $group: { _id: 1, n: { $sum: 1 } } }];
  assert.equal(
    at(await read({ aggregate: all, pipeline: counted, cursor: {} }), 'cursor', 'firstBatch', '0', 'n'),
    1,
  );
  assert.is((await read({ count: all }))['n'], 2);
  assert.equal((await read({ distinct: all, key: 'n', query: {} }))['values'], [5]);
  const changed = await raw.ask({
    findAndModify: all,
    query: { _id: 3 },
    update: { $inc: { n: 1 } },
    upsert: false,
    new: true,
    remove: false,
    ...own,
    txnNumber: Long.fromNumber(++txn),
  });
  assert.equal(changed['value'], { _id: 3, n: 1 });
});

test('lists and indexes', async ({ raw, db }) => {
  const own = { lsid, $db: db.databaseName };
  const index = { name: 'n_1', key: { n: 1 } };
  assert.is((await raw.ask({ createIndexes: 'lists', indexes: [index], ...own }))['ok'], 1);
  const indexes = await raw.ask({ listIndexes: 'lists', cursor: {}, ...own });
  assert.is(at(indexes, 'cursor', 'firstBatch', 'length'), 2);
  const filter = { name: 'lists' };
  const collections = await raw.ask({ listCollections: 1, cursor: {}, filter, nameOnly: true, ...own });
  assert.is(at(collections, 'cursor', 'firstBatch', '0', 'name'), 'lists');
  assert.is((await raw.ask({ dropIndexes: 'lists', index: 'n_1', ...own }))['ok'], 1);
  assert.is((await raw.ask({ drop: 'lists', ...own }))['ok'], 1);
});

test('errors have their code, and the connection stays usable', async ({ raw }) => {
  const { ok, code, codeName } = await raw.ask({ nonsense: 1, lsid, $db: 'admin' });
  assert.equal([ok, code, codeName], [0, 59, 'CommandNotFound']);
  assert.is((await raw.ask({ ping: 1, $db: 'admin' }))['ok'], 1);
});

test.run();
