import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStopLink, sealStopLink } from '../../../../commands/notice/stop-links.ts';
import { noticeChoices } from '../../../../domain/notice-choices/decider.ts';
import { streamOf } from '../../../../domain/stream-names.ts';
import { newMember } from '../../../support/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { openVisit, signIn, type Visit } from '../../../support/web.ts';

const test = suite('notices that a member chooses');
let service: TestService;
let accountId: string;
let personId: string;
let ada: Visit;

const Members = Type.Object({ data: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) });

test.before(async () => {
  service = await startService({});
  accountId = (await service.newAccount()).accountId;
  ada = await newMember(service, accountId, { email: 'ada@example.com', role: 'owner', name: 'Ada' });
  const listed = await service.admin('GET', `/accounts/${accountId}/members`);
  personId = Value.Parse(Members, JSON.parse(listed.text)).data.find(({ name }) => name === 'Ada')?.id ?? '';
});
test.after(() => service.close());

const choices = async (): Promise<unknown> =>
  JSON.parse((await service.admin('GET', `/accounts/${accountId}/members/${personId}/notices`)).text);
const nothing = { kinds: [], submissions: null };
const blank = { mail_submissions: '', chat_submissions: '', chat_url: '' };

test('given a member, when kinds are ticked, then the API shows them', async () => {
  const saved = await ada.post('/console/you/notices', {
    ...blank,
    mail_kinds: 'destination.failing',
    mail_submissions: 'daily',
  });
  assert.is(saved.status, 303, saved.text);
  assert.equal(await choices(), {
    person_id: personId,
    mail: { kinds: ['destination.failing'], submissions: 'daily' },
    chat: { ...nothing, host: null },
  });
  const page = await ada.get('/console/you/notices');
  assert.match(page.text, /value="destination.failing" checked/);
  assert.match(page.text, /value="daily" selected/);
});

test('a destination leads members to the notice of its failure, and no key', async () => {
  const settings = {
    url: 'https://crm.example/hook',
    events: 'submission.created',
    signature: 'timestamped',
  };
  const add = async (visit: Visit) => {
    await visit.get('/console/destinations/new');
    const added = await visit.post('/console/destinations/new', { label: 'CRM', ...settings });
    assert.is(added.status, 201, added.text);
    const [, path = ''] = /href="([^"]+)">I have it/.exec(added.text) ?? [];
    await service.settled();
    return [added, await visit.get(path)];
  };
  const { key } = await service.newAccount();
  for (const { text } of await add(ada)) assert.match(text, 'href="/console/you/notices"');
  for (const { text } of await add(await signIn(service, key)))
    assert.not.match(text, '/console/you/notices');
});

test('a chat without an address is refused on the page, which keeps the ticks', async () => {
  const refused = await ada.post('/console/you/notices', { ...blank, chat_kinds: 'quota.reached' });
  assert.is(refused.status, 422);
  assert.match(refused.text, /id="chat-problem"/);
  assert.match(refused.text, /name="chat_kinds" value="quota.reached" checked/);
});

test('the address of a chat is shown by its host alone, and may not be of a private network', async () => {
  const inside = await ada.post('/console/you/notices', { ...blank, chat_url: 'http://169.254.169.254/x' });
  assert.is(inside.status, 422);
  const secret = 'https://hooks.example.com/services/T0/SECRET';
  const saved = await ada.post('/console/you/notices', {
    ...blank,
    chat_kinds: 'quota.reached',
    chat_url: secret,
  });
  assert.is(saved.status, 303, saved.text);
  const page = await ada.get('/console/you/notices');
  assert.match(page.text, 'hooks.example.com');
  assert.not.match(page.text, 'SECRET');
  const shown = JSON.stringify(await choices());
  assert.match(shown, '"host":"hooks.example.com"');
  assert.not.match(shown, 'SECRET');
});

test('choices of strangers are not found', async () => {
  const path = `/accounts/${accountId}/members/unknown/notices`;
  assert.is((await service.admin('GET', path)).status, 404);
  assert.is((await service.admin('PUT', path, { body: { mail: nothing } })).status, 404);
  const other = (await service.newAccount()).accountId;
  assert.is((await service.admin('GET', `/accounts/${other}/members/${personId}/notices`)).status, 404);
});

const linkTo = (kind: 'destination.failing' | 'submissions', channel: 'mail' | 'chat' = 'mail') =>
  `/notices/stop?link=${sealStopLink(service.deps, { accountId, personId, channel, kind })}`;

test('the link of a mail asks, and stops these notices with a button, without a session', async () => {
  await ada.post('/console/you/notices', {
    ...blank,
    mail_kinds: 'destination.failing',
    mail_submissions: 'each',
  });
  const stranger = openVisit(service);
  const asked = await stranger.get(linkTo('submissions'));
  assert.is(asked.status, 200);
  assert.match(asked.text, 'New submissions');
  assert.match(
    JSON.stringify(await choices()),
    '"submissions":"each"',
    'a program that opens links stops nothing',
  );
  const stopped = await stranger.post(linkTo('submissions'), {});
  assert.is(stopped.status, 200, stopped.text);
  assert.match(
    JSON.stringify(await choices()),
    '"mail":{"kinds":["destination.failing"],"submissions":null}',
  );
});

test('mail programs stop notices with one click (RFC 8058)', async () => {
  const answer = await service.inject({
    method: 'POST',
    url: linkTo('destination.failing'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  assert.is(answer.status, 200, answer.text);
  assert.match(JSON.stringify(await choices()), '"mail":{"kinds":[],"submissions":null}');
});

test('mail programs may send the click as multipart, too', async () => {
  await ada.post('/console/you/notices', { ...blank, mail_kinds: 'form.closed' });
  const boundary = 'x';
  const answer = await service.inject({
    method: 'POST',
    url: linkTo('destination.failing'),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
  });
  assert.is(answer.status, 200, answer.text);
});

test('a member who is removed gets no notices, and none after another invitation', async () => {
  const chat = { ...blank, chat_kinds: 'form.closed', chat_url: 'https://hooks.example.com/x' };
  const bob = await newMember(service, accountId, { email: 'bob@example.com', role: 'viewer', name: 'Bob' });
  assert.is((await bob.post('/console/you/notices', { ...chat, mail_submissions: 'each' })).status, 303);
  const listed = await service.admin('GET', `/accounts/${accountId}/members`);
  const id = Value.Parse(Members, JSON.parse(listed.text)).data.find(({ name }) => name === 'Bob')?.id ?? '';
  assert.is((await service.admin('DELETE', `/accounts/${accountId}/members/${id}`)).status, 200);
  const { state } = await service.deps.aggregates.load(noticeChoices, streamOf.noticeChoices(accountId, id));
  assert.equal(state, noticeChoices.initial);
});

test('a link that was altered stops nothing', async () => {
  const link = linkTo('submissions');
  const altered = link.slice(0, -2) + (link.endsWith('AA') ? 'BB' : 'AA');
  const stranger = openVisit(service);
  assert.is((await stranger.get(altered)).status, 404);
  assert.is((await stranger.post(altered, {})).status, 404);
  assert.is(openStopLink(service.deps, 'a.b.c.d'), null);
});

test('operators and holders of keys have no notices of their own', async () => {
  const operator = await signIn(service, service.operatorTokens[0] ?? '');
  const page = await operator.get('/console/you/notices');
  assert.is(page.status, 303);
});

test.run();
