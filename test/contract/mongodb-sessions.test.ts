import { MongoClient, ObjectId, Timestamp } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/eventually.ts';
import { at, type MongoFixture, refusal, useMongo, withClient } from '../support/mongodb.ts';

const test = suite<MongoFixture>('mongodb: sessions');
test.before(async (context) => void Object.assign(context, await useMongo()));
test.after(({ close }) => close());

test('a causally consistent session reads what it wrote, at the time of the write', async ({
  client,
  collection,
}) => {
  const all = collection();
  await client.withSession({ causalConsistency: true }, async (session) => {
    await all.insertOne({ _id: 1 }, { session });
    const { operationTime } = session;
    assert.instance(operationTime, Timestamp);
    assert.ok(session.clusterTime !== undefined);
    assert.equal(await all.findOne({}, { session }), { _id: 1 });
    assert.ok(session.operationTime?.greaterThanOrEqual(operationTime ?? 0));
  });
});

test('every write moves the time of the set on', async ({ client, collection }) => {
  const all = collection();
  await client.withSession(async (session) => {
    const times: bigint[] = [];
    for (let _id = 0; _id < 20; _id++) {
      await all.insertOne({ _id }, { session });
      times.push(session.operationTime?.toBigInt() ?? 0n);
    }
    assert.equal(
      times,
      [...new Set(times)].sort((a, b) => (a < b ? -1 : 1)),
    );
  });
});

test('another client reads the write of a session after its operation time', async ({
  client,
  db,
  url,
  collection,
}) => {
  const all = collection();
  await client.withSession(async (session) => {
    await all.insertOne({ _id: 1 }, { session });
    const { clusterTime, operationTime } = session;
    await withClient(url, async ({ client: other }) => {
      const reader = other.startSession();
      if (clusterTime) reader.advanceClusterTime(clusterTime);
      if (operationTime) reader.advanceOperationTime(operationTime);
      const found = other.db(db.databaseName).collection(all.collectionName).findOne({}, { session: reader });
      assert.is(at(await found, '_id'), 1);
      await reader.endSession();
    });
  });
});

test('replies and errors carry the times of a replica set', async ({ url }) => {
  await withClient(url, async ({ client }) => {
    const reply = await client.db('test').command({ ping: 1 });
    assert.instance(reply['operationTime'], Timestamp);
    assert.instance(at(reply, '$clusterTime', 'clusterTime'), Timestamp);
    const refused = await refusal(client.db('test').command({ nonsense: 1 }));
    assert.instance(at(refused.errorResponse, 'operationTime'), Timestamp);
  });
});

test('hello identifies the run of the server and the connection', async ({ db }) => {
  const hello = await db.command({ hello: 1 });
  assert.ok(at(hello, 'topologyVersion', 'processId') !== undefined);
  assert.ok(Number(hello['connectionId']) > 0);
});

test('hello waits if the client knows the topology, and answers at once if not', async ({ db, url }) => {
  const hello = await db.command({ hello: 1 });
  const counter = at(hello, 'topologyVersion', 'counter');
  const known = {
    hello: 1,
    topologyVersion: { processId: at(hello, 'topologyVersion', 'processId'), counter },
  };
  const client = await MongoClient.connect(url);
  let isAnswered = false;
  const waited = client
    .db('test')
    .command({ ...known, maxAwaitTimeMS: 60_000 })
    .finally(() => (isAnswered = true))
    .catch(() => undefined);
  const other = { processId: new ObjectId(), counter };
  await db.command({ hello: 1, topologyVersion: other, maxAwaitTimeMS: 60_000 }, { timeoutMS: 10_000 });
  assert.not(isAnswered);
  await client.close();
  await waited;
  assert.is((await refusal(db.command({ hello: 1, maxAwaitTimeMS: 300 }))).code, 31368);
});

test('a client that monitors the server gets replies continuously', async ({ url }) => {
  const client = new MongoClient(url, { heartbeatFrequencyMS: 500 });
  let heard = 0;
  let failed = 0;
  client.on('serverHeartbeatSucceeded', ({ awaited }) => (heard += Number(awaited)));
  client.on('serverHeartbeatFailed', () => failed++);
  await client.connect();
  await eventually('three heartbeats without asking', () => Promise.resolve(heard >= 3));
  await client.close();
  assert.is(failed, 0);
});

test('refuses unknown read concerns', async ({ db, collection, embedded }) => {
  const find = collection().collectionName;
  assert.is((await refusal(db.command({ find, readConcern: { level: 'nonsense' } }))).code, 2);
  assert.is((await refusal(db.command({ find, readConcern: { nonsense: 1 } }))).code, 40415);
  assert.is((await refusal(db.command({ find, readConcern: { afterClusterTime: 1 } }))).code, 14);
  if (embedded) assert.is((await refusal(db.command({ find, readConcern: { level: 'snapshot' } }))).code, 72);
});

test('refuses a transaction, and the connection stays usable', async ({ client, collection, embedded }) => {
  if (!embedded) return;
  const all = collection();
  await client.withSession(async (session) => {
    session.startTransaction();
    assert.is((await refusal(all.insertOne({ _id: 1 }, { session }))).code, 263);
    await session.abortTransaction().catch(() => undefined);
    assert.is(await all.countDocuments({}, { session }), 0);
  });
});

test.run();
