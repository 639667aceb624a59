import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('discretion');
let service: TestService;

test.before(async () => {
  service = await startService({ http: { health: () => Promise.resolve({ ready: true }) } });
});
test.after(() => service.close());

test('no key, token, secret, answer or cursor ever reaches a log line', async () => {
  const { accountId, key, api } = await service.newAccount();
  const formId = await service.newForm(accountId, [nameField]);
  const planted = 'planted-7f3a';
  const made = await service.admin('POST', `/accounts/${accountId}/destinations`, {
    body: { label: 'Mine', url: `https://example.com/${planted}`, signature: 'standard-webhooks' },
  });
  for (let n = 0; n < 3; n++)
    await api('POST', '/submissions', { body: { form_id: formId, answers: { name: planted } } });
  await api('POST', '/submissions', { body: { form_id: formId, answers: { name: 5, [planted]: planted } } });
  await api('POST', '/submissions', { body: `{"answers": "${planted}` });
  await api('GET', `/nope/${planted}?x=${planted}`);
  await service.withKey(planted)('GET', `/forms?${planted}`);
  await service.withToken(planted)('GET', `/accounts/${planted}`);
  await service.settled();
  const cursor = String((await api('GET', '/submissions?limit=1')).at('next_cursor'));
  assert.is((await api('GET', `/submissions?limit=1&cursor=${cursor}`)).status, 200);
  const text = service.lines.join('');
  assert.ok(text.includes('"route":"/api/public/v1/submissions"'));
  for (const secret of [planted, key, cursor, String(made.at('signing_secret')), ...service.operatorTokens])
    assert.not(text.includes(secret), secret.slice(0, 12));
});

test('an error repeats nothing of a body with private data', async () => {
  const { accountId, api } = await service.newAccount();
  const formId = await service.newForm(accountId, [nameField, { key: 'age', label: 'Age', kind: 'number' }]);
  const answers = { name: 'Ada', age: 'planted-9c1d' };
  const refused = await api('POST', '/submissions', { body: { form_id: formId, answers } });
  assert.is(refused.status, 400);
  assert.not(refused.text.includes('planted-9c1d'));
});

test('the OpenAPI document and its pages are served', async () => {
  const document = await service.inject({ method: 'GET', url: '/openapi.json' });
  assert.equal([document.status, document.at('openapi')], [200, '3.1.0']);
  const paths = document.names('paths');
  assert.ok(paths.includes('/api/public/v1/submissions') && paths.includes('/api/admin/v1/deliveries/{id}'));
  const pages = await service.inject({ method: 'GET', url: '/docs/' });
  assert.is(pages.status, 200);
  assert.match(pages.header('content-security-policy') ?? '', /script-src 'self'/);
});

test('healthz answers 200, readyz the state of the service', async () => {
  assert.is((await service.inject({ method: 'GET', url: '/healthz' })).status, 200);
  assert.equal(JSON.parse((await service.inject({ method: 'GET', url: '/readyz' })).text), { ready: true });
});

test.run();
