import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { destinationOf } from '../../support/ended-deliveries.ts';
import { eventually } from '../../support/eventually.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';
import { signIn } from '../../support/web.ts';

const test = suite('closing of an account');
let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

const close = (accountId: string, name = 'Acme') =>
  service.admin('POST', `/accounts/${accountId}/close`, { body: { name } });

test('operators may close an account, auditors may not, and an unknown account is 404', async () => {
  const { accountId } = await service.newAccount();
  const [, auditor = '', analyst = ''] = service.operatorTokens;
  for (const token of [auditor, analyst]) {
    const refused = await service.withToken(token)('POST', `/accounts/${accountId}/close`, {
      body: { name: 'Acme' },
    });
    assert.equal([refused.status, refused.at('error.code')], [403, 'insufficient_scope']);
  }
  assert.is((await close('none')).status, 404);
  assert.is((await service.admin('GET', `/accounts/${accountId}/closing`)).status, 404);
});

test('the name confirms the request', async () => {
  const { accountId, api } = await service.newAccount();
  const refused = await close(accountId, 'Toast');
  assert.equal([refused.status, refused.at('error.details.0.path')], [400, '/name']);
  assert.is((await service.admin('POST', `/accounts/${accountId}/close`, { body: {} })).status, 400);
  assert.is((await api('GET', '/forms')).status, 200);
});

test('a closed account takes and sends nothing, and says so', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId);
  const destinationId = await destinationOf(service, accountId);
  const page = () => service.inject({ method: 'GET', url: `/f/${formId}` });
  await eventually(
    'the form is shown',
    async () => (await page()).status === 308 || (await page()).status === 200,
  );

  const closed = await close(accountId);
  assert.equal([closed.status, closed.at('status'), closed.at('id')], [200, 'erasing', accountId]);
  await eventually('its key is refused', async () => (await api('GET', '/forms')).status === 401);
  const refused = await api('GET', '/forms');
  assert.equal(
    [refused.at('error.code'), refused.at('error.message')],
    ['revoked_key', 'The account of the API key is closed.'],
  );
  const shown = await eventually('its form is closed', async () => {
    const answer = await page();
    return answer.status === 410 ? answer : null;
  });
  assert.match(shown.text, /no longer accepts responses|closed/i);
  const headers = { 'x-read-after': String(closed.header('x-log-position')) };
  await service.settled();
  const destination = await service.admin('GET', `/destinations/${destinationId}`, { headers });
  assert.is(destination.status, 404, 'its destination is removed');
  const account = await service.admin('GET', `/accounts/${accountId}`, { headers });
  assert.equal([account.status, account.at('closed_at')], [200, closed.at('closed_at')]);

  for (const [method, path, body] of [
    ['POST', `/accounts/${accountId}/forms`, { title: 'A form', fields: [nameField] }],
    ['POST', `/accounts/${accountId}/keys`, { name: 'another' }],
    ['PATCH', `/accounts/${accountId}`, { plan: 'free' }],
    ['PATCH', `/forms/${formId}`, { title: 'Another' }],
  ] as const) {
    const answer = await service.admin(method, path, { body });
    assert.equal([answer.status, answer.at('error.message')], [409, 'The account is closed.'], path);
  }
  const again = await close(accountId);
  assert.equal([again.status, again.at('closed_at')], [200, closed.at('closed_at')]);
  const read = await service.admin('GET', `/accounts/${accountId}/closing`);
  assert.equal([read.at('status'), read.at('waiting_for.code')], ['erasing', 'dispatcher']);
});

test('in the console, the typed name closes an account, and its page shows the progress', async () => {
  const { accountId } = await service.newAccount();
  await service.settled();
  const operator = await signIn(service, service.operatorTokens[0] ?? '');
  const asking = await operator.get(`/console/accounts/${accountId}/close`);
  assert.match(asking.text, /Type the name of the account/);
  const path = `/console/accounts/${accountId}/close`;
  const refused = await operator.post(path, { name: 'Toast' });
  assert.is(refused.status, 422);
  assert.match(refused.text, /That is not the name of the account/);
  const closed = await operator.post(path, { name: 'Acme' });
  assert.is(closed.status, 303, closed.text);
  await service.settled();
  const progress = await operator.get(`/console/accounts/${accountId}/closing`);
  assert.match(progress.text, /The account is closed/);
  assert.is((await operator.get(`/console/accounts/${accountId}`)).status, 303);
  const [, auditor = ''] = service.operatorTokens;
  const reader = await signIn(service, auditor);
  assert.is((await reader.get(`/console/accounts/${accountId}/closing`)).status, 200);
  assert.is((await reader.get(path)).status, 403);
});

test.run();
