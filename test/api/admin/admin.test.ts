import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { delivery } from '../../../domain/delivery/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { newId } from '../../../log/ids.ts';
import type { TestResponse } from '../../support/injected-requests.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('admin API');
let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

/** Reads what a write made, as soon as the read model holds it. */
const after = (write: TestResponse, url: string) =>
  service.admin('GET', url, { headers: { 'x-read-after': write.header('x-log-position') ?? '' } });

test('accounts: opened, listed, read, moved to another plan', async () => {
  const id = `acme-${newId()}`;
  const opened = await service.admin('POST', '/accounts', { body: { id, name: 'Acme', plan: 'free' } });
  assert.is(opened.status, 201);
  assert.equal([opened.at('id'), opened.at('name'), opened.at('plan')], [id, 'Acme', 'free']);
  const again = await service.admin('POST', '/accounts', { body: { id, name: 'Acme', plan: 'free' } });
  assert.is(again.at('error.code'), 'conflict');
  const gold = await service.admin('POST', '/accounts', { body: { name: 'Acme', plan: 'gold' } });
  assert.equal([gold.status, gold.at('error.details.0.path')], [400, '/plan']);
  assert.is(
    (await service.admin('POST', '/accounts', { body: { id: 'a b', name: 'x', plan: 'free' } })).status,
    400,
  );
  const moved = await service.admin('PATCH', `/accounts/${id}`, { body: { plan: 'pro' } });
  assert.equal(JSON.parse(moved.text), { ...(JSON.parse(opened.text) as object), plan: 'pro' });
  assert.is((await after(moved, `/accounts/${id}`)).at('plan'), 'pro');
  const list = await service.admin('GET', '/accounts?limit=1');
  assert.equal(
    [list.at('count'), list.at('data.0.id'), list.at('data.0.created_at')],
    [1, id, opened.at('created_at')],
  );
  assert.is((await service.admin('GET', '/accounts/none')).status, 404);
  assert.is((await service.admin('PATCH', '/accounts/none', { body: { plan: 'pro' } })).status, 404);
});

test('accounts: the language and the time zone of new forms', async () => {
  const locale = { language: 'de-at', time_zone: 'Europe/Vienna' };
  const opened = await service.admin('POST', '/accounts', {
    body: { name: 'A', plan: 'business', ...locale },
  });
  const id = String(opened.at('id'));
  const url = `/accounts/${id}`;
  const localeOf = (answer: TestResponse) => [answer.at('language'), answer.at('time_zone')];
  assert.equal(localeOf(opened), ['de-AT', 'Europe/Vienna']);
  assert.equal(localeOf(await after(opened, url)), ['de-AT', 'Europe/Vienna']);
  const newForm = async (own: object = {}) => {
    const body = { title: 'A form', fields: [nameField], status: 'published', ...own };
    const made = await service.admin('POST', `${url}/forms`, { body });
    assert.is(made.status, 201, made.text);
    return made;
  };
  const first = await newForm();
  assert.equal(localeOf(first), ['de-AT', 'Europe/Vienna']);
  assert.equal(localeOf(await newForm({ language: 'fr', time_zone: null })), ['fr', undefined]);
  const change = { language: null, time_zone: 'America/New_York' };
  const changed = await service.admin('PATCH', url, { body: change });
  assert.equal([changed.status, ...localeOf(changed)], [200, undefined, 'America/New_York']);
  assert.equal(localeOf(await after(changed, url)), [undefined, 'America/New_York']);
  assert.equal(localeOf(await newForm()), [undefined, 'America/New_York']);
  assert.equal(localeOf(await after(changed, `/forms/${String(first.at('id'))}`)), [
    'de-AT',
    'Europe/Vienna',
  ]);
  const wrong = { plan: 'gold', language: 'german', time_zone: '+02:00' };
  for (const refused of [
    await service.admin('PATCH', url, { body: wrong }),
    await service.admin('POST', '/accounts', { body: { name: 'A', ...wrong } }),
  ]) {
    assert.is(refused.status, 400);
    const paths = [0, 1, 2].map((index) => refused.at(`error.details.${index}.path`));
    assert.equal(paths, ['/plan', '/language', '/time_zone']);
  }
  assert.is((await service.admin('PATCH', url, { body: {} })).status, 400);
});

test('names of invisible characters are refused as blank', async () => {
  const { accountId } = await service.newAccount();
  for (const name of ['\u200b', '\u2060\u00ad', '\u3164', '\u2800 ']) {
    const form = await service.admin('POST', `/accounts/${accountId}/forms`, {
      body: { title: name, fields: [] },
    });
    const key = await service.admin('POST', `/accounts/${accountId}/keys`, { body: { name } });
    for (const refused of [form, key])
      assert.equal([refused.status, refused.at('error.details.0.message')], [400, 'Must not be blank.']);
  }
});

test('keys: shown once, listed without their hash, revoked, limited to ten', async () => {
  const { accountId, keyId } = await service.newAccount();
  const url = `/accounts/${accountId}/keys`;
  const issued = await service.admin('POST', url, { body: { name: 'CI', scopes: ['forms:read'] } });
  assert.is(issued.status, 201);
  assert.is(issued.header('cache-control'), 'private, no-store');
  const list = await after(issued, url);
  assert.is(list.at('count'), 2);
  assert.equal(list.names('data.0').sort(), [
    'created_at',
    'expires_at',
    'id',
    'last_used_at',
    'name',
    'revoked_at',
    'scopes',
  ]);
  const revoked = await service.admin('POST', `/keys/${keyId}/revoke`);
  assert.is(revoked.status, 200);
  assert.type(revoked.at('revoked_at'), 'string');
  assert.is((await service.admin('POST', '/keys/none/revoke')).status, 404);
  const more = await Promise.all(
    Array.from({ length: 12 }, () => service.admin('POST', url, { body: { name: 'x' } })),
  );
  assert.is(more.filter(({ status }) => status === 201).length, 9);
  assert.is(more.find(({ status }) => status !== 201)?.at('error.code'), 'plan_limit_reached');
  for (const body of [
    {},
    { name: '' },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['all'] },
    { name: 'x', expires_at: 'soon' },
  ])
    assert.is(
      (await service.admin('POST', url, { body })).at('error.code'),
      'invalid_request',
      JSON.stringify(body),
    );
  assert.is((await service.admin('POST', '/accounts/none/keys', { body: { name: 'x' } })).status, 404);
});

test('forms: created once under an idempotency key, read, changed with their fields', async () => {
  const { accountId } = await service.newAccount();
  const body = { title: 'Poll', fields: [nameField], status: 'published' };
  const create = () =>
    service.admin('POST', `/accounts/${accountId}/forms`, { body, headers: { 'idempotency-key': 'poll' } });
  const [first, second] = [await create(), await create()];
  assert.is(first.status, 201, first.text);
  assert.is(second.at('id'), first.at('id'));
  assert.equal(
    [first.header('idempotency-replayed'), second.header('idempotency-replayed')],
    [undefined, 'true'],
  );
  const other = await service.admin('POST', `/accounts/${accountId}/forms`, {
    body: { ...body, title: 'Another' },
    headers: { 'idempotency-key': 'poll' },
  });
  assert.equal([other.status, other.at('error.code')], [422, 'idempotency_mismatch']);
  const id = String(first.at('id'));
  assert.is(first.header('location'), `/api/admin/v1/forms/${id}`);
  const fields = [
    { ...nameField, label: 'Your name' },
    { label: 'Age', kind: 'number' },
  ];
  const changed = await service.admin('PATCH', `/forms/${id}`, { body: { title: 'Poll 2', fields } });
  assert.is(changed.status, 200, changed.text);
  assert.equal([changed.at('version'), changed.at('fields.0.label')], [2, 'Your name']);
  assert.is(changed.at('fields.0.id'), first.at('fields.0.id'), 'a key that is kept keeps its id');
  const read = await after(changed, `/forms/${id}`);
  assert.equal(JSON.parse(read.text), JSON.parse(changed.text));
  assert.is(read.header('etag'), changed.header('etag'));
  const stale = await service.admin('PATCH', `/forms/${id}`, {
    body: { title: 'x' },
    headers: { 'if-match': '"0"' },
  });
  assert.is(stale.at('error.code'), 'precondition_failed');
  const wrong = await service.admin('PATCH', `/forms/${id}`, {
    body: { fields: [{ label: 'x', kind: 'dropdown' }] },
  });
  assert.equal([wrong.status, wrong.at('error.details.0.path')], [400, '/fields/0/options']);
  const list = await service.admin('GET', `/accounts/${accountId}/forms?status=published`);
  assert.equal([list.at('count'), list.at('data.0.id')], [1, id]);
  assert.is((await service.admin('GET', '/forms/none')).status, 404);
  assert.is((await service.admin('PATCH', '/forms/none', { body: { title: 'x' } })).status, 404);
  assert.is((await service.admin('POST', '/accounts/none/forms', { body })).status, 404);
});

test('destinations: the secret is shown once; enabled, disabled and removed', async () => {
  const { accountId } = await service.newAccount();
  await service.newForm(accountId, [nameField]);
  const url = `/accounts/${accountId}/destinations`;
  const made = await service.admin('POST', url, {
    body: {
      label: 'Mine',
      url: 'http://127.0.0.1:9/hook',
      included_questions: ['Name'],
      concurrency: 2,
      rate_per_second: 0.5,
    },
  });
  assert.is(made.status, 201, made.text);
  assert.match(String(made.at('signing_secret')), /^whsec_[0-9A-Za-z+/]{43}=$/);
  const id = String(made.at('id'));
  const read = await after(made, `/destinations/${id}`);
  assert.is(read.at('signing_secret'), undefined);
  assert.equal([read.at('url'), read.at('included_questions')], ['http://127.0.0.1:9/hook', ['Name']]);
  assert.equal([read.at('concurrency'), read.at('rate_per_second')], [2, 0.5]);
  for (const limits of [{ concurrency: 0 }, { concurrency: 65 }, { rate_per_second: 0 }]) {
    const body = { label: 'Mine', url: 'http://127.0.0.1:9/hook', ...limits };
    assert.is((await service.admin('POST', url, { body })).status, 400, JSON.stringify(limits));
  }
  const off = await service.admin('POST', `/destinations/${id}/disable`);
  assert.equal(
    [off.status, off.at('enabled'), off.at('disabled_because')],
    [200, false, { kind: 'operator' }],
  );
  const on = await service.admin('POST', `/destinations/${id}/enable`);
  assert.equal([on.at('enabled'), on.at('disabled_because')], [true, null]);
  assert.is((await after(on, url)).at('count'), 1);
  const removed = await service.admin('DELETE', `/destinations/${id}`);
  assert.equal([removed.status, removed.text], [204, '']);
  assert.is((await after(removed, `/destinations/${id}`)).status, 404);
  assert.is((await service.admin('DELETE', `/destinations/${id}`)).status, 404);
  for (const body of [
    { label: 'x', url: 'http://example.com' },
    { label: 'x', url: 'nonsense' },
    { label: 'x', url: 'https://example.com', events: ['all'] },
    { label: 'x', url: 'https://example.com', secret: 'mine' },
    { url: 'https://example.com' },
  ])
    assert.is(
      (await service.admin('POST', url, { body })).at('error.code'),
      'invalid_request',
      JSON.stringify(body),
    );
});

test('deliveries: listed, read with their attempts, replayed', async () => {
  const { accountId } = await service.newAccount();
  const target = await service.admin('POST', `/accounts/${accountId}/destinations`, {
    body: { label: 'Mine', url: 'https://example.com/hook' },
  });
  const destinationId = String(target.at('id'));
  const deliveryId = newId();
  const at = service.deps.now().toISOString();
  const subject = {
    deliveryId,
    accountId,
    destinationId,
    source: { stream: 'submission-x', revision: 0, position: '1', eventId: newId() },
    at,
    kind: 'submission.created' as const,
    formId: 'f',
    submissionId: 'x',
    includedQuestions: [],
    publicUrl: 'https://forms.test',
  };
  const failed = await service.deps.aggregates.execute(
    delivery,
    streamOf.delivery(deliveryId),
    [
      {
        type: 'RecordAttempt',
        attempt: 1,
        startedAt: at,
        durationMs: 5,
        retryAfterMs: null,
        random: 0,
        planned: { subject, isSkipped: false },
        at,
        outcome: { kind: 'response', status: 400, excerpt: 'no' },
        schedule: { delaysMs: [], jitter: 0, retryAfterCapMs: 0 },
      },
    ],
    { accountId, actor: { kind: 'system', id: 'test' }, correlationId: 'x', causationId: 'x' },
  );
  if (!failed.ok) throw new Error('the delivery was refused');
  const headers = { 'x-read-after': String(failed.value.position) };
  const url = `/accounts/${accountId}/deliveries`;
  const list = await service.admin('GET', `${url}?destination_id=${destinationId}&status=failed`, {
    headers,
  });
  assert.equal(
    [
      list.at('count'),
      list.at('data.0.id'),
      list.at('data.0.attempts'),
      list.at('data.0.last_outcome.status'),
    ],
    [1, deliveryId, undefined, 400],
  );
  assert.is((await service.admin('GET', `${url}?status=succeeded`)).at('count'), 0);
  assert.is((await service.admin('GET', `${url}?status=lost`)).status, 400);
  const one = await service.admin('GET', `/deliveries/${deliveryId}`);
  assert.equal([one.at('attempts.0.attempt'), one.at('attempts.0.outcome.excerpt')], [1, 'no']);
  const replayed = await service.admin('POST', `/deliveries/${deliveryId}/replay`);
  assert.equal([replayed.status, replayed.at('status')], [202, 'pending']);
  assert.is((await after(replayed, `/deliveries/${deliveryId}`)).at('status'), 'pending');
  await service.admin('POST', `/destinations/${destinationId}/disable`);
  const refused = await service.admin('POST', `/deliveries/${deliveryId}/replay`);
  assert.equal([refused.status, refused.at('error.code')], [409, 'destination_disabled']);
  assert.is((await service.admin('POST', '/deliveries/none/replay')).status, 404);
});

test.run();
