import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type HostileProvider,
  type Lies,
  startHostileProvider,
} from '../../../support/openid/hostile-provider.ts';
import {
  begin,
  callbackPath,
  openAcme,
  openIdPath,
  openIdSettings,
} from '../../../support/openid/sign-in.ts';
import { newMember } from '../../../support/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { openVisit, type PageAnswer, type Visit } from '../../../support/web.ts';

const test = suite('attacks on the sign-in with an OpenID provider');
let service: TestService;
let provider: HostileProvider;
test.before(async () => {
  provider = await startHostileProvider();
  service = await startService({ settings: openIdSettings(provider.issuer) });
  await openAcme(service);
});
// The limits of an address count in minutes, and all tests have the same address.
test.before.each(() => {
  service.clock.aheadMs += 60_000;
  provider.lie({});
});
test.after(async () => {
  await service.close();
  await provider.close();
});

const sessionCookie = '__Host-formlog_session';
const authorizationCookie = '__Host-formlog_authorization';

/** Signs in with the lies of the provider, and other members of the answer than its own. */
async function signIn(
  lies: Lies = {},
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly visit: Visit; readonly answer: PageAnswer }> {
  provider.lie(lies);
  const visit = openVisit(service);
  const query = provider.answer(await begin(visit), more);
  return { visit, answer: await visit.get(`${callbackPath}${query}`) };
}

function assertNobody({ cookies }: Visit, name: string): void {
  assert.not.ok(cookies.has(sessionCookie), name);
}

test('without a lie, the person is signed in', async () => {
  const { visit, answer } = await signIn();
  assert.is(answer.status, 200, answer.text);
  assert.match((await visit.get('/console/you')).text, 'Mallory');
});

const past = Math.floor(Date.now() / 1_000) - 3_600;
for (const [name, lies] of [
  ['of another issuer', { claims: { iss: 'https://evil.example' } }],
  ['for another service', { claims: { aud: 'another' } }],
  ['for several services, and not by this one', { claims: { aud: ['formlog', 'another'], azp: 'another' } }],
  ['with another nonce', { claims: { nonce: 'planted' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['that has expired', { claims: { exp: past, iat: past - 600 } }],
  ['without a subject', { claims: { sub: undefined } }],
  ['signed by another key', { isForged: true }],
  ['signed by an unknown key', { head: { kid: 'other' } }],
  ['without a signature', { isUnsigned: true }],
  ['without an algorithm', { head: { alg: 'none' }, isUnsigned: true }],
  ['signed with a shared secret', { head: { alg: 'HS256' } }],
  ['of another person than the userinfo', { userinfo: { sub: 'somebody else' } }],
] as const)
  test(`an ID token ${name} signs nobody in`, async () => {
    const { visit, answer } = await signIn(lies);
    assert.is(answer.status, 403, answer.text);
    assert.match(answer.text, 'could not be verified');
    assertNobody(visit, name);
  });

test('an answer that names another issuer is not sent to the token endpoint (mix-up)', async () => {
  const { visit, answer } = await signIn({}, { iss: 'https://evil.example' });
  assert.is(answer.status, 403);
  assertNobody(visit, 'mix-up');
});

test('a state that is forged, missing, given twice or of another browser signs nobody in', async () => {
  const victim = openVisit(service);
  const query = provider.answer(await begin(victim));
  const state = new URLSearchParams(query).get('state') ?? '';
  for (const [name, given] of [
    ['forged', `?code=code&state=${state.slice(0, -2)}AA`],
    ['missing', '?code=code'],
    ['empty', '?code=code&state='],
  ] as const) {
    const visit = openVisit(service);
    const own = await begin(visit);
    assert.ok(own);
    const answer = await visit.get(`${callbackPath}${given}`);
    assert.is(answer.status, 410, name);
    assertNobody(visit, name);
  }
  // The link of an attacker's own sign-in, which the victim opens (login CSRF).
  const attacked = openVisit(service);
  await begin(attacked);
  assert.is((await attacked.get(`${callbackPath}${query}`)).status, 410);
  const fresh = openVisit(service);
  assert.is((await fresh.get(`${callbackPath}${query}`)).status, 410);
  assertNobody(fresh, 'another browser');
  const twice = openVisit(service);
  const own = provider.answer(await begin(twice));
  assert.is((await twice.get(`${callbackPath}${own}&state=${state}`)).status, 403);
  assertNobody(twice, 'given twice');
});

test('an answer is taken once, also with a copy of the cookie, and not when it is late', async () => {
  const visit = openVisit(service);
  const query = provider.answer(await begin(visit));
  const cookie = `${authorizationCookie}=${visit.cookies.get(authorizationCookie)}`;
  assert.is((await visit.get(`${callbackPath}${query}`)).status, 200);
  const asked = provider.requests();
  const replayed = openVisit(service);
  assert.is((await replayed.get(`${callbackPath}${query}`, { cookie })).status, 410);
  assert.is(provider.requests(), asked, 'the code is not sent again');
  assertNobody(replayed, 'replayed');

  const slow = openVisit(service);
  const late = provider.answer(await begin(slow));
  const kept = `${authorizationCookie}=${slow.cookies.get(authorizationCookie)}`;
  service.clock.aheadMs += 601_000;
  assert.is((await slow.get(`${callbackPath}${late}`, { cookie: kept })).status, 410);
  assertNobody(slow, 'late');
});

test('a session is no sign-in at the provider', async () => {
  const { visit: member } = await signIn();
  const visit = openVisit(service);
  for (const value of ['x', '', member.cookies.get(sessionCookie) ?? '']) {
    const headers = { cookie: `${authorizationCookie}=${value}` };
    assert.is((await visit.get(`${callbackPath}?code=code&state=`, headers)).status, 410);
  }
});

test('each sign-in begins a session of its own, whatever cookie was planted before', async () => {
  const { visit: attacker } = await signIn();
  const planted = attacker.cookies.get(sessionCookie) ?? '';
  const { visit } = await signIn();
  assert.is.not(visit.cookies.get(sessionCookie), planted);
});

test('the way to the provider goes out from a page of the service alone', async () => {
  const visit = openVisit(service);
  const sent = await visit.get(openIdPath, { 'sec-fetch-site': 'cross-site' });
  assert.is(sent.location, '/console/sign-in');
  const member = await newMember(service, 'acme', { email: 'vic@example.com', role: 'viewer' });
  const linked = await member.get('/console/you/openid/begin', { 'sec-fetch-site': 'cross-site' });
  assert.is(linked.location, '/console/you');
});

test('a sign-in leads to no other site', async () => {
  for (const next of [
    'https://evil.example/',
    '//evil.example',
    '/console\\@evil.example',
    '/console-evil',
  ]) {
    const visit = openVisit(service);
    const query = provider.answer(await begin(visit, `${openIdPath}?next=${encodeURIComponent(next)}`));
    const { text } = await visit.get(`${callbackPath}${query}`);
    assert.match(text, 'content="0; url=/console"', next);
    assert.not.match(text, 'evil', next);
  }
});

test('an identity waits for the person who began to link it, in the browser that proved it', async () => {
  const mallory = await newMember(service, 'acme', { email: 'mal@example.com', role: 'viewer' });
  provider.lie({ claims: { sub: 'mal' }, userinfo: { sub: 'mal', email: 'mal@evil.example' } });
  const query = provider.answer(await begin(mallory, '/console/you/openid/begin'));
  await mallory.get(`${callbackPath}${query}`);
  const waiting = mallory.cookies.get('__Host-formlog_identity') ?? '';
  const victim = await newMember(service, 'acme', { email: 'vera@example.com', role: 'owner' });
  const session = `${sessionCookie}=${victim.cookies.get(sessionCookie)}`;
  const cookie = `${session}; __Host-formlog_identity=${waiting}`;
  assert.is((await victim.get('/console/you/openid', { cookie })).location, '/console/you');
  await victim.post('/console/you/openid', {}, { cookie });
  assert.not.match((await victim.get('/console/you')).text, 'The accounts elsewhere');

  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  assert.is((await mallory.post('/console/you/openid', {}, foreign)).status, 403);
  assert.is((await mallory.post('/console/you/openid', { _token: 'x' })).status, 403);
});

test('no line of the log has a code, a token, a state or the secret', async () => {
  const { answer } = await signIn({ isForged: true });
  assert.is(answer.status, 403);
  const lines = service.lines.join('\n');
  assert.match(lines, 'a sign-in with the OpenID provider was refused');
  for (const secret of ['a secret of the provider', 'access', 'eyJ', 'mallory@example.com', 'state='])
    assert.not.match(lines, secret);
});

test.run();
