import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { personWithEmail } from '../../../../commands/person/find-person.ts';
import { streamOf } from '../../../../domain/stream-names.ts';
import { secondFactorPath } from '../../../../web/console/people/second-factor-forms.tsx';
import { codePath } from '../../../../web/console/session/complete-sign-in.ts';
import { invitationPath, invite, newMember, testPassword, tokenIn } from '../../../support/people.ts';
import { codeApp, codesIn, turnOn, untilNextCode } from '../../../support/second-factor.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { openVisit, signIn, type Visit } from '../../../support/web.ts';

const test = suite('the second factor');
let service: TestService;
let accountId: string;
let number = 0;
test.before(async () => {
  service = await startService();
  accountId = (await service.newAccount()).accountId;
  await newMember(service, accountId, { email: 'owner@example.com', role: 'owner', name: 'Olga' });
});
// The limits of an address count in minutes, and all tests have the same address.
test.before.each(() => void (service.clock.aheadMs += 60_000));
test.after(() => service.close());

const sessionCookie = '__Host-formlog_session';
const halfCookie = '__Host-formlog_half_session';

/** A new member with a second factor, and another browser that has entered the password. */
async function halfSignedIn(role = 'viewer') {
  const email = `person${++number}@example.com`;
  const own = await newMember(service, accountId, { email, role, name: `Person ${number}` });
  const { app, codes } = await turnOn(service, own);
  untilNextCode(service);
  const visit = openVisit(service);
  await enter(visit, email);
  return { email, own, app, codes, visit };
}

async function enter(visit: Visit, email: string, next = '') {
  const answer = await visit.post('/console/sign-in', { email, password: testPassword, next });
  assert.equal([answer.status, answer.location], [303, codePath]);
}

const idOf = async (email: string) => {
  const { text } = await service.admin('GET', `/accounts/${accountId}/members`);
  const { data } = JSON.parse(text) as { data: { id: string; email: string; second_factor: boolean }[] };
  const found = data.find((member) => member.email === email);
  if (!found) throw new Error(`no member ${email}`);
  return found;
};

test('a sign-in with the password asks for a code, and only then begins a session', async () => {
  const { email, app, visit } = await halfSignedIn();
  assert.not.ok(visit.cookies.has(sessionCookie));
  assert.is((await visit.get('/console/you')).status, 303, 'half a session opens no page');
  assert.match((await visit.get(codePath)).text, 'autocomplete="one-time-code"');
  const done = await visit.post(codePath, { code: app.code() });
  assert.equal([done.status, done.location], [303, '/console']);
  assert.not.ok(visit.cookies.has(halfCookie));
  assert.match((await visit.get('/console/you')).text, email);
});

test('the page that was asked for opens after the code', async () => {
  const { email, app } = await halfSignedIn();
  const visit = openVisit(service);
  await enter(visit, email, '/console/forms?status=draft');
  assert.is((await visit.post(codePath, { code: app.code() })).location, '/console/forms?status=draft');
});

test('a code is accepted a step early or late, and no earlier or later', async () => {
  const { email, app } = await halfSignedIn();
  for (const [aheadMs, status] of [
    [-60_000, 401],
    [60_000, 401],
    [-30_000, 303],
    [30_000, 303],
  ] as const) {
    service.clock.aheadMs += 120_000;
    const visit = openVisit(service);
    await enter(visit, email);
    assert.is((await visit.post(codePath, { code: app.code(aheadMs) })).status, status, String(aheadMs));
  }
});

test('a code that was used, or an earlier one, begins no other session', async () => {
  const { email, app, visit } = await halfSignedIn();
  const [earlier, code] = [app.code(-30_000), app.code()];
  assert.is((await visit.post(codePath, { code })).status, 303);
  for (const replayed of [code, earlier]) {
    const other = openVisit(service);
    await enter(other, email);
    assert.is((await other.post(codePath, { code: replayed })).status, 401);
    assert.not.ok(other.cookies.has(sessionCookie));
  }
});

test('of two browsers that send the same code at once, one gets in', async () => {
  const { email, app, codes, visit } = await halfSignedIn();
  const other = openVisit(service);
  await enter(other, email);
  const code = app.code();
  const both = await Promise.all([visit.post(codePath, { code }), other.post(codePath, { code })]);
  assert.equal(both.map(({ status }) => status).sort(), [303, 401]);
  const [one, two] = [openVisit(service), openVisit(service)];
  await enter(one, email);
  await enter(two, email);
  const recovery = codes[0] ?? '';
  const recovered = await Promise.all([one.post(codePath, { recovery }), two.post(codePath, { recovery })]);
  assert.equal(recovered.map(({ status }) => status).sort(), [303, 401]);
});

test('a recovery code signs in once, whatever its hyphens and capitals', async () => {
  const { email, codes, visit } = await halfSignedIn();
  const [first = '', second = ''] = codes;
  assert.is(codes.length, 10);
  assert.is((await visit.post(codePath, { recovery: first })).status, 303);
  assert.match((await visit.get(secondFactorPath)).text, '9 recovery codes are');
  const again = openVisit(service);
  await enter(again, email);
  assert.is((await again.post(codePath, { recovery: first })).status, 401);
  const typed = second.toUpperCase().replaceAll('-', ' ');
  assert.is((await again.post(codePath, { recovery: typed })).status, 303);
});

test('a recovery code of another person is refused', async () => {
  const [one, other] = [await halfSignedIn(), await halfSignedIn()];
  assert.is((await one.visit.post(codePath, { recovery: other.codes[0] ?? '' })).status, 401);
  assert.is((await one.visit.post(codePath, { code: other.app.code() })).status, 401);
});

test('without the password there is no page for a code', async () => {
  const visit = openVisit(service);
  assert.is((await visit.get(codePath)).location, '/console/sign-in');
  assert.is((await visit.post(codePath, { code: '123456' })).location, '/console/sign-in');
});

test('half a session ends after ten minutes, and with the password', async () => {
  const late = await halfSignedIn();
  service.clock.aheadMs += 600_000;
  assert.is((await late.visit.post(codePath, { code: late.app.code() })).location, '/console/sign-in');

  const changed = await halfSignedIn();
  await changed.own.get('/console/you');
  const password = 'another long password';
  await changed.own.post('/console/you/password', { present: testPassword, password });
  assert.is((await changed.visit.post(codePath, { code: changed.app.code() })).location, '/console/sign-in');
  assert.not.ok(changed.visit.cookies.has(sessionCookie));
});

test('a cookie of half a session is no session, and no session is half of one', async () => {
  const { own, app, visit } = await halfSignedIn();
  const half = visit.cookies.get(halfCookie) ?? '';
  const asSession = { cookie: `${sessionCookie}=${half}` };
  assert.is((await openVisit(service).get('/console', asSession)).status, 303);
  const asHalf = { cookie: `${halfCookie}=${own.cookies.get(sessionCookie)}` };
  const answer = await openVisit(service).post(codePath, { code: app.code() }, asHalf);
  assert.is(answer.location, '/console/sign-in');
});

test('another site cannot enter a code', async () => {
  const { app, visit } = await halfSignedIn();
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  assert.is((await visit.post(codePath, { code: app.code() }, foreign)).status, 403);
});

test('codes are guessed only so often in a day, from every address; a recovery code still lets in', async () => {
  const { email, app, codes, visit } = await halfSignedIn();
  // The code that turned it on counts, too.
  for (let i = 1; i < 50; i++) {
    if (i % 25 === 0) service.clock.aheadMs += 60_000;
    const code = app.code() === '000000' ? '000001' : '000000';
    assert.is((await visit.post(codePath, { code })).status, 401, String(i));
  }
  service.clock.aheadMs += 12 * 3_600_000;
  await enter(visit, email);
  assert.is((await visit.post(codePath, { code: app.code() })).status, 429);
  assert.is((await visit.post(codePath, { recovery: codes[0] ?? '' })).status, 303);
});

test('a link to choose a password does not skip the second factor', async () => {
  const { email, app } = await halfSignedIn();
  const operator = await signIn(service, service.operatorTokens[0] ?? '');
  const members = `/console/accounts/${accountId}/members`;
  await operator.get(members);
  const page = await operator.post(`${members}/${(await idOf(email)).id}/password-link`);
  const link = /password\?link=([\w-]+)/.exec(page.text)?.[1] ?? '';
  const visit = openVisit(service);
  const chosen = await visit.post('/console/sign-in/password', { link, password: 'another long password' });
  assert.equal([chosen.status, chosen.location], [303, codePath]);
  assert.not.ok(visit.cookies.has(sessionCookie));
  assert.is((await visit.post(codePath, { code: app.code() })).status, 303);
  assert.match((await visit.get('/console/you')).text, 'Your password is set');
});

test('an invitation is accepted after the second factor, and not before', async () => {
  const { email, app } = await halfSignedIn();
  const other = await service.newAccount('business', 'Other');
  const link = tokenIn(await invite(service, other.accountId, email, 'editor'));
  const visit = openVisit(service);
  const accepted = await visit.post(invitationPath, { link, as: 'known', email, password: testPassword });
  assert.is(accepted.location, codePath);
  const count = async () => (await service.admin('GET', `/accounts/${other.accountId}/members`)).at('count');
  assert.is(await count(), 0);
  assert.is((await visit.post(codePath, { code: '12345' })).status, 401);
  assert.is(await count(), 0);
  assert.is((await visit.post(codePath, { code: app.code() })).status, 303);
  assert.is(await count(), 1);
  assert.match((await visit.get('/console/you')).text, 'Other</span> <small>(this one)');
});

test('a code that was used elsewhere at the same time accepts no invitation', async () => {
  const { email, app } = await halfSignedIn();
  const others = [await service.newAccount('business', 'One'), await service.newAccount('business', 'Two')];
  const visits: Visit[] = [];
  for (const other of others) {
    const link = tokenIn(await invite(service, other.accountId, email, 'editor'));
    const visit = openVisit(service);
    await visit.post(invitationPath, { link, as: 'known', email, password: testPassword });
    visits.push(visit);
  }
  const code = app.code();
  const answers = await Promise.all(visits.map((visit) => visit.post(codePath, { code })));
  assert.equal(answers.map(({ status }) => status).sort(), [303, 401]);
  const counts = await Promise.all(
    others.map(async (other) =>
      (await service.admin('GET', `/accounts/${other.accountId}/members`)).at('count'),
    ),
  );
  assert.equal(counts.sort(), [0, 1]);
});

test('an invitation that ends meanwhile does not keep the person out', async () => {
  const { email, app } = await halfSignedIn();
  const other = await service.newAccount('business', 'Other');
  const link = tokenIn(await invite(service, other.accountId, email, 'editor'));
  const visit = openVisit(service);
  await visit.post(invitationPath, { link, as: 'known', email, password: testPassword });
  await invite(service, other.accountId, email, 'viewer');
  assert.is((await visit.post(codePath, { code: app.code() })).status, 303);
  assert.match((await visit.get('/console/you')).text, 'The invitation is over. You are signed in.');
});

test('an invitation to an account that was closed meanwhile is over, erased or not', async () => {
  for (const isErased of [false, true]) {
    const { email, app } = await halfSignedIn();
    const other = await service.newAccount('business', 'Other');
    const link = tokenIn(await invite(service, other.accountId, email, 'editor'));
    const visit = openVisit(service);
    await visit.post(invitationPath, { link, as: 'known', email, password: testPassword });
    await service.admin('POST', `/accounts/${other.accountId}/close`, { body: { name: 'Other' } });
    if (isErased)
      for (const streamName of [streamOf.membership, streamOf.account])
        await service.log.eraseStream(streamName(other.accountId));
    const answer = await visit.post(codePath, { code: app.code() });
    assert.is(answer.status, 303, answer.text);
    const you = await visit.get('/console/you');
    assert.match(you.text, 'The invitation is over. You are signed in.');
    assert.is((await personWithEmail(service.deps, email))?.accountIds.has(other.accountId), false);
  }
});

test('turning it on takes the password, the code, and the secret that was shown to this person', async () => {
  const [one, two] = [
    await newMember(service, accountId, { email: 'one@example.com', role: 'viewer' }),
    await newMember(service, accountId, { email: 'two@example.com', role: 'viewer' }),
  ];
  const shown = async (visit: Visit) => {
    const { text, header } = await visit.get(secondFactorPath);
    assert.match(String(header('cache-control')), 'no-store');
    assert.match(text, '<svg xmlns');
    const setup = /name="setup" value="([^"]+)"/.exec(text)?.[1] ?? '';
    return { setup, secret: /data-copy="([A-Z2-7]{32})"/.exec(text)?.[1] ?? '' };
  };
  const [own, foreign] = [await shown(one), await shown(two)];
  await shown(one);
  const on = (fields: Readonly<Record<string, string>>) => one.post(`${secondFactorPath}/on`, fields);
  const code = codeApp(service, own.secret).code();
  assert.is((await on({ setup: own.setup, password: 'wrong password', code })).status, 403);
  assert.is((await on({ setup: own.setup, password: testPassword, code: '000000' })).status, 403);
  const theirs = codeApp(service, foreign.secret).code();
  assert.is((await on({ setup: foreign.setup, password: testPassword, code: theirs })).status, 410);
  const kept = await on({ setup: own.setup, password: testPassword, code: '000000' });
  assert.match(kept.text, own.secret, 'the app need not scan again');
  assert.is((await on({ setup: own.setup, password: testPassword, code })).status, 200);
  assert.is((await idOf('one@example.com')).second_factor, true);
  assert.is((await idOf('two@example.com')).second_factor, false);
});

test('other recovery codes replace the present ones', async () => {
  const { own, app, codes, visit } = await halfSignedIn();
  const made = await own.post(`${secondFactorPath}/codes`, { password: testPassword, code: app.code() });
  const others = codesIn(made.text);
  assert.is(others.length, 10);
  assert.is((await visit.post(codePath, { recovery: codes[0] ?? '' })).status, 401);
  assert.is((await visit.post(codePath, { recovery: others[0] ?? '' })).status, 303);
});

test('turning it off takes the password and a code', async () => {
  const { email, own, app, codes } = await halfSignedIn();
  const off = (password: string, code: string) => own.post(`${secondFactorPath}/off`, { password, code });
  assert.is((await off('wrong password', app.code())).status, 403);
  assert.is((await off(testPassword, '000000')).status, 403);
  assert.is((await off(testPassword, codes[0] ?? '')).status, 303);
  assert.is((await idOf(email)).second_factor, false);
  const signedIn = await openVisit(service).post('/console/sign-in', { email, password: testPassword });
  assert.is(signedIn.location, '/console');
});

test('an operator turns it off for a member who has lost it, and the trail says so', async () => {
  const { email, visit } = await halfSignedIn();
  const { id } = await idOf(email);
  const reset = await service.admin('DELETE', `/accounts/${accountId}/members/${id}/second-factor`);
  assert.equal([reset.status, reset.at('second_factor')], [200, false]);
  assert.is((await visit.get(codePath)).location, '/console/sign-in');
  const signedIn = await visit.post('/console/sign-in', { email, password: testPassword });
  assert.is(signedIn.location, '/console');
  const again = await service.admin('DELETE', `/accounts/${accountId}/members/${id}/second-factor`);
  assert.is(again.status, 200);
  const facts: string[] = [];
  for await (const { event } of service.log.readStream(`audit-${accountId}`))
    if (event.type === 'SecondFactorReset') facts.push(event.data.personId);
  assert.equal(
    facts.filter((personId) => personId === id),
    [id],
  );
});

test('owners see it and cannot turn it off for others; operators can, on the page of the members', async () => {
  const { email } = await halfSignedIn();
  const { id } = await idOf(email);
  const path = `/console/accounts/${accountId}/members`;
  const owner = openVisit(service);
  await owner.post('/console/sign-in', { email: 'owner@example.com', password: testPassword });
  const page = await owner.get(path);
  assert.match(page.text, 'Second factor');
  assert.not.match(page.text, 'reset-factor');
  assert.is((await owner.post(`${path}/${id}/reset-factor`)).status, 403);
  assert.is((await idOf(email)).second_factor, true);
  const operator = await signIn(service, service.operatorTokens[0] ?? '');
  assert.match((await operator.get(path)).text, 'Turn off the second factor');
  const asked = await operator.get(`/console/ask?action=${encodeURIComponent(`${path}/${id}/reset-factor`)}`);
  assert.match(asked.text, 'Turn off the second factor of this member?');
  assert.is((await operator.post(`${path}/${id}/reset-factor`)).status, 303);
  assert.is((await idOf(email)).second_factor, false);
});

test('the secret is sealed for the person alone, and neither log nor export shows a hash', async () => {
  const { email, app, codes, visit } = await halfSignedIn();
  assert.is((await visit.post(codePath, { recovery: codes[0] ?? '' })).status, 303);
  const { id } = await idOf(email);
  const stream = `person-${id}`;
  const hashes: string[] = [];
  for await (const { event } of service.log.readStream(stream)) {
    if (event.type !== 'SecondFactorEnabled') continue;
    assert.is(service.deps.secrets.open(event.data.secret, stream), app.secret);
    assert.throws(() => service.deps.secrets.open(event.data.secret, 'person-other'));
    hashes.push(...event.data.recoveryHashes);
  }
  assert.is(hashes.length, 10);
  const exported = await service.admin('GET', `/exports/events?account_id=${accountId}`);
  assert.match(exported.text, 'SecondFactorEnabled');
  assert.not.match(exported.text, 'argon2');
  assert.not.match(exported.text, app.secret);
  for (const hash of hashes) assert.not.match(exported.text, hash);
  const lines = service.lines.join('\n');
  for (const secret of [app.secret, ...codes, email]) assert.not.ok(lines.includes(secret));
});

test.run();
