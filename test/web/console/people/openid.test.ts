import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startOpenIdProvider, type TestProvider } from '../../../support/openid/provider.ts';
import {
  begin,
  openAcme,
  openIdPath,
  openIdSettings,
  redirectUri,
  signInWith,
} from '../../../support/openid/sign-in.ts';
import { invitationPath, invite, newMember, testPassword, tokenIn } from '../../../support/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { openVisit } from '../../../support/web.ts';

const test = suite('people of an OpenID provider');
let service: TestService;
let provider: TestProvider;
test.before(async () => {
  provider = await startOpenIdProvider(redirectUri);
  service = await startService({ settings: openIdSettings(provider.issuer) });
  await openAcme(service);
});
// The limits of an address count in minutes, and all tests have the same address.
test.before.each(() => void (service.clock.aheadMs += 60_000));
test.after(async () => {
  await service.close();
  await provider.close();
});

const signIn = (as: string, options?: Parameters<typeof signInWith>[3]) =>
  signInWith(service, provider, as, options);

async function members(accountId = 'acme'): Promise<Record<string, string>> {
  const answer = await service.admin('GET', `/accounts/${accountId}/members`);
  return Object.fromEntries(
    Array.from({ length: Number(answer.at('count')) }, (_, index) => [
      String(answer.at(`data.${index}.email`)),
      String(answer.at(`data.${index}.role`)),
    ]),
  );
}

const person = (name: string, groups: readonly string[]) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  email_verified: true,
  groups,
});

test('the sign-in has a button, and a person of the provider becomes a member with the role of the claim', async () => {
  assert.match((await openVisit(service).get('/console/sign-in')).text, 'Sign in with <span>Acme ID</span>');
  provider.people.set('ada', person('Ada', ['all', 'admins']));
  const { visit, answer } = await signIn('ada', { path: `${openIdPath}?next=/console/forms` });
  assert.is(answer.status, 200);
  assert.match(answer.text, '0; url=/console/forms');
  const you = await visit.get('/console/you');
  assert.is(you.status, 200);
  assert.match(you.text, 'with the OpenID provider');
  assert.match(you.text, 'Owner');
  assert.is((await members())['ada@example.com'], 'owner');
});

test('the role follows the claim at each sign-in, with events on a change alone', async () => {
  provider.people.set('bob', person('Bob', ['staff']));
  await signIn('bob');
  assert.is((await members())['bob@example.com'], 'editor');
  const before = await revisionOfMembers();
  await signIn('bob');
  assert.is(await revisionOfMembers(), before);
  provider.people.set('bob', person('Bob', ['admins']));
  await signIn('bob');
  assert.is((await members())['bob@example.com'], 'owner');
  assert.is(await revisionOfMembers(), before + 1);
});

async function revisionOfMembers(): Promise<number> {
  let last = -1;
  for await (const { revision } of service.log.readStream('members-acme')) last = revision;
  return last;
}

test('a person without a role is refused, and leaves the account that the claim had opened', async () => {
  provider.people.set('carl', person('Carl', ['staff']));
  const { visit } = await signIn('carl');
  assert.is((await visit.get('/console/you')).status, 200);
  provider.people.set('carl', person('Carl', ['guests']));
  const { answer } = await signIn('carl');
  assert.is(answer.status, 403);
  assert.match(answer.text, 'has no role in this service');
  assert.is((await members())['carl@example.com'], undefined);
  service.clock.aheadMs += 2_000;
  assert.is((await visit.get('/console/you')).status, 303, 'the earlier session has ended');
});

test('a stranger without a role and a former member get the same answer, and no person is registered', async () => {
  provider.people.set('dora', person('Dora', []));
  const { answer } = await signIn('dora');
  assert.is(answer.status, 403);
  provider.people.set('carl', person('Carl', []));
  assert.is((await signIn('carl')).answer.text, answer.text);
  assert.equal((await members())['dora@example.com'], undefined);
});

test('the last owner stays an owner, whatever the claim', async () => {
  provider.people.set('bob', person('Bob', ['staff']));
  await signIn('bob');
  assert.is((await members())['bob@example.com'], 'editor');
  provider.people.set('ada', person('Ada', ['staff']));
  const { visit } = await signIn('ada');
  assert.is((await members())['ada@example.com'], 'owner');
  assert.is((await visit.get('/console/you')).status, 200);
  provider.people.set('ada', person('Ada', ['admins']));
});

test('an address that the provider has not verified enters nobody', async () => {
  for (const email_verified of [false, undefined]) {
    const { email_verified: _, ...unverified } = person('Eve', ['staff']);
    provider.people.set('eve', { ...unverified, ...(email_verified !== undefined && { email_verified }) });
    const { answer } = await signIn('eve');
    assert.is(answer.status, 403);
    assert.match(answer.text, 'verified your e-mail address');
  }
  assert.equal((await members())['eve@example.com'], undefined);
});

test('an address that signs in here is not taken over: its person signs in once more, and links', async () => {
  const { accountId } = await service.newAccount();
  await newMember(service, accountId, { email: 'fay@example.com', role: 'owner', name: 'Fay' });
  provider.people.set('fay', person('Fay', ['staff']));
  const { visit, answer } = await signIn('fay');
  assert.is(answer.status, 409);
  assert.match(answer.text, 'fay@example.com');
  assert.is((await visit.get('/console/you')).status, 303, 'nobody is signed in');
  assert.is((await members())['fay@example.com'], undefined);

  const next = '/console/you/openid';
  const login = { email: 'fay@example.com', password: testPassword, next };
  assert.is((await visit.post('/console/sign-in', login)).location, next);
  const asked = await visit.get(next);
  assert.match(asked.text, 'From now on you can sign in with');
  assert.not.match(asked.text, 'type="password"');
  assert.is((await visit.post(next)).location, '/console/you');
  assert.match((await visit.get('/console/you')).text, 'Linked accounts');
  assert.is((await members())['fay@example.com'], 'editor');
  assert.is((await signIn('fay')).answer.status, 200);
});

test('an invited member keeps the role that an owner gave, whatever the claim', async () => {
  const invitation = tokenIn(await invite(service, 'acme', 'gus@example.com', 'viewer'));
  const path = `${openIdPath}?invitation=${encodeURIComponent(invitation)}`;
  provider.people.set('gus', person('Gus', ['admins']));
  assert.is((await signIn('gus', { path })).answer.status, 200);
  assert.is((await members())['gus@example.com'], 'viewer');
  await signIn('gus');
  assert.is((await members())['gus@example.com'], 'viewer');
  provider.people.set('gus', person('Gus', []));
  assert.is((await signIn('gus')).answer.status, 200, 'the invitation lets the person in');
  assert.is((await signIn('gus', { path })).answer.status, 410, 'the invitation is over');
});

test('a session that accepts an invitation is still one of the provider', async () => {
  const { accountId } = await service.newAccount();
  provider.people.set('lou', person('Lou', ['staff']));
  const { visit } = await signIn('lou');
  const link = tokenIn(await invite(service, accountId, 'lou@example.com', 'viewer'));
  await visit.get('/console/you');
  const joined = await visit.post(invitationPath, { link, as: 'visitor' });
  assert.is(joined.status, 303, joined.text);
  const { text } = await visit.get('/console/you');
  assert.match(text, 'Viewer');
  assert.match(text, 'with the OpenID provider');
  assert.not.match(text, 'with a password');
});

test('an identity is linked and unlinked on the page of the person, but for the only way to sign in', async () => {
  const visit = await newMember(service, 'acme', { email: 'hal@example.com', role: 'viewer', name: 'Hal' });
  provider.people.set('hal-at-acme', person('Harold', []));
  provider.meet({ as: 'hal-at-acme' });
  const answer = await visit.get(await provider.answer(await begin(visit, '/console/you/openid/begin')));
  assert.match(answer.text, '0; url=/console/you/openid');
  assert.match((await visit.get('/console/you/openid')).text, 'harold@example.com');
  assert.is((await visit.post('/console/you/openid')).location, '/console/you');
  const again = await signIn('hal-at-acme');
  assert.match((await again.visit.get('/console/you')).text, 'hal@example.com');

  const key = /name="key" value="([^"]+)"/.exec((await visit.get('/console/you')).text)?.[1] ?? '';
  assert.match(
    (await visit.get((await visit.post('/console/you/openid/unlink', { key })).location ?? '')).text,
    'The account is unlinked.',
  );
  assert.is((await signIn('hal-at-acme')).answer.status, 403);

  provider.people.set('ivy', person('Ivy', ['staff']));
  const ivy = await signIn('ivy');
  const only = /name="key" value="([^"]+)"/.exec((await ivy.visit.get('/console/you')).text)?.[1] ?? '';
  await ivy.visit.post('/console/you/openid/unlink', { key: only });
  assert.match((await ivy.visit.get('/console/you')).text, 'This is your only way to sign in.');
  assert.is((await signIn('ivy')).answer.status, 200);
});

test('a session that was left open does not link an identity without the password', async () => {
  const visit = await newMember(service, 'acme', { email: 'jo@example.com', role: 'viewer', name: 'Jo' });
  service.clock.aheadMs += 1_800_000;
  provider.people.set('jo', person('Jo', []));
  provider.meet({ as: 'jo' });
  await visit.get(await provider.answer(await begin(visit, '/console/you/openid/begin')));
  assert.match((await visit.get('/console/you/openid')).text, 'type="password"');
  assert.is((await visit.post('/console/you/openid', { password: 'wrong password' })).status, 403);
  assert.is((await visit.post('/console/you/openid', { password: testPassword })).location, '/console/you');
  assert.is((await signIn('jo')).answer.status, 200);
});

test('an identity signs in one person', async () => {
  const visit = await newMember(service, 'acme', { email: 'kim@example.com', role: 'viewer', name: 'Kim' });
  provider.meet({ as: 'jo' });
  await visit.get(await provider.answer(await begin(visit, '/console/you/openid/begin')));
  await visit.get('/console/you/openid');
  await visit.post('/console/you/openid');
  assert.match((await visit.get('/console/you')).text, 'Another person here signs in with this account');
});

test('a person who declines at the provider comes back to a page with a way on', async () => {
  const visit = openVisit(service);
  provider.meet('declines');
  const answer = await visit.get(await provider.answer(await begin(visit)));
  assert.is(answer.status, 403);
  assert.match(answer.text, 'was cancelled or refused there');
  assert.match(answer.text, 'href="/console/sign-in"');
});

test('the history names the provider, and the person by name', async () => {
  await service.settled();
  const operator = openVisit(service);
  await operator.post('/console/sign-in', { secret: service.operatorTokens[0] ?? '' });
  const { text } = await operator.get('/console/accounts/acme/history');
  assert.match(text, 'The OpenID provider');
  assert.match(text, 'Ada');
});

test.run();
