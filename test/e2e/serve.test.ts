// Embedded only: the demo account is opened in an empty log.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readServiceFile } from '../../app/data-dir/service-file.ts';
import { startNats } from '../../packages/embedded-nats/src/server.ts';
import { eachInDirectory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { formlog, health, type Running, startService } from '../support/formlog.ts';
import { freePort } from '../support/free-port.ts';
import { inLongRun } from '../support/long-run.ts';

const test = suite<{ dir: string }>('formlog serve');

eachInDirectory(test);

test('all unusable settings are named, nothing is started, and the exit code is 2', async ({ dir }) => {
  const running = formlog(join(dir, 'data'), ['serve'], { PORT: 'http', ROLES: 'cook' });
  assert.is(await running.exited, 2);
  assert.match(running.stderr(), 'PORT');
  assert.match(running.stderr(), 'ROLES');
  assert.equal(readdirSync(dir), []);
});

inLongRun(test)('mistakes that depend on the machine are in the same list', async () => {
  const PLANS_FILE = '/no/such/file';
  const running = formlog('/proc/formlog', ['serve'], {
    HOST: '192.0.2.1',
    PORT: '0',
    PLANS_FILE,
    ROLES: 'cook',
  });
  assert.is(await running.exited, 2);
  assert.equal(
    running
      .stderr()
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(' ')[0])
      .sort(),
    ['DATA_DIR', 'HOST', 'PLANS_FILE', 'ROLES', 'These'],
  );
});

test('the start prints links that sign in as the owner of the demo account and as the operator, each once', async ({
  dir,
}) => {
  const signIn = async (link: string): Promise<string | null> => {
    const answer = await fetch(link, { redirect: 'manual' });
    assert.ok(answer.status === 303 || answer.status === 401, String(answer.status));
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? null;
  };
  for (let start = 0; start < 2; start++) {
    const service = await startService(dir);
    const greeting = await eventually(
      'the greeting',
      () => service.lines.join('').includes('another for the operator') && service.lines.join(''),
    );
    const [owner = '', operator = '', ...others] = greeting.match(/http\S+ticket=\S+/g) ?? [];
    assert.is(others.length, 0);
    const cookie = (await signIn(owner)) ?? '';
    const you = await fetch(`${service.url}/console/you`, { headers: { cookie } });
    const page = await you.text();
    assert.match(page, 'Demo owner');
    assert.match(page, 'owner@demo.example');
    const members = await fetch(`${service.url}/console/accounts/demo/members`, { headers: { cookie } });
    assert.is((await members.text()).match(/owner@demo\.example/g)?.length, 1, 'one owner after each start');
    assert.is(await signIn(owner), null, 'used before');
    const accounts = await fetch(`${service.url}/console/accounts`, {
      headers: { cookie: (await signIn(operator)) ?? '' },
    });
    assert.is(accounts.status, 200);
    assert.is(await service.kill('SIGTERM'), 0, service.stderr());
  }
});

test('the first start prints a key and requests that work when pasted; the next one does not print the key', async ({
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
  const token = readFileSync(join(dir, 'operator-token'), 'utf8');

  // The read models come from the log again; that there is a key, the log knows.
  rmSync(join(dir, 'mongodb'), { recursive: true });
  const second = await startService(dir);
  await eventually('the greeting', () => second.lines.join('').includes('Ctrl-C'));
  assert.is.not(readFileSync(join(dir, 'operator-token'), 'utf8'), token, 'each start has its own token');
  assert.not.match(second.lines.join(''), /flg_live_/);
  assert.match(second.lines.join(''), '-H "Authorization: Bearer $KEY"', 'a variable that the shell puts in');
  const again = await fetch(`${second.url}/api/public/v1/submissions`, {
    headers: { ...headers, 'x-read-after': position },
  });
  assert.is(Value.Parse(Type.Object({ count: Type.Integer() }), await again.json()).count, 1);
  assert.is(await second.kill('SIGTERM'), 0, second.stderr());
});

inLongRun(test)(
  'all unusable stores are named, nothing is started, and the exit code is 2',
  async ({ dir }) => {
    const running = formlog(join(dir, 'data'), ['serve'], {
      PORT: '0',
      STORE_WAIT_S: '0',
      LOG_LEVEL: 'silent',
      EVENTSTORE_URL: 'esdb://admin:secret@127.0.0.1:1,127.0.0.1:2?tls=false',
      MONGODB_URL: 'mongodb://u:secret@127.0.0.1:1',
    });
    assert.is(await running.exited, 2);
    assert.match(
      running.stderr(),
      /EVENTSTORE_URL names 127\.0\.0\.1:1, 127\.0\.0\.1:2, which does not answer/,
    );
    assert.match(running.stderr(), /MONGODB_URL names 127\.0\.0\.1:1, which does not answer/);
    assert.not.match(running.stderr(), 'secret');
    assert.equal(readdirSync(dir), []);
  },
);

test('a port in use is reported in one line with the remedy, before anything is started', async ({ dir }) => {
  const port = await freePort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const running = formlog(join(dir, 'data'), ['serve'], { PORT: String(port) });
  assert.is(await running.exited, 2);
  await new Promise((resolve) => other.close(resolve));
  assert.is(
    running.stderr(),
    'These settings cannot be used:\n' +
      `  PORT ${port} of 127.0.0.1 is in use by another program: choose another, such as PORT=${port + 1}\n`,
  );
  assert.equal(readdirSync(dir), []);
});

inLongRun(test)('a start that waits for a store reports it, and ends at once on SIGTERM', async ({ dir }) => {
  const waiting = formlog(dir, ['serve', '--demo'], { PORT: '0', NATS_URL: 'nats://127.0.0.1:1' });
  await eventually('it says what it waits for', () => waiting.stderr().includes('waiting for NATS'), 30_000);
  assert.is(await waiting.kill('SIGTERM'), 0, waiting.stderr());
  const next = await startService(dir);
  assert.is(await next.kill('SIGTERM'), 0, 'the directory was left in order');
});

inLongRun(test)('a start ends when NATS answers the check and then falls silent', async ({ dir }) => {
  const nats = await startNats({ port: 0 });
  let clients = 0;
  const between = createServer((client) => {
    client.on('error', () => undefined);
    clients += 1;
    if (clients > 1) return;
    const upstream = connect(nats.port, '127.0.0.1').on('error', () => undefined);
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const address = between.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const starting = formlog(dir, ['serve'], {
    PORT: '0',
    STORE_WAIT_S: '1',
    STOP_TIMEOUT_S: '1',
    NATS_URL: `nats://127.0.0.1:${port}`,
  });
  assert.is(await starting.exited, 1, starting.stderr());
  assert.match(starting.stderr(), `NATS at nats://127.0.0.1:${port} has not answered for 5 s`);
  await new Promise((resolve) => between.close(resolve));
  await nats.close();
});

test.run();

interface Context {
  dir: string;
  service: Running;
  url: string;
  /** What the command line could find when the service became ready. */
  found: ReturnType<typeof readServiceFile>;
}

const running = suite<Context>('a running service');

running.before(async (context) => {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-serve-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const service = formlog(dir, ['serve', '--demo', '--json'], { PORT: new URL(url).port });
  const { found } = await eventually(
    'it is ready',
    async () => (await fetch(`${url}/readyz`)).ok && { found: readServiceFile(dir) },
    60_000,
  );
  Object.assign(context, { dir, service, url, found });
});
running.after(async ({ dir, service }) => {
  assert.is(await service.kill('SIGTERM'), 0, service.stderr());
  assert.is(service.lines.length, 1);
  rmSync(dir, { recursive: true });
});

running('can be found by the command line from the moment it listens', ({ service, found }) => {
  assert.is(found?.pid, service.process.pid);
  assert.is(found?.account_id, 'demo');
});

running(
  'prints its address with --json as one line, with the key on the first start',
  async ({ service }) => {
    await eventually('the line', () => service.lines.length > 0, 30_000);
    const Started = Type.Object({ url: Type.String(), demo: Type.Object({ key: Type.String() }) });
    const { url, demo } = Value.Parse(Started, service.lines[0]);
    assert.is(
      (await fetch(`${url}/api/public/v1/forms`, { headers: { 'x-api-key': demo.key } })).status,
      200,
    );
  },
);

running('keeps its keys for their owner alone', ({ dir }) => {
  for (const name of ['master-key', 'operator-token'])
    assert.is(statSync(join(dir, name)).mode & 0o777, 0o600, name);
});

running('goes on where a second one over the same directory is refused', async ({ dir, url }) => {
  const second = formlog(dir, ['serve', '--demo'], { PORT: '0' });
  assert.is(await second.exited, 1);
  assert.match(second.stderr(), /in use by process/);
  assert.is((await health(url)).ready, true);
});

running.run();
