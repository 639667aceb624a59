import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isObject, type Json, part } from '../../support/json-schema.ts';
import { newMemberIds } from '../../support/people.ts';
import { readZip } from '../../support/read-zip.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('isolation of accounts');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let theirs: typeof mine;
let formId: string;
let submissionId: string;
/** Every operation of the OpenAPI document, as method and path. */
let operations: readonly (readonly [method: Method, path: string])[];
const paid = { id: 'p1', provider: 'bank', amount: 1, currency: 'EUR', field_key: 'fee' };
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof methods)[number];

test.before(async () => {
  service = await startService();
  [mine, theirs] = [await service.newAccount(), await service.newAccount()];
  formId = await service.newForm(theirs.accountId, [nameField]);
  const made = await theirs.api('POST', '/submissions', {
    body: { form_id: formId, answers: { name: 'secret' } },
  });
  submissionId = String(made.at('id'));
  await service.settled();
  const document = JSON.parse((await service.inject({ method: 'GET', url: '/openapi.json' })).text) as Json;
  operations = Object.entries(Object(part(document, 'paths')) as Record<string, Json>).flatMap(
    ([path, item]) =>
      methods
        .filter((method) => isObject(part(item, method.toLowerCase())))
        .map((method) => [method, path] as const),
  );
});
test.after(() => service.close());

test('a resource of another account is answered as an unknown one', async () => {
  const requests = (form: string, submission: string) => [
    mine.api('GET', `/forms?id=${form}`),
    mine.api('GET', `/forms/${form}`),
    mine.api('GET', `/forms/${form}/answers`),
    mine.api('PATCH', '/forms', { body: { id: form, title: 'Mine now' } }),
    mine.api('PATCH', '/forms', { body: { id: form, status: 'closed' }, headers: { 'if-match': '"1"' } }),
    mine.api('GET', `/submissions?id=${submission}`),
    mine.api('GET', `/submissions/${submission}`),
    mine.api('GET', `/submissions?form_id=${form}`),
    mine.api('POST', '/submissions', { body: { form_id: form, answers: { name: 'x' } } }),
    mine.api('POST', '/submissions', { body: { form_id: form, answers: { nonsense: 1 } } }),
    mine.api('PATCH', `/submissions/${submission}`, { body: { answers: { name: 'x' } } }),
    mine.api('PATCH', `/submissions/${submission}`, { body: { answers: {}, correction: {} } }),
    mine.api('POST', `/submissions/${submission}/payment`, { body: paid }),
    mine.api('POST', `/submissions/${submission}/revoke-links`),
  ];
  const foreign = await Promise.all(requests(formId, submissionId));
  const missing = await Promise.all(requests('none', 'none'));
  for (const [index, answer] of foreign.entries()) {
    assert.is(answer.status, 404, answer.text);
    assert.is(answer.at('error.code'), 'not_found');
    const withoutIds = (text = '') =>
      text.replace(/"request_id":"[^"]+"/, '').replace(/(?<=The \w+ )\S+(?= does not exist)/, '');
    assert.is(withoutIds(answer.text), withoutIds(missing[index]?.text));
    assert.is(answer.header('etag'), undefined);
  }
});

test('members and invitations of another account do not exist for a key', async () => {
  const [owner, stranger] = [await service.newAccount(), await service.newAccount()];
  const { person, invitation } = await newMemberIds(service, owner.accountId);
  assert.is((await stranger.api('GET', '/members')).at('count'), 0);
  assert.is((await stranger.api('GET', '/invitations')).at('count'), 0);
  assert.is((await stranger.api('GET', `/notices?person=${person}`)).at('count'), 0);
  const body = { role: 'owner' };
  for (const answer of [
    await stranger.api('PATCH', `/members/${person}`, { body }),
    await stranger.api('DELETE', `/members/${person}`),
    await stranger.api('GET', `/members/${person}/notices`),
    await stranger.api('PUT', `/members/${person}/notices`, { body: { chat_url: null } }),
    await stranger.api('POST', `/invitations/${invitation}/send`),
    await stranger.api('DELETE', `/invitations/${invitation}`),
  ])
    assert.is(answer.status, 404, answer.text);
  const invited = await stranger.api('POST', '/invitations', { body: { email: 'x@example.com', ...body } });
  assert.is(invited.status, 201, invited.text);
  assert.is((await owner.api('GET', '/members')).at('data.0.role'), 'viewer');
  assert.is((await owner.api('GET', '/invitations')).at('count'), 1);
});

test('a key reads and changes its own account and the keys of it only', async () => {
  const [owner, stranger] = [await service.newAccount(), await service.newAccount('pro', 'The stranger')];
  assert.equal((await stranger.api('GET', '/account')).at('id'), stranger.accountId);
  assert.is(
    (await stranger.api('PATCH', '/account', { body: { name: 'Renamed' } })).at('id'),
    stranger.accountId,
  );
  assert.is((await owner.api('GET', '/account')).at('name'), 'Acme');
  const closed = await stranger.api('POST', '/account/close', { body: { name: 'Acme' } });
  assert.equal(
    [closed.status, closed.at('error.details.0.path')],
    [400, '/name'],
    'the name of another account',
  );
  await service.settled();
  const [foreign, missing] = [owner.keyId, '0'.repeat(20)];
  for (const id of [foreign, missing]) {
    const read = await stranger.api('GET', `/keys/${id}`);
    const revoked = await stranger.api('POST', `/keys/${id}/revoke`);
    assert.equal([read.status, revoked.status], [404, 404], `${read.text} ${revoked.text}`);
  }
  assert.not.match((await stranger.api('GET', '/keys')).text, owner.keyId);
  const issued = await stranger.api('POST', '/keys', { body: { name: 'mine', scopes: ['forms:read'] } });
  assert.is(issued.status, 201, issued.text);
  await service.settled();
  assert.not.match((await owner.api('GET', '/keys')).text, String(issued.at('id')));
  assert.is((await owner.api('GET', `/keys/${owner.keyId}`)).at('revoked_at'), null);
});

/** The operations of the public API that the tests of this file cover; own-webhooks.test.ts covers those of webhooks. */
const covered = [
  'GET /forms',
  'GET /forms/{id}',
  'GET /forms/{id}/answers',
  'POST /forms',
  'PATCH /forms',
  'GET /submissions',
  'GET /submissions/{id}',
  'POST /submissions',
  'PATCH /submissions/{id}',
  'POST /submissions/{id}/payment',
  'POST /submissions/{id}/revoke-links',
  'GET /account',
  'PATCH /account',
  'POST /account/close',
  'GET /keys',
  'POST /keys',
  'GET /keys/{id}',
  'POST /keys/{id}/revoke',
  'GET /members',
  'PATCH /members/{person}',
  'DELETE /members/{person}',
  'GET /members/{person}/notices',
  'PUT /members/{person}/notices',
  'GET /notices',
  'GET /invitations',
  'POST /invitations',
  'POST /invitations/{invitation}/send',
  'DELETE /invitations/{invitation}',
  'GET /embedding',
  'PUT /embedding',
  'GET /export',
  'GET /payment-providers/stripe',
  'PUT /payment-providers/stripe',
  'DELETE /payment-providers/stripe',
];
/** test/api/files and test/api/pictures cover these. */
const ofFiles = /^\w+ \/(files|pictures)/;
const ofWebhooks = /^\w+ \/(destinations|deliveries|recover|cancell)/;

test('no operation of the public API is left out', () => {
  const base = '/api/public/v1';
  const found = operations
    .filter(([, path]) => path.startsWith(base))
    .map(([method, path]) => `${method} ${path.slice(base.length)}`);
  assert.equal(
    found.filter((operation) => !ofWebhooks.test(operation) && !ofFiles.test(operation)).sort(),
    [...covered].sort(),
    'a new operation needs a test here of what a key of another account gets',
  );
});

test('no operation of the admin API takes the key of an account', async () => {
  const admin = operations.filter(([, path]) => path.startsWith('/api/admin/'));
  assert.ok(admin.length > 40, `${admin.length} operations`);
  for (const [n, [method, path]] of admin.entries()) {
    // Requests without a valid token are counted by address.
    const remoteAddress = `203.0.113.${n}`;
    const url = path.replace(/\{\w+\}/g, theirs.accountId);
    for (const headers of [{ 'x-api-key': mine.key }, { authorization: `Bearer ${mine.key}` }]) {
      const { status, text } = await service.inject({ method, url, headers, remoteAddress });
      assert.is(status, 401, `${method} ${path}: ${text}`);
    }
  }
});

test('a key creates and changes resources of its own account only', async () => {
  const made = await mine.api('POST', '/forms', { body: { title: 'Mine', fields: [nameField] } });
  assert.is(made.status, 201, made.text);
  const form = await service.admin('GET', `/forms/${String(made.at('id'))}`, {
    headers: { 'x-read-after': made.header('x-log-position') ?? '' },
  });
  assert.is(form.at('account_id'), mine.accountId);
  const body = { origins: ['https://mine.example'] };
  assert.is((await mine.api('PUT', '/embedding', { body })).status, 200);
  assert.equal((await mine.api('GET', '/embedding')).at('origins'), body.origins);
  assert.is((await theirs.api('GET', '/embedding')).at('origins'), null);
  const stripe = (who: typeof mine, method: 'GET' | 'PUT' | 'DELETE', sent?: object) =>
    who.api(method, '/payment-providers/stripe', sent && { body: sent });
  const secret = { signing_secret: `whsec_${'a1'.repeat(16)}` };
  assert.match(String((await stripe(mine, 'PUT', secret)).at('url')), mine.accountId);
  assert.is((await stripe(theirs, 'GET')).at('configured_at'), null);
  assert.is((await stripe(theirs, 'DELETE')).status, 204);
  assert.is.not((await stripe(mine, 'GET')).at('configured_at'), null);
});

test('an export has nothing of another account', async () => {
  const exported = await service.app.inject({
    url: '/api/public/v1/export',
    headers: { 'x-api-key': mine.key },
  });
  assert.is(exported.statusCode, 200, exported.payload);
  const members = readZip(exported.rawPayload);
  assert.match(members.get('account.json') ?? '', mine.accountId);
  for (const [path, text] of members)
    for (const foreign of [theirs.accountId, formId, submissionId, 'secret"'])
      assert.not.ok(text.includes(foreign), `${path}: ${foreign}`);
});

test('lists contain resources of the account only', async () => {
  assert.not.match((await mine.api('GET', '/forms')).text, formId);
  assert.is((await mine.api('GET', '/submissions')).at('count'), 0);
  assert.is((await theirs.api('GET', '/submissions')).at('count'), 1);
});

test('no resource of the other account has changed', async () => {
  const form = await theirs.api('GET', `/forms?id=${formId}`);
  assert.equal(
    [form.at('title'), form.at('status'), form.at('submission_count'), form.header('etag')],
    ['A form', 'published', 1, '"1"'],
  );
});

test('the same idempotency key of another account reveals nothing', async () => {
  const ownForm = await service.newForm(mine.accountId, [nameField]);
  const headers = { 'idempotency-key': 'shared' };
  const submit = (who: typeof mine, form_id: string) =>
    who.api('POST', '/submissions', { body: { form_id, answers: { name: 'x' } }, headers });
  assert.is((await submit(theirs, formId)).status, 201);
  const own = await submit(mine, ownForm);
  assert.is(own.status, 201);
  assert.is(own.header('idempotency-replayed'), undefined);
});

test.run();
