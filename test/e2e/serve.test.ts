import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { readServiceFile } from '../../app/service-file.ts';
import { startEventStore } from '../../embedded/eventstore/server.ts';
import { startMongo } from '../../embedded/mongodb/server.ts';
import { startNats } from '../../embedded/nats/server.ts';
import { eventually } from '../support/eventually.ts';
import { formlog, formlogJson, startService } from '../support/formlog.ts';

const test = suite<{ dir: string }>('formlog serve');

test.before.each((context) => {
  context.dir = mkdtempSync(join(tmpdir(), 'formlog-serve-'));
});
test.after.each(({ dir }) => rmSync(dir, { recursive: true }));

const Health = Type.Object({
  ready: Type.Boolean(),
  stores: Type.Record(Type.String(), Type.String()),
  roles: Type.Record(Type.String(), Type.String()),
});

const health = async (url: string) => Value.Parse(Health, await (await fetch(`${url}/readyz`)).json());

test('settings that cannot be used are all named, nothing is started, and the exit code is 2', async ({
  dir,
}) => {
  const running = formlog(join(dir, 'data'), ['serve'], { PORT: 'http', ROLES: 'cook' });
  assert.is(await running.exited, 2);
  assert.match(running.stderr(), 'PORT');
  assert.match(running.stderr(), 'ROLES');
  assert.equal(readdirSync(dir), []);
});

test('a plans file that cannot be read is named by its setting', async ({ dir }) => {
  const PLANS_FILE = join(dir, 'plans.json');
  for (const content of [null, '{"free"']) {
    if (content !== null) writeFileSync(PLANS_FILE, content);
    const running = formlog(join(dir, 'data'), ['serve'], { PORT: '0', PLANS_FILE });
    assert.is(await running.exited, 1);
    assert.match(running.stderr(), `PLANS_FILE ${PLANS_FILE}: `);
  }
});

test('the first start prints a key and requests that work when pasted; the next one keeps the key to itself', async ({
  dir,
}) => {
  const first = await startService(dir);
  const greeting = await eventually(
    'the greeting',
    () => first.lines.join('').includes('Ctrl-C') && first.lines.join(''),
  );
  const [, key = ''] = /(flg_live_\w+)/.exec(greeting) ?? [];
  const [, body = ''] = /-d '(.*)'/.exec(greeting) ?? [];
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const endpoint = `${first.url}/api/public/v1/submissions`;
  const created = await fetch(endpoint, { method: 'POST', headers, body });
  assert.is(created.status, 201, await created.text());
  const position = created.headers.get('x-log-position') ?? '';
  const listed = await fetch(endpoint, { headers: { ...headers, 'x-read-after': position } });
  assert.is(Value.Parse(Type.Object({ count: Type.Integer() }), await listed.json()).count, 1);
  assert.is(await first.kill('SIGTERM'), 0, first.stderr());

  const second = await startService(dir);
  await eventually('the greeting', () => second.lines.join('').includes('Ctrl-C'));
  assert.not.match(second.lines.join(''), /flg_live_/);
  assert.match(second.lines.join(''), '-H "Authorization: Bearer $KEY"', 'a variable that the shell puts in');
  const again = await fetch(`${second.url}/api/public/v1/submissions`, { headers });
  assert.is(Value.Parse(Type.Object({ count: Type.Integer() }), await again.json()).count, 1);
  assert.is(await second.kill('SIGTERM'), 0, second.stderr());
});

test('serve --json says where it runs as one line, with the key of the first start', async ({ dir }) => {
  const service = formlog(dir, ['serve', '--demo', '--json'], { PORT: '0' });
  await eventually('the line', () => service.lines.length > 0, 30_000);
  const Started = Type.Object({ url: Type.String(), demo: Type.Object({ key: Type.String() }) });
  const { url, demo } = Value.Parse(Started, service.lines[0]);
  assert.is((await fetch(`${url}/api/public/v1/forms`, { headers: { 'x-api-key': demo.key } })).status, 200);
  assert.is(await service.kill('SIGTERM'), 0);
  assert.is(service.lines.length, 1);
});

test('keys that are kept for this machine are for their owner alone', async ({ dir }) => {
  const service = await startService(dir);
  for (const name of ['master-key', 'operator-token'])
    assert.is(statSync(join(dir, name)).mode & 0o777, 0o600, name);
  assert.is(await service.kill('SIGTERM'), 0);
});

test('a second service over the same directory is refused, and the first goes on', async ({ dir }) => {
  const first = await startService(dir);
  const second = formlog(dir, ['serve', '--demo'], { PORT: '0' });
  assert.is(await second.exited, 1);
  assert.match(second.stderr(), /in use by process/);
  assert.is((await health(first.url)).ready, true);
  assert.is(await first.kill('SIGTERM'), 0);
});

test('roles in processes of their own, over stores of their own, do the same work together', async ({
  dir,
}) => {
  const stores = await Promise.all([
    startEventStore({ dir: join(dir, 'eventstore'), port: 0 }),
    startMongo({ dir: join(dir, 'mongodb'), port: 0 }),
    startNats({ port: 0 }),
  ]);
  const [eventstore, mongodb, nats] = stores.map(({ url }) => url);
  const shared = {
    EVENTSTORE_URL: eventstore ?? '',
    MONGODB_URL: mongodb ?? '',
    NATS_URL: nats ?? '',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const api = await startService(join(dir, 'api'), { ...shared, ROLES: 'api' });
  const work = await startService(join(dir, 'work'), { ...shared, ROLES: 'projector,dispatcher,worker' });
  assert.equal(Object.keys((await health(api.url)).stores).sort(), ['eventstore', 'mongodb']);
  assert.ok(Object.keys((await health(work.url)).roles).includes('worker'));
  assert.is((await fetch(`${work.url}/api/public/v1/forms`)).status, 404, 'no API without its role');

  const listener = formlog(join(dir, 'api'), ['listen', '--json']);
  await eventually('the listener is registered', () => listener.stderr().includes('istening'));
  const forms = await formlogJson(join(dir, 'api'), ['forms', 'list']);
  assert.is(forms.length, 1, 'the read models are kept by the other process');
  await listener.kill('SIGINT');
  assert.is(await work.kill('SIGTERM'), 0, work.stderr());
  assert.is(await api.kill('SIGTERM'), 0, api.stderr());
  for (const store of stores) await store.close();
});

test('a start that waits for a store says so, and ends at once when it is told to stop', async ({ dir }) => {
  const waiting = formlog(dir, ['serve', '--demo'], { PORT: '0', NATS_URL: 'nats://127.0.0.1:1' });
  await eventually('it says what it waits for', () => waiting.stderr().includes('waiting for NATS'), 30_000);
  assert.is(await waiting.kill('SIGTERM'), 0, waiting.stderr());
  const next = await startService(dir);
  assert.is(await next.kill('SIGTERM'), 0, 'the directory was left in order');
});

test('the command line finds the process that has the API among several over one directory', async ({
  dir,
}) => {
  const stores = await Promise.all([
    startEventStore({ dir: join(dir, 'eventstore'), port: 0 }),
    startMongo({ dir: join(dir, 'mongodb'), port: 0 }),
    startNats({ port: 0 }),
  ]);
  const [eventstore, mongodb, nats] = stores.map(({ url }) => url);
  const shared = {
    EVENTSTORE_URL: eventstore ?? '',
    MONGODB_URL: mongodb ?? '',
    NATS_URL: nats ?? '',
    PORT: '0',
  };
  const data = join(dir, 'data');
  const api = await startService(data, { ...shared, ROLES: 'api,projector' });
  const work = formlog(data, ['serve', '--json'], { ...shared, ROLES: 'dispatcher,worker' });
  await eventually('the other process runs', () => work.lines.length > 0, 30_000);
  assert.is(readServiceFile(data)?.url, api.url);
  assert.is(await work.kill('SIGTERM'), 0, work.stderr());
  assert.is(readServiceFile(data)?.url, api.url, 'and after it has gone');
  assert.is(await api.kill('SIGTERM'), 0, api.stderr());
  assert.is(readServiceFile(data), null);
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const alone = formlog(data, ['serve', '--json'], { ...shared, ROLES: 'worker' });
    await eventually('it runs alone', () => alone.lines.length > 0, 30_000);
    const found = readServiceFile(data)?.pid;
    await alone.kill(signal);
    assert.is(found, alone.process.pid, 'one without the API as well, and after one that was killed');
  }
  for (const store of stores) await store.close();
});

test('a store that is away is said so by /readyz, and answered with 503; it is well again when it returns', async ({
  dir,
}) => {
  const place = join(dir, 'eventstore');
  let eventstore = await startEventStore({ dir: place, port: 0 });
  const service = await startService(dir, { EVENTSTORE_URL: eventstore.url });
  await eventstore.close();
  await eventually('not ready', async () => !(await health(service.url)).ready);
  assert.is((await health(service.url)).stores['eventstore'], 'unreachable');
  assert.is((await fetch(`${service.url}/healthz`)).status, 200, 'alive all the same');
  eventstore = await startEventStore({ dir: place, port: eventstore.port });
  await eventually('ready again', async () => (await health(service.url)).ready, 30_000);
  assert.is(await service.kill('SIGTERM'), 0, service.stderr());
  await eventstore.close();
});

test.run();
