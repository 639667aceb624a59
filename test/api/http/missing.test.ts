import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('the resource that does not exist is named');
let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

const unknown: readonly (readonly [
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  named: string,
])[] = [
  ['GET', '/accounts/nosuch', 'account'],
  ['GET', '/accounts/nosuch/keys', 'account'],
  ['GET', '/accounts/nosuch/history', 'account'],
  ['GET', '/forms/nosuch', 'form'],
  ['GET', '/forms/nosuch/history', 'form'],
  ['GET', '/forms/nosuch/exports/submissions', 'form'],
  ['GET', '/submissions/nosuch/history', 'submission'],
  ['POST', '/submissions/nosuch/erase', 'submission'],
  ['GET', '/destinations/nosuch', 'destination'],
  ['POST', '/destinations/nosuch/ping', 'destination'],
  ['DELETE', '/destinations/nosuch', 'destination'],
  ['GET', '/deliveries/nosuch', 'delivery'],
  ['GET', '/deliveries/nosuch/requests', 'delivery'],
  ['POST', '/deliveries/nosuch/replay', 'delivery'],
  ['GET', '/recoveries/nosuch', 'recovery'],
  ['POST', '/recoveries/nosuch/pause', 'recovery'],
  ['POST', '/keys/nosuch/revoke', 'key'],
];
for (const [method, path, noun] of unknown)
  test(`${method} ${path}: ${noun}`, async () => {
    const answer = await service.admin(method, path);
    assert.equal(
      [answer.status, answer.at('error.message')],
      [404, `The ${noun} nosuch does not exist.`],
      answer.text,
    );
  });

test('of a path with an account, the missing resource is named, not the account', async () => {
  const { accountId } = await service.newAccount();
  const body = { form_id: 'nosuch', answers: {} };
  const submitted = await service.admin('POST', `/accounts/${accountId}/submissions`, { body });
  assert.is(submitted.at('error.message'), 'The form nosuch does not exist.');
  const counted = await service.admin(
    'GET',
    `/accounts/${accountId}/recoverable?destination_id=nosuch&since=2026-01-01T00:00:00Z`,
  );
  assert.is(counted.at('error.message'), 'The destination nosuch does not exist.', counted.text);
});

test('the public API names forms and submissions', async () => {
  const { api } = await service.newAccount();
  const messages = [
    await api('GET', '/forms?id=nosuch'),
    await api('PATCH', '/forms', { body: { id: 'nosuch', title: 'T' } }),
    await api('GET', '/submissions?id=nosuch'),
    await api('GET', '/submissions?form_id=nosuch'),
    await api('POST', '/submissions', { body: { form_id: 'nosuch', answers: {} } }),
  ].map((answer) => [answer.status, answer.at('error.message')]);
  const missing = (noun: string) => [404, `The ${noun} nosuch does not exist.`];
  assert.equal(messages, ['form', 'form', 'submission', 'form', 'form'].map(missing));
});

test('a removed destination is answered as an unknown one', async () => {
  const { accountId } = await service.newAccount();
  const body = { label: 'L', url: 'https://example.com/' };
  const made = await service.admin('POST', `/accounts/${accountId}/destinations`, { body });
  const id = String(made.at('id'));
  await service.admin('DELETE', `/destinations/${id}`);
  const change = await service.admin('PATCH', `/destinations/${id}`, { body: { label: 'M' } });
  assert.is(change.at('error.message'), `The destination ${id} does not exist.`, change.text);
});

test.run();
