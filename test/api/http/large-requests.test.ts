import { request } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('requests that are too large');
let service: TestService;
let port: number;
let key: string;

test.before(async () => {
  service = await startService();
  ({ key } = await service.newAccount());
  port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
test.after(() => service.close());

interface Sent {
  readonly path: string;
  readonly type?: string;
  /** Sent whole, whatever is answered meanwhile. */
  readonly body: Buffer;
  readonly chunked?: boolean;
  readonly key?: string;
}

/** Sends a body over a connection as a simple client does: nothing is read before all is written. */
const send = ({ path, type = 'application/json', body, chunked = false, ...given }: Sent) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = {
      ...{ 'content-type': type, 'x-api-key': given.key ?? key },
      ...(!chunked && { 'content-length': body.length }),
    };
    const sent = request({ port, path, method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    sent.on('error', reject).end(body);
  });

test('a body that is too large is read to its end, so that the answer with the limit arrives', async () => {
  const body = Buffer.from(JSON.stringify({ form_id: 'x', answers: { a: 'x'.repeat(4_000_000) } }));
  for (const chunked of [false, true])
    for (const path of ['/api/public/v1/forms', '/api/public/v1/submissions']) {
      const { status, text } = await send({ path, body, chunked });
      assert.is(status, 413, path);
      assert.match(text, /"message":"The body is too large: at most [\d,]+ bytes are accepted\."/);
    }
});

test('nor is the connection broken for a request that is refused before its body is read', async () => {
  const body = Buffer.alloc(4_000_000, ' ');
  const { status } = await send({ path: '/api/public/v1/forms', body, key: 'no key' });
  assert.is(status, 401);
});

test('an endless body is not read for ever', async () => {
  const body = Buffer.alloc(12_000_000, ' ');
  const answer = await send({ path: '/api/public/v1/forms', body }).catch(() => null);
  assert.ok(answer === null || answer.status === 413);
});

test('a path and query that are too long are refused by name', async () => {
  const long = await service.inject({
    method: 'GET',
    url: `/api/public/v1/forms?status=${'x'.repeat(8_200)}`,
  });
  assert.is(long.status, 414);
  assert.match(long.text, 'at most 8,192 characters');
  const part = await service.inject({ method: 'GET', url: `/f/${'x'.repeat(9_000)}` });
  assert.is(part.status, 414);
  assert.match(part.text, 'A part of the path has more than 100 characters.');
  const short = await service.inject({ method: 'GET', url: `/healthz?${'x'.repeat(8_000)}` });
  assert.is(short.status, 200);
});

test.run();
