import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { streamOf } from '../../../domain/stream-names.ts';
import { modelId } from '../../../projections/projection.ts';
import { forms } from '../../../projections/read-models/forms/projection.ts';
import { readSkips } from '../../../projections/runner/skips.ts';
import { eventually } from '../../support/eventually.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('read models over the admin API');

let service: TestService;
test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

const nameOf = (names: readonly string[]) => names.toSorted().join(' ');

test('an analyst may rebuild, an auditor may only read', async () => {
  const [, auditor = '', analyst = ''] = service.operatorTokens;
  const { accountId } = await service.newAccount();
  const form = await service.newForm(accountId);
  await service.settled();
  const looked = await service.withToken(auditor)('GET', '/projections/forms');
  assert.equal([looked.status, looked.at('generation')], [200, modelId(forms)]);
  const refused = await service.withToken(auditor)('POST', '/projections/forms/rebuild');
  assert.equal([refused.status, refused.at('error.code')], [403, 'insufficient_scope']);
  const asked = await service.withToken(analyst)('POST', '/projections/forms/rebuild');
  assert.equal([asked.status, asked.at('generations.1.id')], [202, modelId({ ...forms, generation: 2 })]);
  const again = await service.withToken(analyst)('POST', '/projections/forms/rebuild');
  assert.ok(
    again.status === 409 || again.at('generations.2.id') === modelId({ ...forms, generation: 3 }),
    again.text,
  );
  await eventually('it is read', async () => {
    const now = await service.admin('GET', '/projections/forms');
    return now.at('generation') !== modelId(forms);
  });
  const listed = await service.admin('GET', `/projections/forms/documents?account_id=${accountId}`);
  assert.equal([listed.at('count'), listed.at('data.0.id')], [1, form]);
  const others = await service.withToken(analyst)('POST', '/accounts', { body: { name: 'X', plan: 'pro' } });
  assert.is(others.status, 403);
});

test('all read models are listed, and an unknown one is 404', async () => {
  const listed = await service.admin('GET', '/projections');
  const names = (JSON.parse(listed.text) as { data: { name: string; lag_events: number }[] }).data;
  assert.match(
    nameOf(names.map(({ name }) => name)),
    'account-eraser accounts closings deliveries destinations eraser erasures expirations file-sweeper files forms health invitations keys log-purger',
  );
  const asked = await Promise.all([
    service.admin('GET', '/projections/unheard-of'),
    service.admin('GET', '/projections/unheard-of/documents'),
    service.admin('POST', '/projections/unheard-of/verify', { body: {} }),
    service.admin('POST', '/projections/unheard-of/replay', { body: { into: 'aside' } }),
  ]);
  for (const { status, at } of asked) {
    assert.is(status, 404);
    assert.match(String(at('error.message')), 'name unheard-of');
  }
});

test('a replay takes times with an offset and valid log positions only', async () => {
  for (const from of ['2026-01-31T12:00:00', '2026-02-30T12:00:00+99:00', '9'.repeat(19), 'soon']) {
    const asked = await service.admin('POST', '/projections/forms/replay', { body: { from, into: 'aside' } });
    assert.equal([asked.status, asked.at('error.code')], [400, 'invalid_request'], from);
  }
});

test('a copy of a range that ends before it begins is refused', async () => {
  for (const range of [
    { from: '7', to: '6' },
    { from: '2026-01-31T12:00:00Z', to: '2026-01-31T11:00:00Z' },
  ]) {
    const body = { ...range, into: 'reversed' };
    const asked = await service.admin('POST', '/projections/forms/replay', { body });
    assert.equal([asked.status, asked.at('error.code')], [400, 'invalid_request']);
  }
});

test('every list and resource can be read after the position of a write', async () => {
  const { accountId, api } = await service.newAccount();
  const form = await service.newForm(accountId);
  for (let n = 0; n < 20; n++) {
    const made = await api('POST', '/submissions', {
      body: { form_id: form, answers: { name: `Ada ${n}` } },
    });
    const headers = { 'x-read-after': made.header('x-log-position') ?? '' };
    const reads = await Promise.all([
      api('GET', `/submissions?id=${String(made.at('id'))}`, { headers }),
      api('GET', '/submissions?limit=1', { headers }),
      api('GET', `/forms?id=${form}`, { headers }),
      service.admin('GET', `/projections/submissions/documents?id=${String(made.at('id'))}`, { headers }),
    ]);
    assert.equal(
      [...reads.map(({ status }) => status), reads[1].at('data.0.id'), reads[2].at('submission_count')],
      [200, 200, 200, 200, made.at('id'), n + 1],
    );
    assert.is(reads[3].at('count'), 1);
  }
});

test('an event can be skipped only where a projection is stopped at it', async () => {
  const body = { event_id: '0c1f7d0e-52a8-4f0e-9c57-0f6f2f7f7f01', reason: 'none' };
  const refused = await service.admin('POST', '/projections/forms/skips', { body });
  assert.equal([refused.status, refused.at('error.code')], [409, 'conflict']);
  assert.is((await readSkips(service.log, { name: 'forms' })).size, 0);
  assert.is(streamOf.projection('forms'), 'projection-forms');
});

test('lists and single resources can be read from a copy', async () => {
  const { accountId } = await service.newAccount();
  const form = await service.newForm(accountId);
  const named = await service.admin('PATCH', `/forms/${form}`, { body: { title: 'As it was' } });
  const range = { to: named.header('x-log-position'), into: 'forms-then' };
  const title = (path: string) => async () => (await service.admin('GET', path)).at('title');
  const made = await service.admin('POST', '/projections/forms/replay', { body: range });
  assert.is(made.status, 202, made.text);
  const then = title(`/forms/${form}?projection=forms-then`);
  await eventually('the copy is ready', async () => (await then()) === 'As it was');
  await service.admin('PATCH', `/forms/${form}`, { body: { title: 'Renamed' } });
  await service.newForm(accountId);
  await service.settled();
  assert.equal([await then(), await title(`/forms/${form}`)()], ['As it was', 'Renamed']);
  const listed = await service.admin('GET', `/accounts/${accountId}/forms?projection=forms-then&limit=1`);
  assert.equal([listed.at('count'), listed.at('data.0.id'), listed.at('has_more')], [1, form, false]);
  const wrong = ['/deliveries', `/accounts/${accountId}/deliveries`, `/deliveries/${form}`];
  for (const path of [...wrong, `/forms/${form}`])
    for (const copy of path.startsWith('/forms/') ? ['unheard-of'] : ['unheard-of', 'forms-then']) {
      const refused = await service.admin('GET', `${path}?projection=${copy}`);
      assert.equal([refused.status, refused.at('error.code')], [404, 'not_found'], `${path} ${copy}`);
    }
});

test('destinations, keys, accounts and recoveries can be read from a copy', async () => {
  const { accountId, keyId } = await service.newAccount();
  const ofAccount = (what: string) => `/accounts/${accountId}/${what}`;
  const target = await service.admin('POST', ofAccount('destinations'), {
    body: { label: 'As it was', url: 'https://example.com/hook' },
  });
  const recovery = await service.admin('POST', ofAccount('recoveries'), {
    body: { since: '2026-01-01T00:00:00Z' },
  });
  const id = String(target.at('id'));
  const recoveryId = String(recovery.at('id'));
  const end = recovery.header('x-log-position') ?? '';
  const copies = ['accounts', 'destinations', 'keys', 'recoveries'];
  for (const model of copies)
    await service.admin('POST', `/projections/${model}/replay`, { body: { to: end, into: `${model}-then` } });
  const isReady = async (model: string) =>
    (await service.admin('GET', `/projections/${model}-then`)).at('state') === 'ready';
  await eventually('the copies are ready', async () =>
    (await Promise.all(copies.map(isReady))).every(Boolean),
  );
  const changes = [
    await service.admin('PATCH', `/accounts/${accountId}`, { body: { plan: 'free' } }),
    await service.admin('PATCH', `/destinations/${id}`, { body: { label: 'Renamed' } }),
    await service.admin('POST', `/keys/${keyId}/revoke`),
    await service.admin('POST', `/recoveries/${recoveryId}/cancel`),
    await service.admin('POST', ofAccount('keys'), { body: { name: 'later' } }),
  ];
  assert.equal(new Set(changes.map(({ status }) => status)), new Set([200, 201]));
  await service.settled();

  const cases = [
    { path: `/accounts/${accountId}`, copy: 'accounts', part: 'plan', then: 'business', now: 'free' },
    { path: `/destinations/${id}`, copy: 'destinations', part: 'label', then: 'As it was', now: 'Renamed' },
    {
      path: ofAccount('destinations'),
      copy: 'destinations',
      part: 'data.0.label',
      then: 'As it was',
      now: 'Renamed',
    },
    { path: ofAccount('keys'), copy: 'keys', part: 'count', then: 1, now: 2 },
    {
      path: `/recoveries/${recoveryId}`,
      copy: 'recoveries',
      part: 'status',
      then: 'running',
      now: 'cancelled',
    },
    {
      path: ofAccount('recoveries'),
      copy: 'recoveries',
      part: 'data.0.status',
      then: 'running',
      now: 'cancelled',
    },
  ] as const;
  for (const { path, copy, part, then, now } of cases) {
    const asked = await service.admin('GET', `${path}?projection=${copy}-then`);
    assert.equal([asked.at(part), (await service.admin('GET', path)).at(part)], [then, now], path);
    const other = copy === 'keys' ? 'accounts-then' : 'keys-then';
    const refused = await service.admin('GET', `${path}?projection=${other}`);
    assert.equal(
      [refused.status, refused.at('error.code'), refused.at('error.message')],
      [404, 'not_found', `${copy} has no copy named ${other}.`],
    );
  }
  const all = await service.admin('GET', '/accounts?limit=100&projection=accounts-then');
  assert.ok(all.text.includes(accountId));
  assert.is((await service.admin('GET', '/accounts?projection=keys-then')).status, 404);
});

test('operations that read the log or the present refuse a copy', async () => {
  const { accountId } = await service.newAccount();
  const form = await service.newForm(accountId);
  const paths = [
    `/accounts/${accountId}/history`,
    `/accounts/${accountId}/audit`,
    `/forms/${form}/history`,
    '/exports/events',
    `/accounts/${accountId}/recoverable`,
    '/deliveries/changes',
    '/destinations/template',
  ];
  for (const path of paths) {
    const refused = await service.admin('GET', `${path}?projection=forms`);
    assert.equal([refused.status, refused.at('error.code')], [400, 'invalid_request'], path);
    assert.ok(refused.text.includes('projection'), refused.text);
  }
});

test('the export of a copy leaves out submissions that were erased since', async () => {
  const { accountId, api } = await service.newAccount();
  const form = await service.newForm(accountId);
  const submit = async (name: string) => {
    const made = await api('POST', '/submissions', { body: { form_id: form, answers: { name } } });
    return { id: String(made.at('id')), position: made.header('x-log-position') };
  };
  const gone = await submit('Ada');
  const kept = await submit('Bea');
  const copied = async (model: string, into: string, to: string | undefined) => {
    const asked = await service.admin('POST', `/projections/${model}/replay`, { body: { to, into } });
    assert.is(asked.status, 202);
    await eventually(
      'the copy is ready',
      async () => (await service.admin('GET', `/projections/${into}`)).at('state') === 'ready',
    );
  };
  await copied('submissions', 'submissions-then', kept.position);
  const later = await submit('Cleo');
  const idsIn = async (query: string) => {
    const headers = { 'x-read-after': later.position ?? '' };
    const path = `/forms/${form}/exports/submissions${query}`;
    const { status, text } = await service.admin('GET', path, { headers });
    assert.is(status, 200, text);
    const lines = text.split('\n').filter((line) => line !== '');
    return lines.map((line) => (JSON.parse(line) as { id: string }).id);
  };
  assert.equal(await idsIn(''), [gone.id, kept.id, later.id]);
  assert.equal(await idsIn('?projection=submissions-then'), [gone.id, kept.id]);
  const erased = await service.admin('POST', `/submissions/${gone.id}/erase`);
  later.position = erased.header('x-log-position');
  assert.equal(await idsIn('?projection=submissions-then'), [kept.id]);
  const path = `/projections/submissions-then/documents?account_id=${accountId}`;
  const headers = { 'x-read-after': later.position ?? '' };
  const documents = await service.admin('GET', path, { headers });
  assert.equal([documents.at('count'), documents.at('data.0.id')], [1, kept.id]);
  await copied('erasures', 'erasures-then', later.position);
  const erasures = await service.admin('GET', '/projections/erasures-then/documents');
  assert.ok(erasures.text.includes(gone.id), 'a copy of the erasures tells of them');
});

test.run();
