import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSettings } from '../../app/checks/read-settings.ts';
import { eachInDirectory } from '../support/directory.ts';
import { freePort } from '../support/free-port.ts';
import { runCli } from './cli/run-cli.ts';

const test = suite<{ dir: string }>('mistakes of settings');
eachInDirectory(test);

const mistakes = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const read = await readSettings({ PORT: '0', ...env });
  return read.ok ? [] : read.error;
};

/** A file beside the data directory, with this content. */
function fileWith(dir: string, content: string): string {
  const file = join(dir, 'named-file');
  writeFileSync(file, content);
  return file;
}

test('usable settings are accepted, and the check leaves nothing behind', async ({ dir }) => {
  const PLANS_FILE = fileWith(dir, '{"free":{"api":false,"published_forms":3,"submissions_per_month":null}}');
  assert.equal(await mistakes({ DATA_DIR: join(dir, 'a', 'b'), PLANS_FILE, HOST: 'localhost' }), []);
  assert.equal(readdirSync(dir), ['named-file']);
});

for (const [setting, value, expected] of [
  ['HOST', '', 'HOST is empty'],
  ['HOST', 'no-such-host.invalid', 'HOST no-such-host.invalid is a name without an address: give'],
  ['HOST', '192.0.2.1', 'HOST 192.0.2.1 is not an address of this machine: 127.0.0.1 serves'],
  ['HOST', 'a b', 'HOST a b is a name without an address'],
  ['PORT', '70000', 'PORT is not a whole number from 0 to 65535'],
  ['PUBLIC_URL', 'forms.example', 'PUBLIC_URL is not a URL beginning with http:// or https://'],
  ['PUBLIC_URL', 'https://forms.example/?a=b', 'PUBLIC_URL must be a URL without a user, a query'],
  ['DATA_DIR', '', 'DATA_DIR is empty'],
  ['DATA_DIR', '/proc/formlog', 'DATA_DIR /proc/formlog cannot be written: no such file or directory. Name'],
  ['DATA_DIR', '/dev/null', 'DATA_DIR /dev/null is not a directory: /dev/null is a file'],
  ['DATA_DIR', '/dev/null/data', 'DATA_DIR /dev/null/data is not a directory: /dev/null is a file'],
  ['DATA_DIR', '/tmp/a&b', 'DATA_DIR /tmp/a&b contains & or ?'],
  ['PLANS_FILE', '/no/such/file', 'PLANS_FILE names /no/such/file, which cannot be read: no such file'],
  ['PLANS_FILE', '/tmp', 'PLANS_FILE names /tmp, which cannot be read: it is not a regular file'],
  ['PLANS_FILE', '/dev/zero', 'PLANS_FILE names /dev/zero, which cannot be read: it is not a regular file'],
  ['PLANS_FILE', '/etc/passwd', 'PLANS_FILE names /etc/passwd, which is not valid JSON'],
  ['EVENTSTORE_URL', 'http://127.0.0.1:2113', 'EVENTSTORE_URL '],
  ['MONGODB_URL', 'postgres://x', 'MONGODB_URL '],
  ['NATS_URL', 'amqp://x', 'NATS_URL '],
  ['TRUSTED_PROXIES', 'proxy.example', 'TRUSTED_PROXIES is not a list of addresses'],
  ['OPERATOR_TOKENS', 'operator:short', 'OPERATOR_TOKENS is not a list of role:name:token'],
  ['OPERATOR_WEBHOOK_URL', 'https://ops.example', 'OPERATOR_WEBHOOK_SECRET is missing'],
] as const)
  test(`${setting}=${value} is named, with a remedy`, async ({ dir }) => {
    const found = await mistakes({ DATA_DIR: dir, [setting]: value });
    assert.is(found.length, 1, found.join('\n'));
    assert.ok(found[0]?.startsWith(expected), found[0]);
    assert.not.match(found[0] ?? '', /root|daemon|\n/);
  });

test('a port in use is named, with a free one', async ({ dir }) => {
  const port = await freePort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const found = await mistakes({ DATA_DIR: dir, PORT: String(port) });
  await new Promise((resolve) => other.close(resolve));
  assert.equal(found, [
    `PORT ${port} of 127.0.0.1 is in use by another program: choose another, such as PORT=${port + 1}`,
  ]);
});

test('a data directory that is a dangling link cannot be written', async ({ dir }) => {
  const link = join(dir, 'link');
  symlinkSync(join(dir, 'nothing'), link);
  assert.match((await mistakes({ DATA_DIR: link })).join(), `DATA_DIR ${link} cannot be written`);
});

for (const [name, content, expected] of [
  ['text', 'AWS_SECRET=hunter2\n', 'which is not valid JSON'],
  ['a mistake on a line', '{\n"free": {\n"hunter2" 1}}', 'which is not valid JSON, see its line 3'],
  ['a list', '["hunter2"]', 'it is not an object of plans by their names'],
  [
    'other members',
    '{"hunter2":"hunter2","auths":{"hunter2":{}}}',
    'its member 1 is not a plan; its member 2',
  ],
  [
    'plans with mistakes',
    '{"free":{"api":"hunter2","published_forms":3},"pro":{"api":true,"published_forms":-1,"submissions_per_month":1}}',
    '/free must have required properties submissions_per_month; /free/api must be boolean; /pro/published_forms must',
  ],
] as const)
  test(`a plans file with ${name} is refused without quoting its content`, async ({ dir }) => {
    const PLANS_FILE = fileWith(dir, content);
    const found = await mistakes({ DATA_DIR: dir, PLANS_FILE });
    assert.is(found.length, 1, found.join('\n'));
    assert.match(found[0] ?? '', expected);
    assert.not.match(found[0] ?? '', 'hunter2');
  });

test('all mistakes are in one list: in values, in files and on this machine', async ({ dir }) => {
  mkdirSync(join(dir, 'file'));
  const found = await mistakes({
    HOST: '192.0.2.1',
    PORT: 'http',
    DATA_DIR: '/proc/formlog',
    PLANS_FILE: '/no/such/file',
    EVENTSTORE_URL: 'http://x',
    MONGODB_URL: 'mongodb://127.0.0.1:1',
    OPERATOR_WEBHOOK_URL: 'https://ops.example',
    TRUSTED_PROXIES: 'proxy',
  });
  assert.equal(
    found.map((line) => line.split(' ')[0]).sort(),
    [
      'DATA_DIR',
      'EVENTSTORE_URL',
      'HOST',
      'OPERATOR_WEBHOOK_SECRET',
      'PLANS_FILE',
      'PORT',
      'TRUSTED_PROXIES',
    ],
    'a store that does not answer may be starting',
  );
});

test('"formlog check" reports the same mistakes', async ({ dir }) => {
  const checked = await runCli(['check'], {
    DATA_DIR: dir,
    PORT: '0',
    PLANS_FILE: '/no/such/file',
    HOST: '192.0.2.1',
  });
  assert.is(checked.code, 2);
  assert.match(checked.stdout, 'mistake: PLANS_FILE names /no/such/file');
  assert.match(checked.stdout, 'mistake: HOST 192.0.2.1');
});

test.run();
