import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followProvider } from '../../../../commands/membership/follow-provider.ts';
import { startOpenIdProvider, type TestProvider } from '../../../support/openid/provider.ts';
import { begin, openAcme, openIdSettings, redirectUri, signInWith } from '../../../support/openid/sign-in.ts';
import { newMember, testPassword } from '../../../support/people.ts';
import { turnOn, untilNextCode } from '../../../support/second-factor.ts';
import { startService, type TestService } from '../../../support/service.ts';
import type { Visit } from '../../../support/web.ts';

const test = suite('the proof that linking an identity needs');
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

const linkPath = '/console/you/openid';
const elevenMinutesMs = 660_000;

/** A person at the provider. @param subject the name of the account there */
function meet(subject: string, email: string): void {
  provider.people.set(subject, { name: subject, email, email_verified: true, groups: ['staff'] });
  provider.meet({ as: subject });
}

/** Goes to the provider and back, to the page that asks whether to link. */
async function toLink(visit: Visit): Promise<void> {
  await visit.get(await provider.answer(await begin(visit, '/console/you/openid/begin')));
}

test('a person without a password neither sets one nor links an identity long after the sign-in', async () => {
  meet('ann', 'ann@example.com');
  const { visit } = await signInWith(service, provider, 'ann');
  await visit.get('/console/you');
  service.clock.aheadMs += elevenMinutesMs;
  const set = await visit.post('/console/you/password', { password: testPassword });
  assert.is(set.status, 403);
  assert.match(set.text, 'You signed in more than ten minutes ago.');
  meet('ann-2', 'ann2@example.com');
  await toLink(visit);
  assert.match((await visit.get(linkPath)).text, 'needs a sign-in within the last ten minutes');
  const linked = await visit.post(linkPath);
  assert.is(linked.status, 403);
  assert.match(linked.text, 'You signed in more than ten minutes ago.');

  meet('ann', 'ann@example.com');
  const again = await signInWith(service, provider, 'ann');
  await again.visit.get('/console/you');
  const done = await again.visit.post('/console/you/password', { password: testPassword });
  assert.is(done.location, '/console/you', done.text);
});

test('a person with a second factor links an identity with the password and a code', async () => {
  const visit = await newMember(service, 'acme', { email: 'ben@example.com', role: 'viewer' });
  const { app } = await turnOn(service, visit);
  meet('ben', 'ben@elsewhere.example');
  await toLink(visit);
  assert.match((await visit.get(linkPath)).text, 'name="code"');
  untilNextCode(service);
  assert.is((await visit.post(linkPath)).status, 403);
  assert.is((await visit.post(linkPath, { password: testPassword })).status, 403);
  assert.is((await visit.post(linkPath, { password: testPassword, code: '000000' })).status, 403);
  const linked = await visit.post(linkPath, { password: testPassword, code: app.code() });
  assert.is(linked.location, '/console/you', linked.text);
  assert.match((await visit.get('/console/you')).text, 'You can sign in with Acme ID from now on.');
});

test('an identity whose address is taken waits for the person of that address, until the sign-out', async () => {
  const cay = { email: 'cay@example.com', password: testPassword };
  const dee = { email: 'dee@example.com', password: testPassword };
  for (const { email } of [cay, dee]) await newMember(service, 'acme', { email, role: 'viewer' });
  meet('cay', cay.email);
  const { visit, answer } = await signInWith(service, provider, 'cay');
  assert.is(answer.status, 409);
  await visit.post('/console/sign-in', dee);
  await visit.get('/console/you');
  assert.is((await visit.get(linkPath)).location, '/console/you', 'another person is not asked');
  await visit.post(linkPath);
  assert.not.match((await visit.get('/console/you')).text, 'You can sign in with');
  await visit.post('/console/sign-in', cay);
  assert.is((await visit.get(linkPath)).status, 200);
  await visit.post('/console/sign-out');
  assert.not.ok(visit.cookies.has('__Host-formlog_identity'));
});

test('a person who is gone gets no role from the provider', async () => {
  const { deps } = service;
  const context = { accountId: 'acme', correlationId: 'test', causationId: 'test' };
  const followed = await followProvider(deps, { personId: 'gone', role: 'viewer' }, context);
  assert.is(!followed.ok && followed.error.code, 'not_found');
  const members = await service.admin('GET', '/accounts/acme/members');
  assert.not.match(members.text, 'gone');
});

test.run();
