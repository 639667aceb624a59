import Type from 'typebox';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createClient } from '../../../../app/cli/client/client.ts';
import { ok } from '../../../../domain/result.ts';
import { apiError, type FakeAnswer, startFakeService } from '../fake-service.ts';

const test = suite('the HTTP client');

const Thing = Type.Object({ id: Type.String() });

async function callWith(answer: FakeAnswer | null) {
  const service = await startFakeService(() => answer);
  const client = createClient(() => ok({ baseUrl: `${service.url}/base/`, token: 'secret' }));
  const result = await client.call(
    {
      method: 'POST',
      path: '/things',
      query: { a: 'b c', none: undefined },
      body: { x: 1 },
      idempotencyKey: 'k',
    },
    Thing,
  );
  await service.close();
  return { result, service };
}

test('sends method, path, headers and body, and reads the response', async () => {
  const { result, service } = await callWith({
    status: 201,
    body: { id: '1', more: true },
    headers: { 'idempotency-replayed': 'true' },
  });
  assert.equal(result, { ok: true, value: { value: { id: '1', more: true }, replayed: true, etag: null } });
  const [request] = service.requests;
  assert.is(request?.path, '/base/things?a=b+c');
  assert.is(request?.headers.authorization, 'Bearer secret');
  assert.is(request?.headers['idempotency-key'], 'k');
  assert.equal(request?.body, { x: 1 });
});

test('a read after a write waits for that write', async () => {
  const service = await startFakeService(({ method }) => ({
    status: 200,
    body: { id: '1' },
    ...(method === 'POST' && { headers: { 'x-log-position': '4711' } }),
  }));
  const client = createClient(() => ok({ baseUrl: service.url, token: 't' }));
  for (const method of ['GET', 'POST', 'GET'] as const) await client.call({ method, path: '/' }, Thing);
  await service.close();
  assert.equal(
    service.requests.map(({ headers }) => headers['x-read-after']),
    [undefined, undefined, '4711'],
  );
});

test('an error of the API keeps its code, message and details', async () => {
  const { status, body } = apiError(429, 'rate_limited', { a: 1 });
  const { result } = await callWith({ status, body, headers: { 'retry-after': '7' } });
  assert.not(result.ok);
  if (!result.ok)
    assert.equal(result.error, {
      kind: 'refused',
      status: 429,
      code: 'rate_limited',
      message: 'It is rate_limited.',
      details: { a: 1 },
      requestId: 'r1',
      retryAfterMs: 7000,
    });
});

test('a response that is not from this API is recognised', async () => {
  for (const answer of [
    { status: 200, body: { name: 'no id' } },
    { status: 200 },
    { status: 502, body: { message: 'Bad gateway' } },
  ]) {
    const { result } = await callWith(answer);
    assert.not(result.ok);
    if (!result.ok) assert.is(result.error.kind, 'incomprehensible');
  }
});

test('a broken connection, a refused connection and a redirect all count as unreachable', async () => {
  const broken = await callWith(null);
  const redirected = await callWith({ status: 302, headers: { location: 'http://127.0.0.1:1/' } });
  const gone = await startFakeService(() => null);
  await gone.close();
  const client = createClient(() => ok({ baseUrl: gone.url, token: 't' }));
  const nobody = await client.call({ method: 'GET', path: '/' }, Thing);
  for (const result of [broken.result, redirected.result, nobody]) {
    assert.not(result.ok);
    if (!result.ok) assert.is(result.error.kind, 'unreachable');
  }
  if (!nobody.ok) assert.match(nobody.error.message, /ECONNREFUSED/);
});

test.run();
