import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { destinationOf, endedDelivery } from '../../support/ended-deliveries.ts';
import type { Client, TestResponse } from '../../support/injected-requests.ts';
import { isObject, type Json, part } from '../../support/json-schema.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('webhooks of the account of a key');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let theirs: typeof mine;
/** Every route of the public API that concerns webhooks, from the OpenAPI document. */
let routes: readonly (readonly [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string])[];

test.before(async () => {
  service = await startService();
  [mine, theirs] = [await service.newAccount(), await service.newAccount()];
  const document = JSON.parse((await service.inject({ method: 'GET', url: '/openapi.json' })).text) as Json;
  const base = '/api/public/v1';
  routes = Object.entries(Object(part(document, 'paths')) as Record<string, Json>)
    .filter(([path]) => /^\/api\/public\/v1\/(destinations|deliveries|recover|cancell)/.test(path))
    .flatMap(([path, item]) =>
      (['GET', 'POST', 'PATCH', 'DELETE'] as const)
        .filter((method) => isObject(part(item, method.toLowerCase())))
        .map((method) => [method, path.slice(base.length)] as const),
    );
});
test.after(() => service.close());

const bodies: Readonly<Record<string, object>> = {
  'POST /destinations': { label: 'CRM', url: 'https://crm.example/hooks' },
  'PATCH /destinations/{id}': { label: 'Mine now' },
  'POST /recoveries': { since: '2020-01-01T00:00:00Z' },
  'POST /cancellations': { since: '2020-01-01T00:00:00Z' },
};
const send = (api: Client, method: string, path: string, id: string): Promise<TestResponse> => {
  const body = bodies[`${method} ${path}`];
  return api(method as 'GET', path.replace('{id}', id), { ...(body && { body }) });
};

test('the public API has the routes of webhooks', () => {
  assert.is(routes.length, 29);
});

test('each route needs its scope', async () => {
  const keyWith = async (...scopes: string[]): Promise<Client> => {
    const body = { name: 'limited', scopes };
    const issued = await service.admin('POST', `/accounts/${mine.accountId}/keys`, { body });
    return service.withKey(String(issued.at('key')));
  };
  const reader = await keyWith('webhooks:read');
  const writer = await keyWith('webhooks:write', 'forms:write', 'submissions:read');
  for (const [method, path] of routes) {
    const [allowed, denied] = method === 'GET' ? [reader, writer] : [writer, reader];
    const refused = await send(denied, method, path, 'none');
    const scope = `webhooks:${method === 'GET' ? 'read' : 'write'}`;
    assert.equal(
      [refused.status, refused.at('error.code'), refused.at('error.details.required_scope')],
      [403, 'insufficient_scope', scope],
      `${method} ${path}`,
    );
    assert.is.not((await send(allowed, method, path, 'none')).at('error.code'), 'insufficient_scope');
  }
});

test('every route answers a resource of another account as an unknown one', async () => {
  const destinationId = await destinationOf(service, theirs.accountId);
  const deliveryId = await endedDelivery(service, {
    accountId: theirs.accountId,
    destinationId,
    end: 'failed',
  });
  const requested = await theirs.api('POST', '/recoveries', { body: bodies['POST /recoveries'] ?? {} });
  assert.is(requested.status, 202, requested.text);
  const cancelling = await theirs.api('POST', '/cancellations', {
    body: bodies['POST /cancellations'] ?? {},
  });
  await service.settled();
  const before = await theirs.api('GET', `/destinations/${destinationId}`);
  const ids: Readonly<Record<string, string>> = {
    destinations: destinationId,
    deliveries: deliveryId,
    recoveries: String(requested.at('id')),
    cancellations: String(cancelling.at('id')),
  };
  const withoutIds = ({ text }: TestResponse): string =>
    text.replace(/"request_id":"[^"]+"/, '').replace(/(?<=The \w+ )\S+(?= does not exist)/, '');
  for (const [method, path] of routes.filter(([, each]) => each.includes('{id}'))) {
    const id = ids[path.split('/')[1] ?? ''] ?? '';
    const foreign = await send(mine.api, method, path, id);
    const missing = await send(mine.api, method, path, 'none');
    assert.is(foreign.status, 404, `${method} ${path}: ${foreign.text}`);
    assert.is(withoutIds(foreign), withoutIds(missing), `${method} ${path}`);
  }
  for (const [list, id] of Object.entries(ids))
    assert.not.match((await mine.api('GET', `/${list}`)).text, id, list);
  const recoverable = await mine.api('GET', `/recoverable?destination_id=${destinationId}`);
  assert.is(recoverable.at('error.code'), 'not_found');
  assert.is((await theirs.api('GET', `/destinations/${destinationId}`)).text, before.text);
});

test('an erased delivery of another account is answered as an unknown one', async () => {
  const destinationId = await destinationOf(service, theirs.accountId);
  const formId = await service.newForm(theirs.accountId);
  const made = await theirs.api('POST', '/submissions', {
    body: { form_id: formId, answers: { name: 'x' } },
  });
  const submissionId = String(made.at('id'));
  const deliveryId = await endedDelivery(service, {
    accountId: theirs.accountId,
    destinationId,
    end: 'failed' as const,
    formId,
    submissionId,
  });
  await service.settled();
  const erased = await service.admin('POST', `/submissions/${submissionId}/erase`);
  assert.ok(erased.status < 300, erased.text);
  await service.settled();
  assert.is((await mine.api('GET', `/deliveries/${deliveryId}`)).status, 404);
});

test('a destination is added, listed, changed, disabled, enabled, pinged, rotated and removed with a key', async () => {
  const { api } = await service.newAccount();
  const added = await api('POST', '/destinations', { body: bodies['POST /destinations'] ?? {} });
  assert.is(added.status, 201, added.text);
  const id = String(added.at('id'));
  assert.is(added.header('location'), `/api/public/v1/destinations/${id}`);
  const position = { headers: { 'x-read-after': added.header('x-log-position') ?? '' } };
  const listed = await api('GET', '/destinations', position);
  assert.equal([listed.at('count'), listed.at('data.0.id')], [1, id]);
  assert.is((await api('PATCH', `/destinations/${id}`, { body: { label: 'New' } })).at('label'), 'New');
  assert.is((await api('POST', `/destinations/${id}/disable`)).at('enabled'), false);
  assert.is((await api('POST', `/destinations/${id}/enable`)).at('enabled'), true);
  assert.is((await api('POST', `/destinations/${id}/ping`)).status, 202);
  const rotated = await api('POST', `/destinations/${id}/rotate-secret`);
  assert.is.not(rotated.at('signing_secret'), added.at('signing_secret'));
  const removed = await api('DELETE', `/destinations/${id}`);
  assert.is(removed.status, 204);
  const after = { headers: { 'x-read-after': removed.header('x-log-position') ?? '' } };
  assert.is((await api('GET', `/destinations`, after)).at('count'), 0);
});

test('the history of a destination names the key that changed it', async () => {
  const added = await mine.api('POST', '/destinations', { body: bodies['POST /destinations'] ?? {} });
  const history = await service.admin('GET', `/destinations/${String(added.at('id'))}/history`);
  assert.equal(history.at('data.0.actor'), { kind: 'key', id: mine.keyId });
});

test('copies of read models are for operators', async () => {
  const refused = await mine.api('GET', '/deliveries?projection=copy');
  assert.equal([refused.status, refused.at('error.details.0.code')], [400, 'unknown_field']);
});

test('a form is created and its fields are changed with forms:write', async () => {
  const { api } = await service.newAccount();
  const fields = [{ label: 'What is your name?', kind: 'short_text', key: 'name' }];
  const created = await api('POST', '/forms', { body: { title: 'Poll', fields } });
  assert.is(created.status, 201, created.text);
  const id = String(created.at('id'));
  assert.is(created.header('location'), `/api/public/v1/forms?id=${id}`);
  const more = [...fields, { label: 'Tea?', kind: 'yes_no', key: 'tea' }];
  const changed = await api('PATCH', '/forms', { body: { id, fields: more, status: 'published' } });
  assert.is(changed.status, 200, changed.text);
  assert.equal([changed.at('fields.1.key'), changed.at('status')], ['tea', 'published']);
  const submitted = await api('POST', '/submissions', {
    body: { form_id: id, answers: { name: 'Ada', tea: true } },
  });
  assert.is(submitted.status, 201, submitted.text);
  const wrong = await api('PATCH', '/forms', {
    body: { id, fields: [{ label: 'x', kind: 'single_choice' }] },
  });
  assert.is(wrong.at('error.details.0.path'), '/fields/0/options');
});

test('an idempotency key of the account creates another form than the same key of an operator', async () => {
  const { accountId, api } = await service.newAccount();
  const request = { body: { title: 'Poll', fields: [] }, headers: { 'idempotency-key': 'poll' } };
  const own = await api('POST', '/forms', request);
  const byOperator = await service.admin('POST', `/accounts/${accountId}/forms`, request);
  assert.equal([own.status, byOperator.status], [201, 201], own.text);
  assert.is.not(own.at('id'), byOperator.at('id'));
  assert.is((await api('POST', '/forms', request)).at('id'), own.at('id'));
});

test.run();
