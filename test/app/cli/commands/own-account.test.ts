import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../../support/service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('an owner on the command line, with an API key');
let service: TestService;
let accountId: string;
let other: string;
let env: Record<string, string>;
test.before(async () => {
  service = await startService();
  const opened = await service.newAccount();
  accountId = opened.accountId;
  other = (await service.newAccount()).accountId;
  const address = await service.app.listen({ port: 0, host: '127.0.0.1' });
  env = { FORMLOG_SERVICE: address, FORMLOG_TOKEN: opened.key };
});
test.after(() => service.close());

const run = async (...args: string[]) => {
  const result = await runCli(args, env);
  assert.is(result.code, 0, result.stderr);
  return result.stdout;
};

test('the account, its name and the sites are shown and changed', async () => {
  assert.match(await run('accounts', 'show', accountId), /the month ends/);
  assert.match(await run('accounts', 'change', accountId, '--name', 'Acme Research'), 'Acme Research');
  assert.match(
    await run('accounts', 'embedding', 'https://a.example', 'https://b.example'),
    'https://b.example',
  );
  assert.match(await run('accounts', 'embedding'), 'Only the pages of these sites');
  assert.match(await run('accounts', 'embedding', '--none'), 'no site');
  assert.match(await run('accounts', 'embedding', '--all'), 'every site');
});

test('keys are issued, listed and revoked, and members are invited', async () => {
  const [line = ''] = (
    await run('keys', 'create', '--name', 'reader', '--scopes', 'forms:read', '--json')
  ).split('\n');
  const [, id = ''] = /"id":"(\w+)"/.exec(line) ?? [];
  assert.match(await run('keys', 'list'), 'reader');
  assert.match(await run('keys', 'revoke', id), 'revoked');
  assert.match(await run('members', 'invite', 'ada@example.com', '--role', 'editor'), 'ada@example.com');
  assert.match(await run('members', 'invitations'), 'ada@example.com');
});

test('a command that names another account is refused, and changes none', async () => {
  const refused = await runCli(['accounts', 'change', other, '--name', 'Mine'], env);
  assert.is(refused.code, 1, refused.stdout);
  assert.match(refused.stderr, `belongs to account ${accountId}`);
  for (const id of [accountId, other])
    assert.is.not((await service.admin('GET', `/accounts/${id}`)).at('name'), 'Mine');
});

test('the account is closed, and its progress is shown by a link', async () => {
  const { accountId: id, key } = await service.newAccount();
  const own = { ...env, FORMLOG_TOKEN: key };
  const followed = await runCli(['accounts', 'close', id, '--yes', '--follow'], own);
  assert.is(followed.code, 2);
  assert.is((await service.admin('GET', `/accounts/${id}/closing`)).status, 404);
  const closed = await runCli(['accounts', 'close', id, '--yes'], own);
  assert.is(closed.code, 0, closed.stderr);
  assert.match(closed.stdout, '/console/sign-in/closing?link=');
});

test('a command for operators asks for the token of one', async () => {
  const refused = await runCli(['accounts', 'list'], env);
  assert.is(refused.code, 2);
  assert.match(refused.stderr, 'needs the token of an operator');
});

test.run();
