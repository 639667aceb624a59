import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LogUnavailable } from '../../../../log/log-errors.ts';
import { hasSignedInRecently } from '../../../../web/console/session/prove-person.tsx';
import { invitationPath, invite, newMember, testPassword, tokenIn } from '../../../support/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { openVisit, signIn, type Visit } from '../../../support/web.ts';

const test = suite('an owner closes the account');
let service: TestService;
test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

/** An account with a form, a submission and an owner. */
async function newOwned(email: string): Promise<{ accountId: string; path: string; owner: Visit }> {
  const { accountId, api } = await service.newAccount();
  const form = await service.newForm(accountId);
  const made = await api('POST', '/submissions', { body: { form_id: form, answers: { name: 'Ada' } } });
  assert.is(made.status, 201, made.text);
  const owner = await newMember(service, accountId, { email, role: 'owner', name: 'Olga' });
  await service.settled();
  return { accountId, path: `/console/accounts/${accountId}/close`, owner };
}

const right = { name: 'Acme', password: testPassword };

test('the page names what goes, and asks for the name and the password', async () => {
  const { accountId, path, owner } = await newOwned('asked@example.com');
  const page = await owner.get(path);
  assert.is(page.status, 200, page.text);
  for (const shown of [
    '1 form',
    '1 submission',
    '0 files',
    '0 recoveries',
    '1 member',
    'logos and covers',
    'notices about the account',
    'Your password',
  ])
    assert.ok(page.text.includes(shown), shown);
  const wrong = await owner.post(path, { ...right, password: 'another password' });
  assert.is(wrong.status, 403);
  assert.match(wrong.text, 'This is not your password.');
  assert.is((await owner.post(path, { name: 'Acme' })).status, 403, 'without a password');
  const other = await owner.post(path, { ...right, name: 'Acne' });
  assert.is(other.status, 422);
  assert.match(other.text, 'That is not the name of the account.');
  assert.is((await service.admin('GET', `/accounts/${accountId}/closing`)).status, 404);
});

test('an owner without another account sees the progress, and signs out', async () => {
  const { accountId, path, owner } = await newOwned('alone@example.com');
  await owner.get(path);
  const closed = await owner.post(path, right);
  assert.is(closed.status, 303, closed.text);
  const progress = closed.location ?? '';
  assert.match(progress, '/console/sign-in/closing?link=');
  await service.settled();
  service.clock.aheadMs += 1_100;
  const page = await owner.get(progress);
  assert.is(page.status, 200);
  assert.match(page.text, 'The account is closed');
  assert.match(page.text, 'You are not a member of any other account.');
  assert.match(page.text, 'The deletion goes on by itself');
  assert.not.match(page.text, 'Waits for');
  const operator = await signIn(service, service.operatorTokens[0] ?? '');
  const forOperators = await operator.get(`/console/accounts/${accountId}/closing`);
  assert.match(forOperators.text, 'Waits for');
  assert.not.match(forOperators.text, 'The deletion goes on by itself');
  assert.match((await owner.get('/console')).location ?? '', '/console/sign-in');
  assert.match((await openVisit(service).get(progress)).text, 'The account is closed', 'in another browser');
  const read = await service.admin('GET', `/accounts/${accountId}/closing`);
  assert.is(read.at('status'), 'erasing');

  const forged = await owner.post('/console/sign-in/closing/end', { _token: 'forged' });
  assert.is(forged.status, 403);
  assert.match((await owner.get(progress)).text, 'Sign out');
  const out = await owner.post('/console/sign-in/closing/end');
  assert.equal([out.status, out.location], [303, '/console/sign-in']);
  assert.not.match((await owner.get(progress)).text, 'Sign out');
});

test('an owner with another account goes on there', async () => {
  const { accountId, path, owner } = await newOwned('busy@example.com');
  const other = (await service.newAccount('business', 'The other')).accountId;
  const link = tokenIn(await invite(service, other, 'busy@example.com', 'editor'));
  await owner.get('/console');
  const joined = await owner.post(invitationPath, { link, as: 'visitor' });
  assert.is(joined.status, 303, joined.text);
  await owner.get('/console/you');
  const entered = await owner.post('/console/you/enter', { account: accountId });
  assert.is(entered.status, 303, entered.text);
  await owner.get(path);
  const closed = await owner.post(path, right);
  assert.is(closed.status, 303, closed.text);
  await service.settled();
  assert.match((await owner.get(closed.location ?? '')).text, 'Go on there');
  const page = await owner.get('/console');
  assert.is(page.status, 200, page.text);
  assert.match(page.text, 'Editor');
});

test('an account is closed even if the session cannot go on in another one', async () => {
  const { accountId, path, owner } = await newOwned('stuck@example.com');
  const other = (await service.newAccount('business', 'The other')).accountId;
  const link = tokenIn(await invite(service, other, 'stuck@example.com', 'editor'));
  await owner.get('/console');
  await owner.post(invitationPath, { link, as: 'visitor' });
  await owner.get('/console/you');
  await owner.post('/console/you/enter', { account: accountId });
  await owner.get(path);
  const { aggregates } = service.deps;
  const { execute } = aggregates;
  Object.assign(aggregates, {
    execute: (...args: Parameters<typeof execute>) =>
      args[1].startsWith('person-') ? Promise.reject(new LogUnavailable('away')) : execute(...args),
  });
  const closed = await owner.post(path, right);
  Object.assign(aggregates, { execute });
  assert.equal([closed.status, closed.location?.split('?')[0]], [303, '/console/sign-in/closing']);
  await service.settled();
  assert.is((await service.admin('GET', `/accounts/${accountId}/closing`)).at('status'), 'erasing');
});

test('a person without a password confirms with a sign-in of the last ten minutes', () => {
  const now = new Date('2026-03-01T12:10:00.000Z');
  const device = { name: 'Firefox', network: '192.0.2.0/24' };
  const proved = (provedAt: string) => {
    const until = '2026-03-02T00:00:00.000Z';
    const open = { method: 'ticket', device, provedAt, until, notFor: new Set<string>() } as const;
    return { sessions: new Map([['s1', open]]) };
  };
  assert.ok(hasSignedInRecently(proved('2026-03-01T12:00:00.001Z'), 's1', now));
  assert.not.ok(hasSignedInRecently(proved('2026-03-01T12:00:00.000Z'), 's1', now));
  assert.not.ok(hasSignedInRecently(proved('2026-03-01T12:09:00.000Z'), 'another', now));
});

test('editors, viewers and owners of other accounts close nothing', async () => {
  const { accountId, path, owner } = await newOwned('first@example.com');
  const stranger = await newOwned('second@example.com');
  for (const role of ['editor', 'viewer']) {
    const member = await newMember(service, accountId, { email: `${role}.x@example.com`, role });
    assert.is((await member.get(path)).status, 403, role);
    await member.get('/console');
    assert.is((await member.post(path, right)).status, 403, role);
  }
  assert.is((await stranger.owner.get(path)).status, 404);
  await stranger.owner.get('/console');
  assert.is((await stranger.owner.post(path, right)).status, 404);
  assert.is((await owner.get(`/console/accounts/${accountId}`)).status, 200);
});

test('the holder of a key closes with the name, and an operator with a token', async () => {
  const { accountId, key } = await service.newAccount();
  const visit = await signIn(service, key);
  const path = `/console/accounts/${accountId}/close`;
  assert.not.match((await visit.get(path)).text, 'Your password');
  const closed = await visit.post(path, { name: 'Acme' });
  assert.match(closed.location ?? '', '/console/sign-in/closing?link=');
});

test('a link of another kind, or a forged one, shows nothing', async () => {
  const { accountId } = await service.newAccount();
  const invitation = tokenIn(await invite(service, accountId, 'someone@example.com', 'viewer'));
  for (const link of ['none', invitation]) {
    const page = await openVisit(service).get(`/console/sign-in/closing?link=${link}`);
    assert.is(page.status, 410);
    assert.not.match(page.text, accountId);
  }
});

test.run();
