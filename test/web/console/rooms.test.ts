import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { destinationOf, endedDelivery } from '../../support/ended-deliveries.ts';
import { eventually } from '../../support/eventually.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';
import { signIn, type Visit } from '../../support/web.ts';

const test = suite('accounts, history and log in the console');
let service: TestService;
let operator: Visit;
test.before(async () => {
  service = await startService();
  operator = await signIn(service, service.operatorTokens[0] ?? '');
});
test.after(() => service.close());

test('an account is opened, and every fault is named beside its field', async () => {
  const wrong = await operator.post('/console/accounts', { name: '', id: 'not an id', plan: 'none' });
  assert.is(wrong.status, 422);
  for (const part of ['id="problem-name"', 'id="problem-id"', 'value="not an id"'])
    assert.match(wrong.text, part);
  const opened = await operator.post('/console/accounts', { name: 'Acme', id: 'acme', plan: 'free' });
  assert.is(opened.location, '/console/accounts/acme');
  const page = await operator.get('/console/accounts/acme');
  assert.match(page.text, 'The account is open.');
  assert.match(page.text, '0 of 3');
  const again = await operator.post('/console/accounts', { name: 'Acme', id: 'acme', plan: 'free' });
  assert.match(again.text, 'Another account has this id.');
  await operator.post('/console/accounts/acme/plan', { plan: 'business' });
  assert.match((await operator.get('/console/accounts/acme')).text, 'The account has the plan business.');
});

test('an account has a language and a time zone, which a new form gets', async () => {
  const { accountId } = await service.newAccount();
  const path = `/console/accounts/${accountId}`;
  const wrong = await operator.post(`${path}/locale`, { language: 'german', time_zone: 'Mars/Base' });
  assert.is(wrong.status, 422);
  for (const part of ['id="language-problem"', 'id="time_zone-problem"', 'value="Mars/Base"'])
    assert.match(wrong.text, part);
  const locale = { language: ' de-at ', time_zone: 'Europe/Vienna' };
  assert.is((await operator.post(`${path}/locale`, locale)).location, path);
  const page = await operator.get(path);
  for (const part of ['value="de-AT"', 'value="Europe/Vienna"']) assert.match(page.text, part);
  const form = await service.newForm(accountId);
  await service.settled();
  const read = await service.admin('GET', `/forms/${form}`);
  assert.equal([read.at('language'), read.at('time_zone')], ['de-AT', 'Europe/Vienna']);
  await operator.post(`${path}/locale`, { language: '', time_zone: '' });
  assert.match((await operator.get(path)).text, /Language of new forms.*none.*Time zone of new forms.*UTC/s);
  const { text } = await operator.get(`/console/history/account/${accountId}`);
  assert.match(text, 'LocaleChanged');
});

test('a key is shown once, works within its scopes, and is revoked', async () => {
  const { accountId } = await service.newAccount();
  const path = `/console/accounts/${accountId}`;
  const created = await operator.post(`${path}/keys`, { name: 'CI', scopes: ['forms:read'], days: '30' });
  assert.is(created.status, 201, created.text);
  const [key = ''] = /flg_live_\w+/.exec(created.text) ?? [];
  assert.is((await service.withKey(key)('GET', '/forms')).status, 200);
  assert.is((await service.withKey(key)('GET', '/submissions')).status, 403);
  const page = await operator.get(path);
  assert.not.match(page.text, key);
  assert.match(page.text, '<span>See forms</span> <code>forms:read</code>');
  const [, action = ''] = /value="(\/console\/keys\/[^"]+\/revoke)"/.exec(page.text) ?? [];
  assert.is((await operator.post(action)).location, path);
  await eventually(
    'the key ends',
    async () => (await service.withKey(key)('GET', '/forms')).status === 401,
    2_000,
  );
  assert.not.match(service.lines.join(''), key, 'no key in a log');
});

test('the history of a form has its state at each revision and time, and the difference between two', async () => {
  const { accountId, key } = await service.newAccount();
  const id = await service.newForm(accountId, [nameField], 'draft');
  await service.admin('PATCH', `/forms/${id}`, { body: { title: 'The second title' } });
  const visit = await signIn(service, key);
  const now = await visit.get(`/console/history/form/${id}`);
  assert.match(now.text, 'After event 1 of 1');
  assert.match(now.text, 'Operator test-operator');
  const before = await visit.get(`/console/history/form/${id}?at=0&from=`);
  assert.match(before.text, '&#34;title&#34;: &#34;A form&#34;');
  assert.match(
    (await visit.get(`/console/history/form/${id}?at=1&from=0`)).text,
    'Changed from event 0 to event 1',
  );
  const lastTuesday = await visit.get(`/console/history/form/${id}?moment=2020-01-07T12:00`);
  assert.match(lastTuesday.text, 'It did not exist.');
  assert.is((await visit.get(`/console/history/account/${accountId}`)).status, 403, 'for operators');
});

test('links lead from a submission to every attempt, and from any id to its history', async () => {
  const { accountId, api } = await service.newAccount();
  const form_id = await service.newForm(accountId);
  const made = await api('POST', '/submissions', { body: { form_id, answers: { name: 'Ada' } } });
  const destinationId = await destinationOf(service, accountId);
  const deliveryId = await endedDelivery(service, { accountId, destinationId, end: 'failed' });
  await service.settled();
  assert.match((await operator.get(`/console/history/delivery/${deliveryId}`)).text, 'DeliveryAttempted');
  for (const [id, kind] of [
    [deliveryId, 'delivery'],
    [String(made.at('id')), 'submission'],
    [accountId, 'account'],
  ] as const)
    assert.is((await operator.get(`/console/history?id=${id}`)).location, `/console/history/${kind}/${id}`);
  assert.match((await operator.get('/console/history?id=nothing')).text, 'Nothing has the id nothing.');
});

test('the list of the log names accounts and keys', async () => {
  const { accountId, api } = await service.newAccount('business', 'The bakery');
  const form = await service.newForm(accountId);
  await api('POST', '/submissions', { body: { form_id: form, answers: { name: 'Ada' } } });
  await service.settled();
  const { text } = await operator.get(`/console/log?account=${accountId}&type=SubmissionCreated`);
  assert.match(text, `<a href="/console/accounts/${accountId}" title="${accountId}">The bakery</a>`);
  assert.match(text, 'API key “test”');
});

test('the log shows the last events, a stream with all of its events, and one event without secrets', async () => {
  const { accountId } = await service.newAccount();
  const destinationId = await destinationOf(service, accountId);
  const stream = `destination-${destinationId}`;
  await eventually('the tail has it', async () => (await operator.get('/console/log')).text.includes(stream));
  assert.not.match((await operator.get('/console/log?type=FormCreated')).text, stream);
  assert.match((await operator.get(`/console/log?stream=${stream}`)).text, 'DestinationConfigured');
  const event = await operator.get(`/console/log/${stream}/0`);
  assert.match(event.text, '(sealed)');
  assert.match(event.text, 'operator test-operator');
  assert.is((await operator.get(`/console/log/${stream}/99`)).status, 404);
});

test.run();
