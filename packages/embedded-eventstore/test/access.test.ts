import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AccessDeniedError, EventStoreDBClient, UnavailableError } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startInProcess } from '../../../test/support/eventstore/child-server.ts';
import { collect, failureOf, follow, numbered } from '../../../test/support/eventstore/eventstore.ts';
import { rootUrl } from '../../../test/support/repository.ts';
import { entryUrl } from '../../embedded-server/src/spawn.ts';
import { type EventStoreServer, startEventStore } from '../src/server.ts';

interface Context {
  dir: string;
  server: EventStoreServer;
  clients: EventStoreDBClient[];
  /** A client with credentials, such as `admin:changeit`. */
  connect(credentials?: string): EventStoreDBClient;
}

const file = (name: string): string => fileURLToPath(new URL(`test/fixtures/tls/${name}.pem`, rootUrl));
const tls = { key: readFileSync(file('key'), 'utf8'), cert: readFileSync(file('cert'), 'utf8') };

const withCredentials = (url: string, credentials?: string): string =>
  `${url.replace('://', credentials === undefined ? '://' : `://${credentials}@`)}&tlsCAFile=${file('cert')}`;

const test = suite<Context>('embedded event store: TLS and users');
test.before.each(async (context) => {
  context.dir = mkdtempSync(join(tmpdir(), 'formlog-access-'));
  const users = { admin: 'changeit', ops: 'with:colon' };
  context.server = await startEventStore({ dir: context.dir, port: 0, tls, users });
  context.clients = [];
  context.connect = (credentials) => {
    const client = EventStoreDBClient.connectionString(withCredentials(context.server.url, credentials));
    context.clients.push(client);
    return client;
  };
});
test.after.each(async ({ dir, server, clients }) => {
  for (const client of clients) await client.dispose();
  await server.close();
  rmSync(dir, { recursive: true });
});

const bad = { username: 'AzureDiamond', password: 'hunter2' };
const good = { username: 'admin', password: 'changeit' };

test('serves a user with a password, over TLS', async ({ connect }) => {
  const client = connect('admin:changeit');
  assert.is((await client.appendToStream('a', numbered(2))).nextExpectedRevision, 1n);
  assert.is((await collect(client.readStream('a'))).length, 2);
  const following = follow(client.subscribeToAll());
  await following.until(
    'both',
    () => following.events.filter(({ streamId }) => streamId === 'a').length === 2,
  );
});

test('accepts passwords with a colon', async ({ connect }) => {
  const client = connect();
  const credentials = { username: 'ops', password: 'with:colon' };
  assert.is((await client.appendToStream('a', numbered(1), { credentials })).success, true);
});

test('denies access to a wrong password, an unknown user and the name of a property of every object', async ({
  connect,
}) => {
  for (const credentials of ['admin:changeme', 'AzureDiamond:hunter2', 'constructor:x']) {
    const client = connect(credentials);
    await failureOf(client.appendToStream('a', numbered(1)), AccessDeniedError);
    await failureOf(collect(client.readAll()), AccessDeniedError);
    await failureOf(client.deleteStream('a'), AccessDeniedError);
    const following = follow(client.subscribeToAll());
    await following.until('the error', () => following.errors.length > 0);
    assert.instance(following.errors[0], AccessDeniedError);
  }
});

test('denies access to a client without credentials', async ({ connect }) => {
  const client = connect();
  await failureOf(client.appendToStream('a', numbered(1)), AccessDeniedError);
  await failureOf(collect(client.readStream('a')), AccessDeniedError);
  await failureOf(client.tombstoneStream('a'), AccessDeniedError);
});

test('credentials of a call have precedence over those of its client', async ({ connect }) => {
  const welcome = connect('admin:changeit');
  await welcome.appendToStream('a', numbered(1));
  await failureOf(welcome.appendToStream('a', numbered(1), { credentials: bad }), AccessDeniedError);
  await failureOf(collect(welcome.readAll({ credentials: bad })), AccessDeniedError);
  const stranger = connect('AzureDiamond:hunter2');
  assert.is((await collect(stranger.readStream('a', { credentials: good }))).length, 1);
  assert.is((await stranger.appendToStream('a', numbered(1), { credentials: good })).success, true);
});

test('a client without TLS, or without its certificate, does not reach the server', async (context) => {
  const { server, clients } = context;
  for (const url of [server.url.replace('tls=true', 'tls=false'), server.url]) {
    const client = EventStoreDBClient.connectionString(url);
    clients.push(client);
    await failureOf(collect(client.readAll()), UnavailableError);
  }
});

test('reads key, certificate and users from a file as a process', async ({ dir }) => {
  const own = mkdtempSync(join(tmpdir(), 'formlog-access-'));
  const config = join(dir, 'config.json');
  const users = { admin: 'changeit' };
  const write = (options: object): void => writeFileSync(config, JSON.stringify(options));
  write({ tls: { key: file('key'), cert: file('cert') }, users, scavengeEveryMs: 60_000 });
  const entry = entryUrl('../src/bin', import.meta.url);
  const server = await startInProcess(entry, { dir: own, args: ['--config', config] });
  const client = EventStoreDBClient.connectionString(withCredentials(server.url, 'admin:changeit'));
  assert.is((await client.appendToStream('a', numbered(1))).success, true);
  await client.dispose();
  assert.is(await server.kill('SIGTERM'), 0);
  write({ user: users });
  await failureOf(startInProcess(entry, { dir: own, args: ['--config', config] }), Error);
  rmSync(own, { recursive: true });
});

test.run();
