import { once } from 'node:events';
import { connect } from 'node:net';
import { Decimal128, type Document } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { startInProcess } from '../../../test/support/eventstore/child-server.ts';
import { eventually } from '../../../test/support/eventually.ts';
import {
  createIndex,
  ids,
  refusal,
  type TestDocument,
  withClient,
  withServer,
} from '../../../test/support/mongodb.ts';
import { entryUrl, startInWorker } from '../../embedded-server/src/spawn.ts';
import { startMongo } from '../src/server.ts';

const test = suite<{ dir: string }>('mongodb: the embedded server');
eachInDirectory(test);

const bin = entryUrl('../src/bin', import.meta.url);

test('documents and indexes survive a restart', async ({ dir }) => {
  await withServer(dir, async ({ all }) => {
    await createIndex(all, { a: 1 });
    await all.insertOne({ _id: 1, a: 1 });
  });
  await withServer(dir, async ({ all }) => {
    assert.equal(await all.find({ a: 1 }).hint({ a: 1 }).toArray(), [{ _id: 1, a: 1 }]);
    assert.is((await refusal(all.insertOne({ _id: 1 }))).code, 11000);
  });
});

test('a second process on the same directory is refused with a clear error', async ({ dir }) => {
  const server = await startMongo({ dir, port: 0 });
  const second = await startInProcess(bin, { dir }).then(
    () => 'started',
    (error: unknown) => String(error),
  );
  assert.match(second, 'is in use by process');
  await server.close();
});

test('runs as a process that prints its address, and ends on SIGTERM', async ({ dir }) => {
  const server = await startInProcess(bin, { dir });
  await withClient(server.url, ({ all }) => all.insertOne({ _id: 1 }));
  assert.is(await server.kill('SIGTERM'), 0);
  await withServer(dir, async ({ all }) => assert.is(await all.countDocuments(), 1));
});

test('runs in a worker thread', async ({ dir }) => {
  const server = await startInWorker(bin, { dir, port: 0 });
  await withClient(server.url, ({ all }) => all.insertOne({ _id: 1 }));
  await server.close();
  assert.is(await server.exited, 0);
});

test('a client reconnects after a restart on the same port', async ({ dir }) => {
  const first = await startMongo({ dir, port: 0 });
  const { port, url } = first;
  await withClient(url, async ({ all }) => {
    await all.insertOne({ _id: 1 });
    await first.close();
    const second = await startMongo({ dir, port });
    await all.insertOne({ _id: 2 });
    assert.equal(ids(await all.find().sort({ _id: 1 }).toArray()), [1, 2]);
    await second.close();
  });
});

test('a dropped collection is swept, and others stay', async ({ dir }) => {
  await withServer(dir, async ({ client, all }) => {
    const other = client.db('test').collection<TestDocument>('other');
    await createIndex(all, { a: 1 });
    await all.insertMany([...Array(5_000).keys()].map((_id) => ({ _id, a: _id })));
    await other.insertOne({ _id: 1 });
    await all.drop();
    await all.insertOne({ _id: 7 });
    await eventually('the sweep has run', async () => (await all.countDocuments()) === 1);
    assert.equal(ids(await all.find().toArray()), [7]);
    assert.equal(ids(await other.find().toArray()), [1]);
  });
});

/** Commands that are not fully supported, and the name in their refusal. */
const refused: readonly [Document, string][] = [
  [{ find: 'all', collation: { locale: 'de' } }, 'collation'],
  [{ find: 'all', tailable: true }, 'tailable'],
  [{ find: 'all', filter: { $where: 'true' } }, '$where'],
  [{ find: 'all', filter: { a: { $near: [1, 2] } } }, '$near'],
  [{ find: 'all', projection: { 'a.$': 1 } }, 'a.$'],
  [{ find: 'all', readConcern: { level: 'snapshot' } }, 'snapshot'],
  [{ aggregate: 'all', pipeline: [{ $lookup: {} }], cursor: {} }, '$lookup'],
  [{ aggregate: 'all', pipeline: [{ $changeStream: {} }], cursor: {} }, '$changeStream'],
  [{ update: 'all', updates: [{ q: {}, u: [{ $set: { a: 1 } }] }] }, 'pipeline'],
  [
    { update: 'all', updates: [{ q: {}, u: { $set: { 'a.$[x]': 1 } }, arrayFilters: [{ x: 1 }] }] },
    'arrayFilters',
  ],
  [{ update: 'all', updates: [{ q: {}, u: { $set: { 'a.$': 1 } } }] }, '$'],
  [{ createIndexes: 'all', indexes: [{ key: { a: 'text' }, name: 'a' }] }, 'text'],
  [{ createIndexes: 'all', indexes: [{ key: { a: 1 }, name: 'a', collation: {} }] }, 'collation'],
  [{ createIndexes: 'all', indexes: [{ key: { a: 1 }, name: 'a', unique: true }] }, 'unique'],
  [{ createIndexes: 'all', indexes: [{ key: { a: 1 }, name: 'a', partialFilterExpression: {} }] }, 'partial'],
  [{ createIndexes: 'all', indexes: [{ key: { a: 1 }, name: 'a', expireAfterSeconds: 1 }] }, 'expireAfter'],
  [{ update: 'all', updates: [{ q: {}, u: { $rename: { a: 'b' } } }] }, '$rename'],
  [{ update: 'all', updates: [{ q: {}, u: { $push: { a: 1 } } }] }, '$push'],
  [{ find: 'all', projection: { a: { $slice: 1 } } }, '$slice'],
  [{ aggregate: 'all', pipeline: [{ $facet: {} }], cursor: {} }, '$facet'],
  [{ renameCollection: 'a.b', to: 'a.c' }, 'renameCollection'],
  [{ create: 'all', capped: true, size: 1000 }, 'capped'],
  [{ create: 'view', viewOn: 'all', pipeline: [] }, 'viewOn'],
  [{ insert: 'all', documents: [{}], writeConcern: { w: 2 } }, 'only member'],
  [{ insert: 'all', documents: [{ a: Decimal128.fromString('1') }] }, 'decimal128'],
  [{ commitTransaction: 1 }, 'commitTransaction'],
  [{ saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: '' }, 'no users'],
];

test('refuses unsupported options by their name', async ({ dir }) => {
  await withServer(dir, async ({ client }) => {
    for (const [command, named] of refused) {
      const reply = await client
        .db('test')
        .command(command)
        .catch((error: unknown) => error);
      const message = reply instanceof Error ? reply.message : JSON.stringify(reply);
      assert.match(message, named, JSON.stringify(command));
    }
  });
});

test('refuses transactions', async ({ dir }) => {
  await withServer(dir, async ({ client, all }) => {
    await client.withSession(async (session) => {
      session.startTransaction();
      const error = await refusal(all.insertOne({ _id: 1 }, { session }));
      assert.is(error.code, 263);
      await session.abortTransaction().catch(() => undefined);
    });
    assert.is(await all.countDocuments(), 0);
  });
});

test('a document whose index key is too long is refused, and nothing of it is stored', async ({ dir }) => {
  await withServer(dir, async ({ all }) => {
    await createIndex(all, { a: 1 });
    assert.is((await refusal(all.insertOne({ _id: 1, a: 'x'.repeat(2_000) }))).code, 17280);
    assert.is((await refusal(all.insertOne({ _id: 'x'.repeat(2_000) }))).code, 17280);
    assert.is(await all.countDocuments(), 0);
    assert.is(await all.countDocuments({ a: 'x'.repeat(5_000) }), 0);
  });
});

test('bytes that are no message end only their connection', async ({ dir }) => {
  const server = await startMongo({ dir, port: 0 });
  const header = (size: number, code: number): Buffer => {
    const bytes = Buffer.alloc(16);
    bytes.writeInt32LE(size, 0);
    bytes.writeInt32LE(code, 12);
    return bytes;
  };
  const section = Buffer.concat([
    header(31, 2013),
    Buffer.from([0, 0, 0, 0, 0, 255, 255, 255, 127]),
    Buffer.alloc(6),
  ]);
  const attempts = [
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    header(-1, 2013),
    header(2 ** 31 - 1, 2013),
    Buffer.concat([header(21, 2013), Buffer.alloc(5, 255)]),
    Buffer.concat([header(26, 9999), Buffer.alloc(10)]),
    Buffer.concat([header(26, 2004), Buffer.alloc(10, 1)]),
  ];
  for (const bytes of attempts) {
    const socket = connect(server.port, '127.0.0.1').resume();
    const closed = once(socket, 'close');
    socket.on('error', () => undefined).write(bytes);
    await closed;
  }
  const answered = connect(server.port, '127.0.0.1');
  answered.write(section);
  const reply = await new Promise((resolve) => answered.once('data', resolve));
  assert.match(String(reply), 'invalid BSON');
  answered.destroy();
  await withClient(server.url, ({ client }) => client.db().command({ ping: 1 }));
  await server.close();
});

test.run();
