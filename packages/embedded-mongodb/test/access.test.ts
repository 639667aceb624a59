import { connect } from 'node:net';
import { MongoClient, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { refusal } from '../../../test/support/mongodb.ts';
import { type MongoServer, startMongo } from '../src/server.ts';

const test = suite<{ dir: string; server: MongoServer }>('mongodb: users');
eachInDirectory(test);
test.before.each(async (context) => {
  const users = { formlog: 'correct horse', 'a,b=c': 'battery:staple' };
  context.server = await startMongo({ dir: context.dir, port: 0, users });
});
test.after.each(({ server }) => server.close());

async function using<T>(url: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 2_000 });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

const asUser = (url: string, name: string, password: string, options = ''): string =>
  `${url.replace('://', `://${encodeURIComponent(name)}:${encodeURIComponent(password)}@`)}${options}`;
const find = (client: MongoClient): Promise<unknown> => client.db('test').collection('all').findOne({});

test('serves a user who knows the password', async ({ server }) => {
  for (const options of ['', '&authMechanism=SCRAM-SHA-256', '&authSource=admin']) {
    const url = asUser(server.url, 'formlog', 'correct horse', options);
    await using(url, async (client) => {
      const all = client.db('test').collection<{ _id: number }>('all');
      await all.updateOne({ _id: 1 }, { $set: { a: 1 } }, { upsert: true });
      assert.equal(await all.find().toArray(), [{ _id: 1, a: 1 }]);
      const { authInfo } = await client.db('admin').command({ connectionStatus: 1 });
      assert.equal(authInfo, {
        authenticatedUsers: [{ user: 'formlog', db: 'admin' }],
        authenticatedUserRoles: [],
        authenticatedUserPrivileges: [],
      });
    });
  }
});

test('accepts names and passwords with any characters that SCRAM escapes', async ({ server }) => {
  await using(asUser(server.url, 'a,b=c', 'battery:staple'), find);
});

test('refuses every command but those before authentication to a client without credentials', async ({
  server,
}) => {
  await using(server.url, async (client) => {
    const db = client.db('test');
    for (const command of [
      { find: 'all' },
      { insert: 'all', documents: [{ _id: 1 }] },
      { listDatabases: 1 },
      { aggregate: 'all', pipeline: [], cursor: {} },
      { dropDatabase: 1 },
      { getMore: 1n, collection: 'all' },
    ]) {
      const { code, codeName, message } = await refusal(db.command(command));
      const [name] = Object.keys(command);
      assert.equal([code, codeName], [13, 'Unauthorized']);
      assert.is(message, `command ${name} requires authentication`);
    }
    for (const command of [{ ping: 1 }, { buildInfo: 1 }, { connectionStatus: 1 }])
      assert.is((await db.command(command)).ok, 1);
  });
});

test('refuses a wrong password and an unknown user alike', async ({ server }) => {
  for (const [name, password] of [
    ['formlog', 'wrong horse'],
    ['formlog', 'correct hors'],
    ['nobody', 'correct horse'],
    ['constructor', 'x'],
  ] as const) {
    const url = asUser(server.url, name, password, '&authMechanism=SCRAM-SHA-256');
    const error = await using(url, find).then(
      () => assert.unreachable('authenticated'),
      (cause: unknown) => cause,
    );
    assert.ok(error instanceof MongoServerError || error instanceof MongoServerSelectionError);
    assert.match(error.message, 'Authentication failed.');
  }
});

test('refuses other mechanisms, databases, payloads and orders of messages', async ({ server }) => {
  await using(server.url, async (client) => {
    const admin = client.db('admin');
    const start = { saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: Buffer.from('n,,n=formlog,r=abc') };
    const isRefused = async (db: typeof admin, command: object, name: string): Promise<void> =>
      assert.is((await refusal(db.command(command))).codeName, name);
    await isRefused(admin, { ...start, mechanism: 'SCRAM-SHA-1' }, 'MechanismUnavailable');
    await isRefused(client.db('test'), start, 'AuthenticationFailed');
    await isRefused(admin, { ...start, payload: Buffer.from('y,,n=formlog') }, 'AuthenticationFailed');
    await isRefused(admin, { ...start, payload: 'n,,n=formlog,r=abc' }, 'TypeMismatch');
    const finish = { saslContinue: 1, conversationId: 1, payload: Buffer.from('c=biws,r=abc,p=AAAA') };
    await isRefused(admin, finish, 'AuthenticationFailed');
    assert.is((await admin.command(start)).done, false);
    await isRefused(admin, finish, 'AuthenticationFailed');
    await isRefused(admin, { ...finish, payload: Buffer.alloc(0) }, 'AuthenticationFailed');
    await isRefused(admin, { find: 'all' }, 'Unauthorized');
  });
});

test('holds no long message of a client that is not authenticated', async ({ server }) => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const isOver = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const head = Buffer.alloc(16);
  head.writeInt32LE(47_000_000, 0);
  head.writeInt32LE(2013, 12);
  socket.on('error', () => undefined).write(Buffer.concat([head, Buffer.alloc(1_000)]));
  await isOver;
  await using(asUser(server.url, 'formlog', 'correct horse'), async (client) => {
    const all = client.db('test').collection<{ _id: number; text: string }>('all');
    await all.insertOne({ _id: 2, text: 'x'.repeat(1_000_000) });
    assert.is(await all.countDocuments(), 1);
  });
});

test('a server without users refuses authentication', async ({ dir }) => {
  const open = await startMongo({ dir: `${dir}/open`, port: 0 });
  await using(open.url, find);
  const error = await using(asUser(open.url, 'formlog', 'x'), find).catch((cause: unknown) => cause);
  assert.match(String(error), /no users|Unsupported mechanism/);
  await open.close();
});

test.run();
