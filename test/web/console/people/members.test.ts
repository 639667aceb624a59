import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../../support/eventually.ts';
import { invitationPath, invite, linkIn, newMember, testPassword, tokenIn } from '../../../support/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../../../support/smtp-sink.ts';
import { openVisit } from '../../../support/web.ts';

const test = suite('members of an account');
let service: TestService;
let sink: SmtpSink;
test.before(async () => {
  sink = await startSmtpSink();
  service = await startService({
    settings: { SMTP_URL: sink.url, MAIL_FROM: { name: 'Forms', address: 'forms@example.org' } },
  });
});
test.after(async () => {
  await service.close();
  await sink.close();
});

const signInWith = (email: string, password = testPassword) => {
  const visit = openVisit(service);
  return visit.post('/console/sign-in', { email, password }).then((answer) => ({ visit, answer }));
};

test('an invited person joins with a name and a password, and signs in with them later', async () => {
  const { accountId } = await service.newAccount();
  const visit = await newMember(service, accountId, {
    email: 'ada@example.com',
    role: 'owner',
    name: 'Ada',
    sink,
  });
  const page = await visit.get('/console');
  assert.is(page.status, 200);
  assert.match(page.text, 'Ada');
  assert.match(page.text, 'Owner');
  const { answer, visit: later } = await signInWith('Ada@Example.com ');
  assert.is(answer.status, 303, answer.text);
  assert.match((await later.get('/console/you')).text, 'ada@example.com');
});

test('an owner invites by mail, changes roles and removes; the person loses the account within a second', async () => {
  const { accountId } = await service.newAccount();
  const owner = await newMember(service, accountId, {
    email: 'owner@example.com',
    role: 'owner',
    name: 'Olga',
    sink,
  });
  const invited = await owner.post(`/console/accounts/${accountId}/invitations`, {
    email: 'grace@example.com',
    role: 'viewer',
  });
  assert.is(invited.status, 303, invited.text);
  const mail = sink.received.findLast(({ to }) => to.includes('grace@example.com'));
  assert.match(mail?.text ?? '', 'Olga');
  const grace = openVisit(service);
  const link = linkIn(mail ?? { text: '' });
  assert.match((await grace.get(link)).text, 'Join Acme');
  const joined = await grace.post(invitationPath, {
    link: tokenIn(link),
    as: 'new',
    name: 'Grace',
    password: testPassword,
  });
  assert.is(joined.status, 303, joined.text);
  assert.is((await grace.get(`/console/accounts/${accountId}/members`)).status, 403);
  const members = await service.admin('GET', `/accounts/${accountId}/members`);
  const person = String(members.at('data.1.id'));
  assert.is(members.at('data.1.name'), 'Grace');
  const url = `/console/accounts/${accountId}/members/${person}`;
  await owner.get(`/console/accounts/${accountId}/members`);
  assert.is((await owner.post(`${url}/role`, { role: 'owner' })).status, 303);
  await eventually(
    'the role',
    async () => (await grace.get(`/console/accounts/${accountId}/members`)).status === 200,
  );
  assert.is((await owner.post(`${url}/remove`)).status, 303);
  await eventually('the end', async () => (await grace.get('/console')).status === 303);
});

test('the last owner stays', async () => {
  const { accountId } = await service.newAccount();
  const owner = await newMember(service, accountId, { email: 'last@example.com', role: 'owner', sink });
  await owner.get('/console/you');
  const left = await owner.post('/console/you/leave');
  assert.is(left.status, 409);
  assert.match(left.text, 'one owner at least');
});

test('a person joins a second account and changes between both', async () => {
  const [one, two] = [
    await service.newAccount('business', 'First'),
    await service.newAccount('business', 'Second'),
  ];
  const visit = await newMember(service, one.accountId, { email: 'two@example.com', role: 'editor', sink });
  const link = await invite(service, two.accountId, 'two@example.com', 'viewer', sink);
  const page = await visit.get(link);
  assert.match(page.text, 'Join as');
  const joined = await visit.post(invitationPath, { link: tokenIn(link), as: 'visitor' });
  assert.is(joined.status, 303, joined.text);
  const you = await visit.get('/console/you');
  assert.match(you.text, 'First');
  assert.match(you.text, 'Second');
  const entered = await visit.post('/console/you/enter', { account: one.accountId });
  assert.is(entered.location, '/console');
  assert.match((await visit.get('/console')).text, 'Editor');
});

test('an act names its person by the name of the time', async () => {
  const { accountId } = await service.newAccount();
  const visit = await newMember(service, accountId, {
    email: 'bee@example.com',
    role: 'owner',
    name: 'Bea Early',
    sink,
  });
  await visit.post(`/console/accounts/${accountId}/invitations`, { email: 'x1@example.com', role: 'viewer' });
  await visit.get('/console/you');
  assert.is((await visit.post('/console/you/profile', { name: 'Bea Late', language: 'de' })).status, 303);
  await visit.post(`/console/accounts/${accountId}/invitations`, { email: 'x2@example.com', role: 'viewer' });
  const trail = await service.admin('GET', `/accounts/${accountId}/trail`);
  assert.match(trail.text, 'Bea Early');
  assert.match(trail.text, 'Bea Late');
});

test('a forgotten password is replaced with a mailed link, once, and other sessions end', async () => {
  const { accountId } = await service.newAccount();
  const before = await newMember(service, accountId, { email: 'fay@example.com', role: 'owner', sink });
  const visit = openVisit(service);
  const asked = await visit.post('/console/sign-in/forgotten', { email: 'fay@example.com' });
  assert.is(asked.status, 200);
  const mailed = () =>
    sink.received.findLast(({ to, subject }) => to.includes('fay@example.com') && /password/.test(subject));
  await eventually('the mail', () => mailed() !== undefined);
  const link = linkIn(mailed() ?? { text: '' });
  assert.match((await visit.get(link)).text, 'New password');
  const set = await visit.post('/console/sign-in/password', {
    link: tokenIn(link),
    password: 'another long word',
  });
  assert.is(set.status, 303, set.text);
  assert.is((await visit.get('/console')).status, 200);
  assert.is((await before.get('/console')).status, 303);
  assert.is((await visit.get(link)).status, 410);
  assert.is((await signInWith('fay@example.com')).answer.status, 401);
  assert.is((await signInWith('fay@example.com', 'another long word')).answer.status, 303);
});

test('another address counts once its link is opened', async () => {
  const { accountId } = await service.newAccount();
  const visit = await newMember(service, accountId, { email: 'old@example.com', role: 'owner', sink });
  assert.is(
    (await visit.post('/console/you/email', { email: 'new@example.com', password: 'not this one' })).status,
    403,
  );
  const asked = await visit.post('/console/you/email', { email: 'new@example.com', password: testPassword });
  assert.is(asked.status, 303, asked.text);
  const mailed = () => sink.received.findLast(({ to }) => to.includes('new@example.com'));
  await eventually('the mail', () => mailed() !== undefined);
  assert.is((await signInWith('new@example.com')).answer.status, 401);
  const link = linkIn(mailed() ?? { text: '' });
  const other = openVisit(service);
  assert.match((await other.get(link)).text, 'new@example.com');
  const elsewhere = await other.post('/console/sign-in/email', { link: tokenIn(link) });
  assert.is(elsewhere.status, 403, 'the mail may have reached another person');
  assert.is((await visit.post('/console/sign-in/email', { link: tokenIn(link) })).status, 303);
  assert.is((await signInWith('new@example.com')).answer.status, 303);
  assert.is((await signInWith('old@example.com')).answer.status, 401);
});

test('a person sees their sessions with device and network, and ends them', async () => {
  const { accountId } = await service.newAccount();
  const visit = await newMember(service, accountId, { email: 'sue@example.com', role: 'viewer', sink });
  const lost = openVisit(service);
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
  await lost.post(
    '/console/sign-in',
    { email: 'sue@example.com', password: testPassword },
    { 'user-agent': agent },
  );
  assert.is((await lost.get('/console')).status, 200);
  const page = await visit.get('/console/you');
  assert.match(page.text, 'Firefox on Linux');
  assert.match(page.text, '127.0.0.1');
  const action = /action="(\/console\/you\/sessions\/[^"]+\/end)"/.exec(page.text)?.[1] ?? '';
  assert.is((await visit.post(action)).status, 303);
  await eventually('the end', async () => (await lost.get('/console')).status === 303);
  assert.is((await visit.get('/console')).status, 200);
});

test('a closed account lets its members in no longer', async () => {
  const { accountId } = await service.newAccount();
  const visit = await newMember(service, accountId, { email: 'end@example.com', role: 'owner', sink });
  const closed = await service.admin('POST', `/accounts/${accountId}/close`, { body: { name: 'Acme' } });
  assert.ok(closed.status < 300, closed.text);
  await eventually('the end', async () => (await visit.get('/console')).status === 303);
  assert.is((await signInWith('end@example.com')).answer.status, 403);
});

test.run();
