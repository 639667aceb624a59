import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { noteOfSent } from '../../../../app/cli/commands/members.ts';
import { newMember } from '../../../support/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { runCli } from '../run-cli.ts';

const Invitations = Type.Tuple([Type.Object({ id: Type.String(), email: Type.String() })]);

const People = Type.Tuple([Type.Object({ id: Type.String() })]);

const test = suite('members on the command line');
let service: TestService;
let env: Record<string, string>;
test.before(async () => {
  service = await startService();
  const { accountId } = await service.newAccount();
  const address = await service.app.listen({ port: 0, host: '127.0.0.1' });
  const [token = ''] = service.operatorTokens;
  env = { FORMLOG_SERVICE: address, FORMLOG_TOKEN: token, FORMLOG_ACCOUNT: accountId };
});
test.after(() => service.close());

const run = async (...args: string[]) => {
  const result = await runCli(args, env);
  assert.is(result.code, 0, result.stderr);
  return result;
};

test('an account without members says how to invite an owner', async () => {
  assert.match((await run('members', 'list')).stdout, 'formlog members invite');
});

test('an invitation is listed, sent again and withdrawn', async () => {
  const invited = await run('members', 'invite', 'ada@example.com', '--role', 'owner');
  assert.match(invited.stdout, '/console/sign-in/invitation?link=');
  const listed = await run('members', 'invitations', '--json');
  const [{ id, email }] = Value.Parse(Invitations, listed.lines());
  assert.is(email, 'ada@example.com');
  assert.match((await run('members', 'resend', id)).stdout, 'link=');
  await run('members', 'withdraw', id);
  assert.match((await run('members', 'invitations')).stdout, 'No invitations are open.');
});

test('a mail that was not sent is said, with how to go on with and without a link', () => {
  const failed = { email: 'ada@example.com', mailed: false, mail_failure: 'the server is full' };
  assert.match(noteOfSent(failed), 'not be sent: the server is full. The invitation stays');
  assert.not.match(noteOfSent(failed), 'link');
  assert.match(noteOfSent({ ...failed, link: 'https://x/y' }), 'Hand the link over yourself');
});

test('the notices of an account are listed', async () => {
  assert.match((await run('notices', 'list')).stdout, 'No notices were sent.');
});

test('a person is shown by the address, and erased once the request is confirmed', async () => {
  const accountId = env['FORMLOG_ACCOUNT'] ?? '';
  await newMember(service, accountId, { email: 'olga@example.com', role: 'owner' });
  await newMember(service, accountId, { email: 'grace@example.com', role: 'viewer', name: 'Grace' });
  const shown = await run('people', 'show', 'grace@example.com', '--json');
  const [{ id }] = Value.Parse(People, shown.lines());
  const unconfirmed = await runCli(['people', 'erase', 'grace@example.com'], env);
  assert.is.not(unconfirmed.code, 0);
  assert.match(unconfirmed.stderr, '--yes');
  assert.match(
    (await run('people', 'erase', 'grace@example.com', '--yes')).stdout,
    `Person ${id} has been hidden`,
  );
  await service.settled();
  assert.match((await run('people', 'erasure', id)).stdout, 'No process with the role dispatcher is running');
  const gone = await runCli(['people', 'show', 'grace@example.com'], env);
  assert.is.not(gone.code, 0);
  const refused = await runCli(['people', 'erase', 'olga@example.com', '--yes'], env);
  assert.match(refused.stderr, `only owner of ${accountId}`);
});

test.run();
