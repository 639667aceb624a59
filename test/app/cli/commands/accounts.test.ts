import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeServiceFile } from '../../../../app/data-dir/service-file.ts';
import { against } from '../against.ts';
import { apiError, startFakeService } from '../fake-service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('accounts');

const account = (id: string) => ({ id, name: `The ${id}`, plan: 'pro', created_at: '2026-01-31T12:00:00Z' });
const accounts = ['acme', 'demo'].map(account);
const usage = {
  submissions_this_month: { used: 3, limit: null },
  started_submissions_this_month: { used: 7, limit: 1_000 },
  published_forms: { used: 1, limit: 3 },
  destinations: { used: 5, limit: 5 },
  file_bytes: { used: 1_000, limit: null },
};
const key = { id: 'k1', name: 'reader', scopes: [] };

const home = mkdtempSync(join(tmpdir(), 'formlog-home-'));
test.after(() => rmSync(home, { recursive: true }));
const choices = join(home, '.config', 'formlog', 'accounts.json');
test.before.each(() => rmSync(join(home, '.config'), { recursive: true, force: true }));

/** A service with two accounts and their keys. */
const startService = () =>
  startFakeService(({ path, body }) => {
    if (path.includes('/keys')) return { status: 200, body: { data: [key] } };
    const [, id] = /accounts\/(\w+)/.exec(path) ?? [];
    if (id !== undefined)
      return accounts.some((known) => known.id === id)
        ? { status: 200, body: { ...account(id), usage } }
        : apiError(404, 'not_found');
    return body === null ? { status: 200, body: { data: accounts } } : { status: 201, body: account('new') };
  });

const envOf = (url: string) => ({ HOME: home, FORMLOG_SERVICE: url, FORMLOG_TOKEN: 't' });

test('use selects the account of all later commands; --account and the environment take precedence', async () => {
  const service = await startService();
  const env = envOf(service.url);
  const undecided = await runCli(['keys', 'list'], env);
  assert.is(undecided.code, 2);
  assert.match(undecided.stderr, 'formlog accounts use');
  const used = await runCli(['accounts', 'use', 'demo', '--json'], env);
  assert.equal([used.code, used.lines()], [0, [{ account_id: 'demo' }]]);
  const before = service.requests.length;
  await runCli(['keys', 'list'], { ...env, FORMLOG_SERVICE: `${service.url}/` });
  await runCli(['keys', 'list', '--account', 'acme'], env);
  await runCli(['keys', 'list'], { ...env, FORMLOG_ACCOUNT: 'acme' });
  await runCli(['accounts', 'use', '--none'], env);
  const forgotten = await runCli(['keys', 'list'], env);
  await service.close();
  assert.equal(
    service.requests.slice(before, before + 3).map(({ path }) => path.split('/')[5]),
    ['demo', 'acme', 'acme'],
  );
  assert.is(forgotten.code, 2);
});

test('show prints how much of each limit of the plan is used', async () => {
  const service = await startService();
  const shown = await runCli(['accounts', 'show', 'acme'], envOf(service.url));
  const asJson = await runCli(['accounts', 'show', 'acme', '--json'], envOf(service.url));
  await service.close();
  assert.match(shown.stdout, /submissions this month +without limit/);
  assert.match(shown.stdout, /begun this month +7 of 1000/);
  assert.match(shown.stdout, /files +1000 bytes without limit/);
  assert.match(shown.stdout, /destinations +5 of 5/);
  assert.equal(asJson.lines(), [{ ...account('acme'), usage }]);
});

test('the selected account is stored for each service, in a file that only the user can read', async () => {
  const [one, other] = [await startService(), await startService()];
  await runCli(['accounts', 'use', 'demo'], envOf(one.url));
  const { code } = await runCli(['keys', 'list'], envOf(other.url));
  await runCli(['accounts', 'use', 'acme'], envOf(other.url));
  await one.close();
  await other.close();
  assert.is(code, 2, 'another service has no choice yet');
  assert.equal(JSON.parse(readFileSync(choices, 'utf8')), { [one.url]: 'demo', [other.url]: 'acme' });
  assert.is(statSync(choices).mode & 0o777, 0o600);
});

test('a local service is chosen by its data directory, and a selected account overrides its default', async () => {
  const service = await startService();
  const dataDir = mkdtempSync(join(home, 'data-'));
  writeServiceFile(dataDir, { url: service.url, pid: process.pid, account_id: 'demo' });
  writeFileSync(join(dataDir, 'operator-token'), 'local\n');
  const env = { HOME: home, DATA_DIR: dataDir };
  await runCli(['accounts', 'use', 'acme'], env);
  await runCli(['keys', 'list'], env);
  await service.close();
  assert.match(service.requests.at(-1)?.path ?? '', '/accounts/acme/keys');
  assert.equal(JSON.parse(readFileSync(choices, 'utf8')), { [dataDir]: 'acme' });
});

test('an unknown account is not selected', async () => {
  const service = await startService();
  const { code } = await runCli(['accounts', 'use', 'nosuch'], envOf(service.url));
  const noHome = await runCli(['accounts', 'use', 'demo'], { ...envOf(service.url), HOME: '' });
  await service.close();
  assert.is(code, 1);
  assert.throws(() => statSync(choices), /ENOENT/);
  assert.match(noHome.stderr, 'HOME is not set');
});

test('list marks the account that commands use', async () => {
  const service = await startService();
  const env = { ...envOf(service.url), FORMLOG_ACCOUNT: 'demo' };
  const plain = await runCli(['accounts', 'list'], env);
  const json = await runCli(['accounts', 'list', '--json'], envOf(service.url));
  await service.close();
  assert.match(plain.stdout, /^IN USE +ID +NAME +PLAN.*\n +acme +The acme +pro.*\n\* +demo /);
  assert.equal(
    json.lines(),
    accounts.map((one) => ({ ...one, in_use: false })),
  );
});

test('create opens an account on a plan, and selects it on request', async () => {
  const created = { status: 201, body: account('new') };
  const { asked, body, json } = await against(created, 'accounts', 'create', '--name', 'N', '--plan', 'pro');
  assert.is(asked, 'POST /api/admin/v1/accounts');
  assert.equal(body, { name: 'N', plan: 'pro' });
  assert.equal(json.lines(), [created.body]);
  const service = await startService();
  const args = ['accounts', 'create', '--name', 'N', '--plan', 'pro', '--id', 'new', '--use'];
  const used = await runCli(args, envOf(service.url));
  await service.close();
  assert.equal(service.requests[0]?.body, { name: 'N', plan: 'pro', id: 'new' });
  assert.match(used.stderr, 'Further commands with this service use account new');
  assert.equal(JSON.parse(readFileSync(choices, 'utf8')), { [service.url]: 'new' });
});

test('change sets the plan, and sets and removes the language and the time zone', async () => {
  const changed = {
    status: 200,
    body: { ...account('acme'), language: 'de-AT', time_zone: 'Europe/Vienna' },
  };
  const locale = ['--language', 'de-at', '--time-zone', 'Europe/Vienna'];
  const { asked, body, plain } = await against(
    changed,
    'accounts',
    'change',
    'acme',
    '--plan',
    'pro',
    ...locale,
  );
  assert.is(asked, 'PATCH /api/admin/v1/accounts/acme');
  assert.equal(body, { plan: 'pro', language: 'de-at', time_zone: 'Europe/Vienna' });
  assert.match(plain.stdout, /time zone of new forms +Europe\/Vienna/);
  const none = await against(changed, 'accounts', 'change', 'acme', '--language', '', '--time-zone', '');
  assert.equal(none.body, { language: null, time_zone: null });
  const nothing = await against(changed, 'accounts', 'change', 'acme');
  assert.is(nothing.plain.code, 2);
  const args = ['accounts', 'create', '--name', 'N', '--plan', 'pro', ...locale];
  const opened = await against({ ...changed, status: 201 }, ...args);
  assert.equal(opened.body, { name: 'N', plan: 'pro', language: 'de-at', time_zone: 'Europe/Vienna' });
});

test('a person is invited to open an account', async () => {
  const answer = {
    status: 201,
    body: {
      email: 'ada@example.com',
      expires_at: '2026-01-31T12:00:00Z',
      mailed: false,
      link: 'https://x/y',
    },
  };
  const { asked, body, plain } = await against(answer, 'accounts', 'invite', 'ada@example.com');
  assert.equal([asked, body], ['POST /api/admin/v1/sign-up-invitations', { email: 'ada@example.com' }]);
  assert.match(plain.stdout, 'https://x/y');
});

test.run();
