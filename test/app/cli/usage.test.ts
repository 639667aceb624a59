import { execFile, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cliFile, runCli } from './run-cli.ts';

const test = suite('usage');

const commands = [
  ...['list', 'create', 'use'].map((action) => `accounts ${action}`),
  'keys create',
  'keys list',
  'keys revoke',
  'forms list',
  'forms publish',
  'forms close',
  'forms archive',
  'forms draft',
  ...['show', 'create', 'edit'].map((action) => `forms ${action}`),
  ...['list', 'show', 'create', 'erase'].map((action) => `submissions ${action}`),
  'submissions erasure',
  ...['upload', 'list', 'show', 'verify', 'download'].map((action) => `files ${action}`),
  'destinations add',
  'destinations list',
  ...['show', 'enable', 'disable', 'change', 'rotate-secret', 'ping', 'template', 'remove'].map(
    (action) => `destinations ${action}`,
  ),
  'secrets reencrypt',
  'deliveries list',
  'deliveries show',
  'deliveries replay',
  'deliveries recover',
  'recoveries list',
  'recoveries watch',
  'recoveries pause',
  'recoveries resume',
  'recoveries cancel',
  'audit',
  'audit account',
  'listen',
  'import',
];

for (const command of commands)
  test(`formlog ${command} --help has an example and --json`, async () => {
    const { code, stdout, stderr } = await runCli([...command.split(' '), '--help']);
    assert.equal([code, stderr], [0, '']);
    assert.match(stdout, new RegExp(`Example:\n  \\$ formlog ${command}`));
    assert.match(stdout, '--json');
  });

for (const group of ['', 'accounts', 'keys', 'forms', 'destinations', 'deliveries', 'recoveries', 'serve'])
  test(`formlog ${group} --help has an example`, async () => {
    const { code, stdout } = await runCli([...group.split(' ').filter(Boolean), '--help']);
    assert.is(code, 0);
    assert.match(stdout, /Example:\n {2}\$ .*formlog/);
  });

test('the help of a change names no defaults, since omitted options change nothing', async () => {
  const { stdout } = await runCli(['destinations', 'change', '--help']);
  assert.not.match(stdout, /\(8\)|not\s+given|default/);
});

test('the help of a ping shows its default wait in the notation of the option', async () => {
  assert.match((await runCli(['destinations', 'ping', '--help'])).stdout, '(default: 30s)');
});

test('the help lists every command', async () => {
  const { stdout } = await runCli(['--help']);
  for (const name of ['serve', 'accounts', 'keys', 'forms', 'destinations', 'deliveries', 'listen', 'import'])
    assert.match(stdout, new RegExp(`^  ${name} `, 'm'));
});

const wrong = [
  [],
  ['keys'],
  ['nonsense'],
  ['keys', 'list', '--nonsense'],
  ['keys', 'revoke'],
  ['keys', 'create', '--scopes', 'all'],
  ['keys', 'create', '--expires-in', 'soon'],
  ['keys', 'create', '--expires-in', '0d'],
  ['forms', 'list', '--status', 'open'],
  ['forms', 'list', '--limit', '0'],
  ['accounts', 'use'],
  ['accounts', 'use', 'a', '--none'],
  ['accounts', 'create', '--name', 'A'],
  ['deliveries', 'recover'],
  ['deliveries', 'recover', '--since', 'soon'],
  ['deliveries', 'recover', '--since', '2h', '--per-second', '0'],
  ['deliveries', 'list', '--since', '4711'],
  ['deliveries', 'list', '--since', '2026-02-30T00:00:00Z'],
  ['deliveries', 'list', '--all-accounts', '--account', 'a'],
  ['listen', '--port', '65536'],
  ['listen', '--events', 'submission.created,other'],
  ['import', 'a.csv', 'b.csv'],
  ['import', 'a.csv', '--delimiter', 'ab'],
  ['history', 'form', 'f1', '--as-of', 'soon'],
  ['history', 'form', 'f1', '--diff', '4711', 'soon'],
  ['export', 'events', '--from', 'soon'],
  ['export', 'submissions', '--form', 'f1', '--format', 'csv', '--json'],
  ['projections', 'replay', 'forms'],
  ['projections', 'replay', 'forms', '--from', '1h', '--to', '5m'],
  ['keys', 'list', '--service', 'http://127.0.0.1:1'],
  ['keys', 'list', '--service', 'ftp://x', '--token', 't'],
  ['keys', 'list', '--service', 'http://me:secret@127.0.0.1:1', '--token', 't'],
  ['keys', 'list', '--service', 'http://127.0.0.1:1', '--token', 'ключ'],
];

for (const args of wrong)
  test(`formlog ${args.join(' ')}: wrong usage`, async () => {
    const { code, stdout, stderr } = await runCli(args);
    assert.equal([code, stdout], [2, '']);
    assert.ok(stderr.length > 0);
  });

for (const args of [
  ['keys', 'list', '--nonsense'],
  ['keys', 'revoke'],
  ['nonsense'],
  ['keys'],
  ['keys', 'list', '--service', 'x'],
])
  test(`formlog ${args.join(' ')} --json: wrong usage as one JSON object on stderr`, async () => {
    const { code, stdout, stderr } = await runCli([...args, '--json']);
    assert.equal([code, stdout], [2, '']);
    assert.match(stderr, /^\{"error":\{"message":"(?!error:|\(outputHelp).+","exit_code":2\}\}\n$/);
  });

const spawned = async (...args: string[]) => {
  const command = [...process.execArgv, cliFile, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  return stdout;
};

test('as a program of its own: help, and the exit code of wrong usage', async () => {
  const [help, failure] = await Promise.all([
    spawned('--help'),
    spawned('nonsense').catch((error: unknown) => error),
  ]);
  assert.match(help, /^Usage: formlog /);
  assert.ok(failure instanceof Error && 'code' in failure);
  assert.is(failure.code, 2);
});

test('as a program of its own: an output that cannot be written is reported with exit code 1', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [...process.execArgv, cliFile, '--help'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  assert.equal([status, stderr], [1, 'formlog: The output cannot be written: no space left on device.\n']);
});

test.run();
