import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { MongoNetworkError, MongoServerError } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { catalogue } from '../../../api/contract/error-catalogue.ts';
import { toApiError } from '../../../api/errors/to-api-error.ts';
import { eventually } from '../../support/eventually.ts';
import { publicBase, type TestResponse } from '../../support/injected-requests.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('errors');
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;

test.before(async () => {
  service = await startService();
  account = await service.newAccount();
  formId = await service.newForm(account.accountId, [nameField]);
  await service.settled();
});
test.after(() => service.close());

const codes: Readonly<Record<string, readonly [number, string]>> = catalogue;

/** An answer of the catalogue, of the one shape, and with the headers that every answer has. */
function assertError(answer: TestResponse, code: string, hasKey = true) {
  assert.is(answer.at('error.code'), code, answer.text);
  assert.is(answer.status, codes[code]?.[0]);
  const { error, ...rest } = Object(JSON.parse(answer.text)) as { error: Record<string, unknown> };
  assert.equal(rest, {});
  assert.equal(
    Object.keys(error).filter((name) => name !== 'details'),
    ['code', 'message', 'request_id'],
  );
  assert.is(answer.header('content-type'), 'application/json; charset=utf-8');
  if (hasKey)
    for (const name of ['limit', 'remaining', 'reset'])
      assert.match(answer.header(`x-ratelimit-${name}`) ?? '', /^\d+$/, name);
}

const sendAs = (contentType: string | null, payload: string) =>
  service.inject({
    method: 'POST',
    url: `${publicBase}/submissions`,
    headers: { 'x-api-key': account.key, ...(contentType !== null && { 'content-type': contentType }) },
    payload,
  });

const whole = () => JSON.stringify({ form_id: formId, answers: { name: 'Ada' } });

test('a body that is not JSON, not UTF-8 or of another type is refused', async () => {
  assertError(await sendAs('application/json', '{"form_id":'), 'invalid_request');
  assertError(await sendAs('application/json', ''), 'invalid_request');
  assertError(await sendAs('application/json', `${whole().slice(0, -1)},"form_id":"x"}`), 'invalid_request');
  assertError(await sendAs('application/json', '['.repeat(5_000)), 'invalid_request');
  assertError(await sendAs('text/plain', whole()), 'unsupported_media_type');
  assertError(await sendAs('application/x-www-form-urlencoded', 'form_id=1'), 'unsupported_media_type');
  assertError(await sendAs('application/jsonx', whole()), 'unsupported_media_type');
  assertError(await sendAs('nonsense', whole()), 'unsupported_media_type');
  assert.is((await sendAs('application/json; charset=utf-8', whole())).status, 201);
});

test('a body that is too large is refused', async () => {
  const body = JSON.stringify({ form_id: formId, answers: { name: 'x'.repeat(4_000_000) } });
  assertError(await sendAs('application/json', body), 'payload_too_large');
});

test('an unknown path is 404, and an unsupported method 405', async () => {
  for (const url of ['/nope', '/forms/1', '/submissions/', '/'])
    assertError(await account.api('GET', url), 'not_found');
  for (const [method, url, allow] of [
    ['DELETE', '/forms', 'GET, HEAD, PATCH, POST'],
    ['PUT', '/submissions', 'GET, HEAD, POST'],
    ['OPTIONS', '/submissions', 'GET, HEAD, POST'],
  ] as const) {
    const answer = await account.api(method, url, { body: 'no JSON' });
    assertError(answer, 'method_not_allowed');
    assert.is(answer.header('allow'), allow);
  }
  assertError(await service.anonymous('DELETE', '/forms'), 'missing_key');
  assertError(await service.admin('PUT', '/accounts'), 'method_not_allowed', false);
  assertError(await service.admin('GET', '/nope'), 'not_found', false);
  assertError(await service.inject({ method: 'GET', url: '/nope' }), 'not_found', false);
  assertError(
    await service.inject({ method: 'GET', url: '/api/admin/v1/accounts/%zz' }),
    'invalid_request',
    false,
  );
});

test('a path that ends with a slash is 404 and names the path without it', async () => {
  for (const [client, base, path] of [
    [account.api, '/api/public/v1', '/forms'],
    [account.api, '/api/public/v1', '/destinations'],
    [service.admin, '/api/admin/v1', '/accounts'],
    [service.admin, '/api/admin/v1', '/destinations'],
  ] as const) {
    const answer = await client('GET', `${path}/?limit=1`);
    assert.equal(
      [answer.status, answer.at('error.message')],
      [404, `The path must not end with a slash: ${base}${path}.`],
    );
  }
});

test('no error has a header that describes the body of a success', async () => {
  const refused = [
    await account.api('GET', '/destinations/template?form_id=nosuch'),
    await service.admin('GET', '/destinations/template?form_id=nosuch'),
    await service.admin('GET', '/forms/nosuch/exports/submissions?format=csv'),
    await service.admin('GET', '/exports/events?from=x'),
    await account.api('PATCH', '/forms', {
      body: { id: formId, title: 'T' },
      headers: { 'if-match': '"99"' },
    }),
  ];
  for (const answer of refused) {
    assert.ok(answer.status >= 400, answer.text);
    for (const header of ['content-disposition', 'etag', 'link', 'location', 'last-modified'])
      assert.is(answer.header(header), undefined, `${header} of ${answer.text}`);
    assert.equal(
      [answer.header('content-type'), answer.header('cache-control')],
      ['application/json; charset=utf-8', 'no-store'],
    );
  }
});

test('HEAD is GET without a body', async () => {
  const answer = await account.api('HEAD', '/forms');
  assert.equal([answer.status, answer.text], [200, '']);
});

test('malformed HTTP gets an error of the catalogue, too', async () => {
  const url = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
  const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request({
      host: url.hostname,
      port: url.port,
      path: '/',
      headers: { x: 'y'.repeat(50_000) },
    });
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.end();
  });
  assert.is(answer.status, 413);
  assert.match(answer.text, /^\{"error":\{"code":"payload_too_large"/);
});

test('an internal error is logged and reveals nothing', async () => {
  const { queries } = service.deps;
  const { list } = queries.forms;
  Object.assign(queries.forms, { list: () => Promise.reject(new Error('the secret inside')) });
  const answer = await account.api('GET', '/forms');
  Object.assign(queries.forms, { list });
  assertError(answer, 'server_error');
  assert.not(answer.text.includes('inside'));
  assert.ok(service.lines.some((line) => line.includes('the secret inside')));
  const ofRequest = service.lines.filter((line) =>
    line.includes(`"request_id":"${answer.header('x-request-id')}"`),
  );
  assert.equal(ofRequest.map((line) => /"msg":"([^"]+)"/.exec(line)?.[1]).sort(), [
    'request',
    'request failed',
  ]);
});

test('an unavailable read store is answered 503, not 500', () => {
  for (const error of [new MongoNetworkError('connection closed'), new MongoServerError({ message: 'x' })])
    assert.is(toApiError(error).code, 'unavailable');
});

/** The error of a socket that is reset while it waits for room to write, as MongoDB's driver passes it on. */
async function resetError(): Promise<unknown> {
  const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect(Object(server.address()) as { port: number });
  socket.write(Buffer.alloc(64 * 1024 ** 2));
  const error: unknown = await once(socket, 'drain').then(
    () => assert.unreachable(),
    (reason: unknown) => reason,
  );
  server.close();
  return error;
}

test('a connection that breaks while the driver writes is answered 503, not 500', async () => {
  for (const error of [await resetError(), Object.assign(new Error('x'), { code: 'ERR_STREAM_DESTROYED' })])
    assert.is(toApiError(error).code, 'unavailable', String(error));
});

test('while the log is unavailable requests get 503 with Retry-After, and succeed when it is back', async () => {
  await service.stopLog();
  const answer = await account.api('POST', '/submissions', {
    body: { form_id: formId, answers: { name: 'Ada' } },
  });
  assertError(answer, 'unavailable', answer.header('x-ratelimit-limit') !== undefined);
  assert.match(answer.header('retry-after') ?? '', /^\d+$/);
  await service.restartLog();
  await eventually('the API is back', async () => {
    const again = await account.api('POST', '/submissions', {
      body: { form_id: formId, answers: { name: 'Ada' } },
      headers: { 'idempotency-key': 'after the outage' },
    });
    return again.status === 201;
  });
});

test.run();
