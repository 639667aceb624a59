import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLinks } from '../../../../api/auth/links.ts';
import { signUpRightOf } from '../../../../commands/person/sign-up.ts';
import { eventually } from '../../../support/eventually.ts';
import { linkIn, newMember, testPassword, tokenIn } from '../../../support/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { type ReceivedMail, type SmtpSink, startSmtpSink } from '../../../support/smtp-sink.ts';
import { openVisit, signIn, type Visit } from '../../../support/web.ts';

const test = suite('strangers who sign up');
let service: TestService;
let sink: SmtpSink;
test.before(async () => {
  sink = await startSmtpSink();
  service = await startService({
    settings: {
      SMTP_URL: sink.url,
      MAIL_FROM: { name: 'Forms', address: 'forms@example.org' },
      SIGN_UP: 'open',
      SIGN_UP_PLAN: 'pro',
    },
  });
});
// The limits of a network address count in hours, and all tests have the same address.
test.before.each(() => void (service.clock.aheadMs += 3_600_000));
test.after(async () => {
  await service.close();
  await sink.close();
});

const askPath = '/console/sign-up';
const openPath = '/console/sign-up/account';
const owner = { name: 'Ada', account: 'Engines', password: testPassword };
const ask = (email: string, headers: Readonly<Record<string, string>> = {}) =>
  openVisit(service).post(askPath, { email }, headers);

async function mailTo(email: string): Promise<ReceivedMail> {
  const found = () => sink.received.findLast(({ to }) => to.includes(email));
  await eventually('the mail', () => found() !== undefined);
  const mail = found();
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
}

async function linkFor(email: string): Promise<string> {
  assert.is((await ask(email)).status, 200);
  return tokenIn(linkIn(await mailTo(email)));
}

const openWith = (
  link: string,
  fields: Readonly<Record<string, string>> = {},
  visit: Visit = openVisit(service),
) => visit.post(openPath, { link, ...owner, ...fields });

async function accountsNamed(name: string): Promise<number> {
  await service.settled();
  const { text } = await service.admin('GET', '/accounts?limit=100');
  return text.split(JSON.stringify(name)).length - 1;
}

test('a stranger verifies an address, and is signed in as the owner of a new account', async () => {
  const visit = openVisit(service);
  assert.match((await visit.get('/console/sign-in')).text, `href="${askPath}"`);
  assert.match((await visit.get(askPath)).text, 'Enter your address');
  const asked = await visit.post(
    askPath,
    { email: 'Ada@Example.com' },
    { 'accept-language': 'de-AT,en;q=0.5' },
  );
  assert.match(asked.text, 'ada@example.com');
  const mail = await mailTo('ada@example.com');
  assert.match(mail.subject, 'Konto');
  const path = linkIn(mail);
  assert.match((await visit.get(path)).text, 'Name of the account');
  const opened = await visit.post(
    openPath,
    { link: tokenIn(path), ...owner, time_zone: 'Europe/Vienna' },
    { 'accept-language': 'de-AT,en;q=0.5' },
  );
  assert.equal([opened.status, opened.location], [303, '/console']);
  const home = await visit.get('/console');
  assert.is(home.status, 200, home.text);
  assert.match(home.text, 'Welcome, Ada.');
  const you = await visit.get('/console/you');
  assert.match(you.text, 'Engines');
  await service.settled();
  const accounts = await service.admin('GET', '/accounts');
  assert.equal(
    ['name', 'plan', 'language', 'time_zone'].map((member) => accounts.at(`data.0.${member}`)),
    ['Engines', 'pro', 'de-AT', 'Europe/Vienna'],
  );
  const accountId = String(accounts.at('data.0.id'));
  const members = await service.admin('GET', `/accounts/${accountId}/members`);
  assert.equal(
    [members.at('count'), members.at('data.0.role'), members.at('data.0.email')],
    [1, 'owner', 'ada@example.com'],
  );
  const operator = await signIn(service, service.operatorTokens[0] ?? '');
  const trail = (await operator.get(`/console/accounts/${accountId}/history`)).text.replace(/<[^>]+>/g, '');
  assert.match(trail, 'Ada became an owner of the account');
  assert.match(trail, 'Ada opened the account “Engines”');
  const again = await openVisit(service).post('/console/sign-in', {
    email: 'ada@example.com',
    password: testPassword,
  });
  assert.is(again.status, 303);
});

test('the answer is the same for an address that signs in here, whose person gets another mail', async () => {
  const { accountId } = await service.newAccount();
  await newMember(service, accountId, { email: 'known@example.com', role: 'viewer', name: 'Kim', sink });
  const [known, unknown] = [await ask('known@example.com'), await ask('unknown@example.com')];
  assert.is(known.status, unknown.status);
  assert.is(known.text.replaceAll('known@', 'X@'), unknown.text.replaceAll('unknown@', 'X@'));
  const found = () => sink.received.findLast(({ subject }) => /already/.test(subject));
  await eventually('the mail', () => found() !== undefined);
  const mail = found();
  assert.equal(mail?.to, ['known@example.com']);
  assert.is(linkIn(mail ?? { text: '' }), '/console/sign-in');
});

test('an unknown address costs as much as a known one', async () => {
  const { accountId } = await service.newAccount();
  await newMember(service, accountId, { email: 'slow@example.com', role: 'viewer', sink });
  const time = async (email: string) => {
    // The first question about an address hashes the address.
    await ask(email);
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      const before = performance.now();
      await ask(email);
      times.push(performance.now() - before);
    }
    return times.sort((a, b) => a - b)[2] ?? 0;
  };
  const [known, unknown] = [await time('slow@example.com'), await time('fast@example.com')];
  assert.ok(unknown > known / 3 && known > unknown / 3, `${known} ms, ${unknown} ms`);
});

test('a link opens one account, once', async () => {
  const link = await linkFor('once@example.com');
  const other = await linkFor('once@example.com');
  const first = await openWith(link, { account: 'Only one' });
  assert.is(first.status, 303, first.text);
  assert.is((await openWith(link, { account: 'Only one' })).status, 410);
  assert.is((await openWith(other, { account: 'Only one' })).status, 410);
  assert.is((await openVisit(service).get(`${openPath}?link=${link}`)).status, 410);
  assert.is(await accountsNamed('Only one'), 1);
});

test('a link that is late, forged, for something else or for another address opens none', async () => {
  const link = await linkFor('late@example.com');
  for (const forged of ['x', '', `${link.slice(0, -2)}AA`]) assert.is((await openWith(forged)).status, 410);
  const links = openLinks(service.deps.sessionKeys, service.deps.now);
  const invitation = links.issue({ kind: 'invitation', invitationId: 'x' });
  assert.is((await openWith(invitation)).status, 410);
  const right = await signUpRightOf(service.deps, 'late@example.com');
  const mixed = links.issue({ kind: 'sign-up', invited: false, ...right, revision: right.revision + 1 });
  assert.is((await openWith(mixed)).status, 410, 'another state of the address');
  // The address is that of the link, whatever the form says.
  const opened = await openWith(link, { email: 'victim@example.com' });
  assert.is(opened.status, 303);
  const victim = await openVisit(service).post('/console/sign-in', {
    email: 'victim@example.com',
    password: testPassword,
  });
  assert.is(victim.status, 401);
  const old = await linkFor('old@example.com');
  service.clock.aheadMs += 24 * 3_600_000;
  assert.is((await openWith(old)).status, 410);
});

test('a mistake comes back with its reason, and the link still works', async () => {
  const link = await linkFor('typo@example.com');
  for (const [fields, reason] of [
    [{ name: ' ' }, 'Enter your name'],
    [{ account: '\u200b' }, 'Enter the name of the account'],
    [{ account: 'x'.repeat(201) }, 'at most 200'],
    [{ password: 'short' }, 'at least 10 characters'],
    [{ password: 'typo@example.com' }, 'differs from your name'],
  ] as const) {
    const refused = await openWith(link, fields);
    assert.is(refused.status, 422, reason);
    assert.match(refused.text, reason);
  }
  assert.match((await openWith(link, { name: '"><b>', password: 'short' })).text, 'value="&#34;><b>"');
  assert.is((await openWith(link)).status, 303);
  assert.is((await ask('no address')).status, 422);
});

test('names and addresses put no header into a mail', async () => {
  const email = 'victim@example.com\r\nBcc: all@example.com';
  const count = sink.received.length;
  assert.is((await ask(email)).status, 422);
  const link = await linkFor('header@example.com');
  const visit = openVisit(service);
  const evil = { name: 'Ada\r\nBcc: all@example.com', account: 'Acme\r\nBcc: all@example.com' };
  assert.is((await openWith(link, evil, visit)).status, 303);
  const accountId =
    /\/console\/accounts\/([^/"]+)\/members/.exec((await visit.get('/console')).text)?.[1] ?? '';
  await visit.get(`/console/accounts/${accountId}/members`);
  const invited = await visit.post(`/console/accounts/${accountId}/invitations`, {
    email: 'guest@example.com',
    role: 'viewer',
  });
  assert.is(invited.status, 303, invited.text);
  const mails = sink.received.slice(count);
  assert.equal(
    mails.map(({ to }) => to),
    [['header@example.com'], ['guest@example.com']],
  );
  for (const { headers } of mails) assert.not.ok(headers.has('bcc'));
});

test('a sign-up leads to no other site, and another site sends no form of it', async () => {
  const link = await linkFor('redirect@example.com');
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  assert.is((await ask('redirect@example.com', foreign)).status, 403);
  assert.is((await openVisit(service).post(openPath, { link, ...owner }, foreign)).status, 403);
  const next = 'https://evil.example/';
  assert.is((await openVisit(service).post(`${openPath}?next=${next}`, { link, ...owner })).status, 400);
  const opened = await openWith(link, { next });
  assert.equal([opened.status, opened.location], [303, '/console']);
});

test('the session that the browser had is not the one after the sign-up', async () => {
  const operator = await signIn(service, service.operatorTokens[0] ?? '');
  const cookie = '__Host-formlog_session';
  const planted = operator.cookies.get(cookie);
  const link = await linkFor('fixed@example.com');
  assert.is((await openWith(link, {}, operator)).status, 303);
  assert.ok(planted !== undefined && operator.cookies.get(cookie) !== planted);
});

test('an address gets five mails an hour, and a network asks for twenty links', async () => {
  const count = sink.received.length;
  for (let i = 0; i < 6; i++) assert.is((await ask('flood@example.com')).status, 200);
  for (let i = 0; i < 14; i++) assert.is((await ask(`flood${i}@example.com`)).status, 200);
  assert.is((await ask('flood@example.com')).status, 429);
  assert.is((await ask('other@example.com')).status, 429);
  await eventually('the mails', () => sink.received.length >= count + 19);
  const flooded = sink.received.slice(count).filter(({ to }) => to.includes('flood@example.com'));
  assert.is(flooded.length, 5);
  service.clock.aheadMs += 3_600_000;
  assert.is((await ask('flood@example.com')).status, 200);
});

test('where the sign-up is closed, the page says so, nothing links to it, and links are refused', async () => {
  const closed = await startService();
  try {
    const visit = openVisit(closed);
    assert.not.match((await visit.get('/console/sign-in')).text, askPath);
    const right = await signUpRightOf(closed.deps, 'ada@example.com');
    const link = openLinks(closed.deps.sessionKeys, closed.deps.now).issue({
      kind: 'sign-up',
      invited: false,
      ...right,
    });
    for (const answer of [
      await visit.get(askPath),
      await visit.post(askPath, { email: 'ada@example.com' }),
      await visit.get(`${openPath}?link=${link}`),
      await visit.post(openPath, { link, ...owner }),
    ]) {
      assert.is(answer.status, 404);
      assert.match(answer.text, 'the operator opens accounts');
    }
  } finally {
    await closed.close();
  }
});

test('by invitation, only people whom an operator invites open an account, within seven days', async () => {
  const invited = await startService({ settings: { SIGN_UP: 'invitation', SIGN_UP_PLAN: 'pro' } });
  const open = (link: string) => openVisit(invited).post(openPath, { link, ...owner });
  try {
    const visit = openVisit(invited);
    assert.not.match((await visit.get('/console/sign-in')).text, askPath);
    const asked = await visit.post(askPath, { email: 'ada@example.com' });
    assert.is(asked.status, 404);
    assert.match(asked.text, 'Ask the operator for an invitation');
    const links = openLinks(invited.deps.sessionKeys, invited.deps.now);
    const right = await signUpRightOf(invited.deps, 'ada@example.com');
    assert.is((await open(links.issue({ kind: 'sign-up', invited: false, ...right }))).status, 410);

    const operator = await signIn(invited, invited.operatorTokens[0] ?? '');
    assert.match((await operator.get('/console/accounts')).text, '/console/invite-owner');
    assert.is((await operator.post('/console/invite-owner', { email: 'x' })).status, 422);
    const shown = await operator.post('/console/invite-owner', { email: 'ada@example.com' });
    assert.match(shown.text, 'The service sends no mail');
    const link = tokenIn(linkIn({ text: shown.text.replace(/[<"]/g, ' ') }));
    invited.clock.aheadMs += 6 * 86_400_000;
    assert.is((await open(link)).status, 303);
    assert.is((await open(link)).status, 410);
    const again = await openVisit(invited).post('/console/sign-in', {
      email: 'ada@example.com',
      password: testPassword,
    });
    assert.is(again.status, 303);
    const session = await signIn(invited, invited.operatorTokens[0] ?? '');
    assert.is((await session.post('/console/invite-owner', { email: 'ada@example.com' })).status, 409);

    const sent = await invited.admin('POST', '/sign-up-invitations', { body: { email: 'Late@Example.com' } });
    assert.equal([sent.status, sent.at('email'), sent.at('mailed')], [201, 'late@example.com', false]);
    const late = tokenIn(linkIn({ text: String(sent.at('link')) }));
    invited.clock.aheadMs += 7 * 86_400_000;
    assert.is((await open(late)).status, 410);
    const taken = await invited.admin('POST', '/sign-up-invitations', { body: { email: 'ada@example.com' } });
    assert.is(taken.at('error.code'), 'login_taken');
  } finally {
    await invited.close();
  }
});

test('an invitation is mailed where the service sends mail, and refused where the sign-up is closed', async () => {
  const sent = await service.admin('POST', '/sign-up-invitations', { body: { email: 'guest2@example.com' } });
  assert.equal([sent.status, sent.at('mailed'), sent.at('link')], [201, true, undefined]);
  const mail = await mailTo('guest2@example.com');
  assert.match(mail.text, 'within seven days');
  assert.is((await openWith(tokenIn(linkIn(mail)))).status, 303);
  const auditor = service.withToken(service.operatorTokens[1] ?? '');
  assert.is(
    (await auditor('POST', '/sign-up-invitations', { body: { email: 'x@example.com' } })).status,
    403,
  );
  const closed = await startService();
  try {
    const refused = await closed.admin('POST', '/sign-up-invitations', { body: { email: 'x@example.com' } });
    assert.equal([refused.status, refused.at('error.code')], [409, 'conflict']);
  } finally {
    await closed.close();
  }
});

test.run();
