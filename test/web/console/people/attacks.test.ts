import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLinks } from '../../../../api/auth/links.ts';
import { eventually } from '../../../support/eventually.ts';
import { invitationPath, invite, newMember, testPassword, tokenIn } from '../../../support/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../../../support/smtp-sink.ts';
import { openVisit, origin } from '../../../support/web.ts';

const test = suite('attacks on people and their accounts');
let service: TestService;
let sink: SmtpSink;
let accountId: string;
test.before(async () => {
  sink = await startSmtpSink();
  service = await startService({
    settings: { SMTP_URL: sink.url, MAIL_FROM: { name: 'Forms', address: 'forms@example.org' } },
  });
  accountId = (await service.newAccount()).accountId;
  await newMember(service, accountId, { email: 'ada@example.com', role: 'owner', name: 'Ada', sink });
});
// The limits of an address count in minutes, and all tests have the same address.
test.before.each(() => void (service.clock.aheadMs += 60_000));
test.after(async () => {
  await service.close();
  await sink.close();
});

const sessionCookie = '__Host-formlog_session';
const signInWith = (email: string, password: string, headers: Readonly<Record<string, string>> = {}) =>
  openVisit(service).post('/console/sign-in', { email, password }, headers);

/** A page without the address that was entered. */
const without = (text: string, email: string): string => text.replaceAll(email, 'EMAIL');

test('the sign-in tells no difference between a wrong password and an unknown address', async () => {
  const [known, unknown] = ['ada@example.com', 'bob@example.com'];
  const [wrong, none] = [
    await signInWith(known, 'wrong password'),
    await signInWith(unknown, 'wrong password'),
  ];
  assert.is(wrong.status, 401);
  assert.is(none.status, 401);
  assert.is(without(wrong.text, known), without(none.text, unknown));
});

test('a request does not choose where the link of a mail leads', async () => {
  const evil = 'evil.example';
  for (const headers of [{ host: evil }, { 'x-forwarded-host': evil, forwarded: `host=${evil}` }]) {
    const count = sink.received.length;
    await openVisit(service).post('/console/sign-in/forgotten', { email: 'ada@example.com' }, headers);
    await eventually('a mail', () => sink.received.length > count);
    const { text = '', html = '' } = sink.received.at(-1) ?? {};
    assert.match(text, `${origin}/console/sign-in/password?link=`);
    assert.not.match(text + html, evil);
  }
});

test('the forgotten password tells no difference, and mails members alone', async () => {
  const count = sink.received.length;
  const ask = (email: string) => openVisit(service).post('/console/sign-in/forgotten', { email });
  const [known, unknown] = ['ada@example.com', 'carl@example.com'];
  const [one, other] = [await ask(known), await ask(unknown)];
  assert.is(one.status, other.status);
  assert.is(without(one.text, known), without(other.text, unknown));
  await eventually('a mail', () => sink.received.length > count);
  assert.equal(
    sink.received.slice(count).map(({ to }) => to),
    [[known]],
  );
});

test('an unknown address costs the hash of a password, too', async () => {
  const time = async (email: string) => {
    // The first question about an address hashes the address.
    await signInWith(email, 'wrong password');
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      const before = performance.now();
      await signInWith(email, 'wrong password');
      times.push(performance.now() - before);
    }
    return times.sort((a, b) => a - b)[2] ?? 0;
  };
  const known = await time('ada@example.com');
  service.clock.aheadMs += 60_000;
  const unknown = await time('dora@example.com');
  assert.ok(unknown > known / 3 && known > unknown / 3, `${known} ms, ${unknown} ms`);
});

test('an address of the network that guesses is refused, even with the right password', async () => {
  for (let i = 0; i < 30; i++) await signInWith(`guess${i}@example.com`, 'wrong password');
  assert.is((await signInWith('ada@example.com', testPassword)).status, 429);
  service.clock.aheadMs += 60_000;
  assert.is((await signInWith('ada@example.com', testPassword)).status, 303);
});

test('a person is guessed at from many addresses only so often, whether or not there is one', async () => {
  const email = 'fred@example.com';
  await newMember(service, accountId, { email, role: 'viewer', sink });
  for (const guessed of [email, 'nobody@example.com']) {
    service.clock.aheadMs += 60_000;
    for (let i = 0; i < 20; i++) assert.is((await signInWith(guessed, `wrong password ${i}`)).status, 401);
    assert.is((await signInWith(guessed, testPassword)).status, 429, guessed);
    service.clock.aheadMs += 60_000;
    assert.is((await signInWith(guessed, testPassword)).status, 429, guessed);
  }
  service.clock.aheadMs += 900_000;
  assert.is((await signInWith(email, testPassword)).status, 303);
});

test('a session that was planted before the sign-in is not the one after it', async () => {
  const attacker = await newMember(service, accountId, {
    email: 'mallory@example.com',
    role: 'viewer',
    sink,
  });
  const planted = attacker.cookies.get(sessionCookie) ?? '';
  const victim = openVisit(service);
  const signedIn = await victim.post(
    '/console/sign-in',
    { email: 'ada@example.com', password: testPassword },
    { cookie: `${sessionCookie}=${planted}` },
  );
  assert.is(signedIn.status, 303);
  assert.is.not(victim.cookies.get(sessionCookie), planted);
  assert.not.match((await attacker.get('/console/you')).text, 'ada@example.com');
});

test('a cookie that was copied ends with the sign-out', async () => {
  const visit = openVisit(service);
  await visit.post('/console/sign-in', { email: 'ada@example.com', password: testPassword });
  const copied = { cookie: `${sessionCookie}=${visit.cookies.get(sessionCookie)}` };
  await visit.get('/console/you');
  assert.is((await visit.post('/console/sign-out')).status, 303);
  assert.is((await openVisit(service).get('/console', copied)).status, 303);
});

test('another site sends no form of a person: not of a session, not of a link, not of the sign-in', async () => {
  const visit = openVisit(service);
  await visit.post('/console/sign-in', { email: 'ada@example.com', password: testPassword });
  await visit.get('/console/you');
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const link = tokenIn(await invite(service, accountId, 'eve@example.com', 'owner', sink));
  for (const [url, fields] of [
    ['/console/you/profile', { name: 'Eve', language: '' }],
    ['/console/you/leave', {}],
    [`/console/accounts/${accountId}/invitations`, { email: 'eve@example.com', role: 'owner' }],
    [invitationPath, { link, as: 'visitor' }],
    ['/console/sign-in', { email: 'ada@example.com', password: testPassword }],
    ['/console/sign-in/forgotten', { email: 'ada@example.com' }],
  ] as const)
    assert.is((await visit.post(url, fields, foreign)).status, 403, url);
  assert.is((await visit.post('/console/you/profile', { _token: 'x', name: 'E', language: '' })).status, 403);
});

test('an invitation is accepted once, and neither late, nor forged, nor after it is withdrawn', async () => {
  const accept = (link: string, name = 'New') =>
    openVisit(service).post(invitationPath, { link, as: 'new', name, password: testPassword });
  const used = tokenIn(await invite(service, accountId, 'once@example.com', 'viewer', sink));
  assert.is((await accept(used)).status, 303);
  assert.is((await accept(used)).status, 410);
  const withdrawn = tokenIn(await invite(service, accountId, 'gone@example.com', 'viewer', sink));
  const replacement = tokenIn(await invite(service, accountId, 'gone@example.com', 'viewer', sink));
  assert.is((await accept(withdrawn)).status, 410);
  for (const forged of ['x', `${replacement.slice(0, -2)}AA`, ''])
    assert.is((await accept(forged)).status, 410);
  const links = openLinks(service.deps.sessionKeys, service.deps.now);
  const other = links.issue({ kind: 'password', personId: 'x', version: 1, address: 'x@example.com' });
  assert.is((await accept(other)).status, 410, 'a link to something else');
  service.clock.aheadMs += 7 * 86_400_000;
  assert.is((await accept(replacement)).status, 410);
});

test('a link to choose a password is used once, and not after an hour or another password', async () => {
  const members = await service.admin('GET', `/accounts/${accountId}/members`);
  const personId = String(members.at('data.0.id'));
  const links = openLinks(service.deps.sessionKeys, service.deps.now);
  const choose = (link: string) =>
    openVisit(service).post('/console/sign-in/password', { link, password: 'another long password' });
  const address = 'ada@example.com';
  const former = links.issue({ kind: 'password', personId, version: 1, address: 'former@example.com' });
  assert.is((await choose(former)).status, 410, 'a link to a former address');
  const link = links.issue({ kind: 'password', personId, version: 1, address });
  assert.is((await choose(link)).status, 303);
  assert.is((await choose(link)).status, 410);
  assert.is((await choose(links.issue({ kind: 'password', personId, version: 7, address }))).status, 410);
  const late = links.issue({ kind: 'password', personId, version: 2, address });
  const email = links.issue({ kind: 'email', personId, address, email: 'evil@example.com', version: 1 });
  assert.is((await openVisit(service).post('/console/sign-in/email', { link: email })).status, 410);
  const mistyped = links.issue({ kind: 'email', personId, address, email: 'evil@example.com', version: 2 });
  const strangers = await openVisit(service).post('/console/sign-in/email', { link: mistyped });
  assert.is(strangers.status, 403, 'the holder of another mailbox');
  service.clock.aheadMs += 3_600_000;
  assert.is((await choose(late)).status, 410);
});

test('names and addresses put no header into a mail', async () => {
  const email = 'victim@example.com\r\nBcc: all@example.com';
  const refused = await service.admin('POST', `/accounts/${accountId}/invitations`, {
    body: { email, role: 'viewer' },
  });
  assert.is(refused.status, 400, refused.text);
  const evil = await service.newAccount('business', 'Acme\r\nBcc: all@example.com');
  const count = sink.received.length;
  await invite(service, evil.accountId, 'victim@example.com', 'viewer', sink);
  const [mail] = sink.received.slice(count);
  assert.equal(mail?.to, ['victim@example.com']);
  assert.not.ok(mail?.headers.has('bcc'));
});

test('a sign-in leads to no other site', async () => {
  await newMember(service, accountId, { email: 'nina@example.com', role: 'viewer', sink });
  for (const next of [
    'https://evil.example/',
    '//evil.example',
    '/console\\@evil.example',
    '/console-evil',
  ]) {
    const fields = { email: 'nina@example.com', password: testPassword, next };
    const { location } = await openVisit(service).post('/console/sign-in', fields);
    assert.is(location, '/console', next);
  }
});

test('no answer and no page has the hash of a password', async () => {
  const members = await service.admin('GET', `/accounts/${accountId}/members`);
  const ids = Array.from({ length: Number(members.at('count')) }, (_, index) =>
    String(members.at(`data.${index}.id`)),
  );
  assert.ok(ids.length > 0);
  const operator = openVisit(service);
  await operator.post('/console/sign-in', { secret: service.operatorTokens[0] ?? '' });
  for (const id of ids) {
    for (const revision of [0, 1]) {
      const page = await operator.get(`/console/log/person-${id}/${revision}`);
      assert.is(page.status, 200);
      assert.not.match(page.text, 'argon2');
    }
  }
});

test.run();
