import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('the account of a key');
let service: TestService;
test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

const dayMs = 86_400_000;
const later = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

/** A client with another key of the account. */
async function withScopes(accountId: string, scopes: readonly string[], expires_at: string | null = null) {
  const body = { name: 'other', scopes, expires_at };
  const issued = await service.admin('POST', `/accounts/${accountId}/keys`, { body });
  assert.is(issued.status, 201, issued.text);
  return service.withKey(String(issued.at('key')));
}

test('an owner reads the plan, its use, and when the month ends', async () => {
  const { accountId, api } = await service.newAccount('pro');
  const form = await service.newForm(accountId);
  await api('POST', '/submissions', { body: { form_id: form, answers: { name: 'Ada' } } });
  const read = await api('GET', '/account');
  assert.is(read.status, 200, read.text);
  assert.equal([read.at('id'), read.at('name'), read.at('plan')], [accountId, 'Acme', 'pro']);
  assert.equal(read.at('usage.submissions_this_month'), { used: 1, limit: 10_000 });
  const resetsAt = new Date(String(read.at('usage_resets_at')));
  assert.ok(resetsAt.getTime() > Date.now() && resetsAt.getTime() <= Date.now() + 31 * dayMs);
  assert.match(resetsAt.toISOString(), /^\d{4}-\d{2}-01T00:00:00\.000Z$/);
});

test('an owner changes the name, the language and the time zone, and not the plan', async () => {
  const { accountId, api } = await service.newAccount('pro');
  const body = { name: 'Acme Research', language: 'de-AT', time_zone: 'Europe/Vienna' };
  const changed = await api('PATCH', '/account', { body });
  assert.is(changed.status, 200, changed.text);
  for (const name of ['name', 'language', 'time_zone'] as const) assert.is(changed.at(name), body[name]);
  await service.settled();
  const read = await service.admin('GET', `/accounts/${accountId}`);
  assert.equal([read.at('name'), read.at('plan')], ['Acme Research', 'pro']);
  for (const refused of [{ plan: 'business' }, { name: ' ' }, { time_zone: 'Mars' }, {}]) {
    const answer = await api('PATCH', '/account', { body: refused });
    assert.is(answer.status, 400, answer.text);
  }
  const renamed = await service.admin('PATCH', `/accounts/${accountId}`, {
    body: { name: 'By an operator' },
  });
  assert.is(renamed.at('name'), 'By an operator');
});

test('a key issues keys with its own scopes only', async () => {
  const { accountId } = await service.newAccount();
  const api = await withScopes(accountId, ['account:write', 'forms:read']);
  const issued = await api('POST', '/keys', { body: { name: 'reader', scopes: ['forms:read'] } });
  assert.is(issued.status, 201, issued.text);
  assert.equal(issued.at('scopes'), ['forms:read']);
  assert.match(String(issued.at('key')), 'flg_live_');
  for (const scopes of [['submissions:read'], ['forms:read', 'webhooks:write'], undefined]) {
    const refused = await api('POST', '/keys', { body: { name: 'too much', scopes } });
    assert.equal([refused.status, refused.at('error.code')], [403, 'insufficient_scope'], refused.text);
  }
  await service.settled();
  assert.not.match((await api('GET', '/keys')).text, 'too much');
});

test('a key issues no key that outlives it', async () => {
  const { accountId } = await service.newAccount();
  const api = await withScopes(accountId, ['account:write'], later(2));
  const issue = (expires_at: string | null) =>
    api('POST', '/keys', { body: { name: 'child', scopes: ['account:write'], expires_at } });
  for (const refused of [await issue(null), await issue(later(3))])
    assert.equal([refused.status, refused.at('error.details.0.path')], [400, '/expires_at'], refused.text);
  assert.is((await issue(later(1))).status, 201);
});

test('an owner revokes a key, even that of the request', async () => {
  const { api, keyId } = await service.newAccount();
  await service.settled();
  const listed = await api('GET', '/keys');
  assert.is(listed.at('data.0.id'), keyId);
  assert.is((await api('GET', `/keys/${keyId}`)).at('id'), keyId);
  assert.is((await api('POST', `/keys/${keyId}/revoke`)).status, 200);
});

test('an owner closes the account with its name, and watches the erasure by a link', async () => {
  const { accountId, api } = await service.newAccount();
  const refused = await api('POST', '/account/close', { body: { name: 'Acne' } });
  assert.equal([refused.status, refused.at('error.details.0.path')], [400, '/name']);
  const closed = await api('POST', '/account/close', { body: { name: 'Acme' } });
  assert.is(closed.status, 200, closed.text);
  assert.equal([closed.at('id'), closed.at('status')], [accountId, 'erasing']);
  const url = new URL(String(closed.at('progress_url')));
  assert.is(url.origin, 'https://forms.example');
  await service.settled();
  service.clock.aheadMs += 1_100;
  assert.is((await api('GET', '/account')).status, 401);
  const page = await service.inject({ method: 'GET', url: url.pathname + url.search });
  assert.match(page.text, 'The account is closed');
});

test('without the scope account:write, nothing of it is seen or changed', async () => {
  const { accountId, keyId } = await service.newAccount();
  const scopes = ['forms:read', 'forms:write', 'submissions:read', 'webhooks:read'];
  const api = await withScopes(accountId, scopes);
  for (const refused of [
    await api('GET', '/account'),
    await api('PATCH', '/account', { body: { name: 'x' } }),
    await api('GET', '/keys'),
    await api('GET', `/keys/${keyId}`),
    await api('POST', '/keys', { body: { name: 'x', scopes: ['forms:read'] } }),
    await api('POST', `/keys/${keyId}/revoke`),
    await api('POST', '/account/close', { body: { name: 'Acme' } }),
  ])
    assert.equal([refused.status, refused.at('error.code')], [403, 'insufficient_scope'], refused.text);
});

test('the history names the key that renamed the account', async () => {
  const { accountId, api } = await service.newAccount();
  await api('PATCH', '/account', { body: { name: 'Later' } });
  await service.settled();
  const history = await service.admin('GET', `/accounts/${accountId}/history`);
  assert.match(history.text, 'renamed the account “Later”.');
});

test.run();
