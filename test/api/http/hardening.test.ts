import { connect } from 'node:net';
import { MongoNetworkError } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../support/eventually.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('hardening');
let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

/** What the service answers to these bytes. */
async function raw(bytes: string): Promise<string> {
  const address = service.app.server.address();
  const url = address === null ? await service.app.listen({ host: '127.0.0.1', port: 0 }) : '';
  const port = typeof address === 'object' && address ? address.port : Number(new URL(url).port);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data) => (text += data.toString()));
    socket.on('error', reject).on('close', () => resolve(text));
  });
}

test('malformed HTTP gets an error of the catalogue with the usual headers', async () => {
  for (const [bytes, status, code] of [
    ['NONSENSE\r\n\r\n', 400, 'invalid_request'],
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 413, 'payload_too_large'],
    [
      'GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
      'invalid_request',
    ],
  ] as const) {
    const answer = await raw(bytes);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(answer, `"code":"${code}"`);
    for (const name of [
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'ratelimit',
      'x-request-id',
    ])
      assert.match(answer, new RegExp(`^${name}: `, 'm'));
  }
});

test('a slow client is cut off at the time limit', () => {
  const { server } = service.app;
  // That of a request with a file; slow-clients.test.ts has the shorter one of all others.
  assert.equal([server.headersTimeout, server.requestTimeout, server.timeout], [10_000, 3_600_000, 60_000]);
});

test('every response has the rate headers of the IETF', async () => {
  const { api } = await service.newAccount();
  const answer = await api('GET', '/forms');
  assert.match(answer.header('ratelimit-policy') ?? '', /^"key";q=10000;w=60$/);
  assert.match(answer.header('ratelimit') ?? '', /^"key";r=9999;t=\d+$/);
  for (const url of ['/nope', '/healthz', '/openapi.json', '/api/admin/v1/accounts/%zz'])
    assert.match(
      (await service.inject({ method: 'GET', url })).header('ratelimit') ?? '',
      /^"address";r=\d+;t=\d+$/,
      url,
    );
});

test('a repeated PATCH with an idempotency key has one effect and the same response', async () => {
  const { accountId, api } = await service.newAccount();
  const id = await service.newForm(accountId);
  const patch = (body: object, key: string, more = {}) =>
    api('PATCH', '/forms', { body, headers: { 'idempotency-key': key, ...more } });
  const first = await patch({ id, title: 'One' }, 'a', { 'if-match': '"1"' });
  assert.is(first.status, 200, first.text);
  await api('PATCH', '/forms', { body: { id, title: 'Two' } });
  const again = await patch({ title: 'One', id }, 'a', { 'if-match': '"1"' });
  assert.equal(
    [
      again.status,
      again.text,
      again.header('etag'),
      again.header('x-log-position'),
      again.header('idempotency-replayed'),
    ],
    [200, first.text, first.header('etag'), first.header('x-log-position'), 'true'],
  );
  assert.is((await patch({ id, title: 'Other' }, 'a')).at('error.code'), 'idempotency_mismatch');
  assert.is((await patch({ id, title: 'X' }, 'b', { 'if-match': '"0"' })).status, 412);
  assert.is((await patch({ id, title: 'X' }, 'b')).status, 200, 'what was refused may be tried again');
});

test('a refused request is answered although its idempotency claim cannot be released', async () => {
  const { accountId, api } = await service.newAccount();
  const id = await service.newForm(accountId);
  const { idempotency } = service.deps;
  const { abandon } = idempotency;
  Object.assign(idempotency, { abandon: () => Promise.reject(new Error('planted')) });
  try {
    const headers = { 'idempotency-key': 'c', 'if-match': '"0"' };
    assert.is((await api('PATCH', '/forms', { body: { id, title: 'X' }, headers })).status, 412);
  } finally {
    Object.assign(idempotency, { abandon });
  }
});

test('operators see when a key was last used', async () => {
  const { accountId, api, keyId } = await service.newAccount();
  const list = () => service.admin('GET', `/accounts/${accountId}/keys`);
  await service.settled();
  assert.is((await list()).at('data.0.last_used_at'), null);
  await api('GET', '/forms');
  const used = await list();
  assert.is(used.at('data.0.id'), keyId);
  assert.match(String(used.at('data.0.last_used_at')), /^\d{4}-\d\d-\d\dT/);
});

test('a read store that fails, hangs up or sends garbage is 503 or 500 without internal details', async () => {
  const { api } = await service.newAccount();
  const { submissions } = service.deps.queries;
  const { list } = submissions;
  const cases = [
    [() => Promise.reject(new MongoNetworkError('planted-inside')), 503, 'unavailable'],
    [() => Promise.resolve({ items: null, next: 'planted-inside' }), 500, 'server_error'],
    [() => Promise.resolve(undefined), 500, 'server_error'],
  ] as const;
  for (const [broken, status, code] of cases) {
    Object.assign(submissions, { list: broken });
    const answer = await api('GET', '/submissions');
    assert.equal([answer.status, answer.at('error.code')], [status, code]);
    assert.not(answer.text.includes('planted'));
    assert.ok(answer.header('x-ratelimit-limit'));
    if (status === 503) assert.ok(answer.header('retry-after'));
  }
  Object.assign(submissions, { list });
});

test('a form, cursor or list of one account is not accepted for another, even from an operator', async () => {
  const [mine, theirs] = [await service.newAccount(), await service.newAccount()];
  const form = await service.newForm(theirs.accountId);
  await service.newForm(mine.accountId);
  await service.newForm(mine.accountId);
  const destination = { label: 'x', url: 'https://example.com', form_id: form };
  const foreign = await service.admin('POST', `/accounts/${mine.accountId}/destinations`, {
    body: destination,
  });
  assert.is(foreign.at('error.code'), 'not_found');
  await service.settled();
  const cursor = String(
    (await service.admin('GET', `/accounts/${mine.accountId}/forms?limit=1`)).at('next_cursor'),
  );
  for (const url of [`/accounts/${theirs.accountId}/forms`, `/accounts/${mine.accountId}/keys`, '/accounts'])
    assert.is((await service.admin('GET', `${url}?limit=1&cursor=${cursor}`)).status, 400, url);
  for (const list of ['forms', 'keys', 'destinations', 'deliveries'])
    assert.is((await service.admin('GET', `/accounts/none/${list}`)).status, 404, list);
});

test('the pages load nothing from other sites, and the metrics have labels of routes, not of clients', async () => {
  const policy =
    (await service.inject({ method: 'GET', url: '/docs/' })).header('content-security-policy') ?? '';
  assert.match(policy, "default-src 'none'");
  assert.not.match(policy, /https?:|upgrade-insecure|unsafe|\*/);
  const { text } = await service.inject({ method: 'GET', url: '/metrics' });
  assert.match(
    text,
    /formlog_http_request_duration_seconds_count\{method="GET",route="\/api\/public\/v1\/forms",status="200"\} \d+/,
  );
  assert.not.match(text, 'flg_live');
});

test('an overloaded API refuses early, and health checks still succeed', async () => {
  const busy = await startService({ http: { maxLoopDelayMs: 20 } });
  try {
    const { api } = await busy.newAccount();
    const refused = await eventually('a request is refused', async () => {
      const end = performance.now() + 150;
      while (performance.now() < end);
      const answer = await api('GET', '/forms');
      return answer.status === 503 && answer;
    });
    assert.is(refused.at('error.code'), 'unavailable');
    assert.match(refused.header('retry-after') ?? '', /^\d+$/);
    assert.ok(refused.header('x-ratelimit-limit'));
    assert.is((await busy.inject({ method: 'GET', url: '/healthz' })).status, 200);
  } finally {
    await busy.close();
  }
});

test.run();
