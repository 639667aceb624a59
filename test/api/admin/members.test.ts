import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { scopes } from '../../../domain/api-key/events.ts';
import { newMember, newMemberIds } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { signIn } from '../../support/web.ts';

const test = suite('members through the API');
let service: TestService;
test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

test('the last owner keeps the role and the account', async () => {
  const { accountId, api } = await service.newAccount();
  await newMember(service, accountId, { email: 'ada@example.com', role: 'owner' });
  const person = String((await api('GET', '/members')).at('data.0.id'));
  for (const refused of [
    await api('PATCH', `/members/${person}`, { body: { role: 'viewer' } }),
    await api('DELETE', `/members/${person}`),
    await service.admin('PATCH', `/accounts/${accountId}/members/${person}`, { body: { role: 'editor' } }),
    await service.admin('DELETE', `/accounts/${accountId}/members/${person}`),
  ])
    assert.equal([refused.status, refused.at('error.code')], [409, 'last_owner']);
});

test('a member is not invited again', async () => {
  const { accountId, api } = await service.newAccount();
  await newMember(service, accountId, { email: 'grace@example.com', role: 'owner' });
  const body = { email: 'Grace@Example.com', role: 'viewer' };
  for (const refused of [
    await api('POST', '/invitations', { body }),
    await service.admin('POST', `/accounts/${accountId}/invitations`, { body }),
  ])
    assert.equal([refused.status, refused.at('error.code')], [409, 'already_member']);
});

test('without a mail server an invitation answers with its link, once', async () => {
  const { api } = await service.newAccount();
  const request = {
    body: { email: 'new@example.com', role: 'viewer' },
    headers: { 'idempotency-key': 'one' },
  };
  const [first, second] = [
    await api('POST', '/invitations', request),
    await api('POST', '/invitations', request),
  ];
  assert.is(first.at('mailed'), false);
  assert.match(String(first.at('link')), 'https://forms.example/console/sign-in/invitation?link=');
  assert.is(second.at('id'), first.at('id'));
  assert.equal(second.at('shown_once'), ['link']);
  assert.is((await api('GET', '/invitations')).at('count'), 1);
});

test('a key without the scope sees no member, and no key has the scope unless it is asked for', async () => {
  const { accountId } = await service.newAccount();
  const issued = await service.admin('POST', `/accounts/${accountId}/keys`, { body: { name: 'usual' } });
  assert.not.match(issued.text, 'account:write');
  const refused = await service.withKey(String(issued.at('key')))('GET', '/members');
  assert.equal([refused.status, refused.at('error.code')], [403, 'insufficient_scope']);
});

const strongKeys = [
  {
    name: 'a key that lacks scopes of the role',
    key: { scopes: ['account:write', 'forms:read', 'submissions:read', 'webhooks:read'] },
    allowed: 'viewer',
    refusal: [403, 'insufficient_scope'],
  },
  {
    name: 'a key that expires',
    key: { scopes, expires_at: '2999-01-01T00:00:00Z' },
    allowed: null,
    refusal: [400, 'invalid_request'],
  },
] as const;
for (const { name, key, allowed, refusal } of strongKeys)
  test(`${name} invites none with it, sends no such invitation and gives it to no member`, async () => {
    const { accountId, api } = await service.newAccount();
    const issued = await service.admin('POST', `/accounts/${accountId}/keys`, { body: { name, ...key } });
    const weak = service.withKey(String(issued.at('key')));
    const body = { email: 'grace@example.com', role: 'owner' };
    const invitation = String((await api('POST', '/invitations', { body })).at('id'));
    const { person } = await newMemberIds(service, accountId);
    const visit = await signIn(service, String(issued.at('key')));
    await visit.get(`/console/accounts/${accountId}/members`);
    const before = (await api('GET', '/invitations')).at('count');
    for (const refused of [
      await weak('POST', '/invitations', { body: { ...body, email: 'me@example.com' } }),
      await weak('POST', `/invitations/${invitation}/send`),
      await weak('PATCH', `/members/${person}`, { body: { role: 'owner' } }),
    ])
      assert.equal([refused.status, refused.at('error.code')], refusal, refused.text);
    const [status] = refusal;
    const path = `/console/accounts/${accountId}`;
    for (const refused of [
      await visit.post(`${path}/invitations`, { email: 'me@example.com', role: 'owner' }),
      await visit.post(`${path}/invitations/${invitation}/send`),
      await visit.post(`${path}/members/${person}/role`, { role: 'owner' }),
    ])
      assert.is(refused.status, status, refused.text);
    assert.is((await api('GET', '/invitations')).at('count'), before);
    assert.is((await api('GET', '/members')).at('data.0.role'), 'viewer');
    if (allowed === null) return;
    const permitted = { email: 'me@example.com', role: allowed };
    assert.is((await weak('POST', '/invitations', { body: permitted })).status, 201);
  });

test.run();
