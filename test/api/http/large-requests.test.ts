import { request } from 'node:http';
import { connect } from 'node:net';
import pTimeout from 'p-timeout';
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
      'content-type': type,
      'x-api-key': given.key ?? key,
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

test('a body that is too large is read to its end, so that the client receives the response', async () => {
  const body = Buffer.from(JSON.stringify({ form_id: 'x', answers: { a: 'x'.repeat(4_000_000) } }));
  for (const chunked of [false, true])
    for (const path of ['/api/public/v1/forms', '/api/public/v1/submissions']) {
      const { status, text } = await send({ path, body, chunked });
      assert.is(status, 413, path);
      assert.match(text, /"message":"The body is too large: at most [\d,]+ bytes are accepted\."/);
    }
});

test('a path that Node does not parse is 414, and other headers 413, with the limit', async () => {
  const long = 'a'.repeat(20_000);
  const cases = [
    [`/api/public/v1/forms?x=${long}`, {}, 414, 'uri_too_long', '8,192 characters'],
    ['/api/public/v1/forms', { 'x-api-key': long }, 413, 'payload_too_large', '16,384 bytes'],
  ] as const;
  for (const [path, headers, expected, code, limit] of cases) {
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request({ port, path, headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.on('error', reject).end();
    });
    assert.is(answer.status, expected, answer.text);
    assert.match(answer.text, `"code":"${code}"`);
    assert.match(answer.text, limit);
  }
});

test('a request that is refused before its body is read keeps its connection, too', async () => {
  const body = Buffer.alloc(4_000_000, ' ');
  const { status } = await send({ path: '/api/public/v1/forms', body, key: 'no key' });
  assert.is(status, 401);
});

/** Streams a body of 1 GB until the service ends the connection. @returns the first line of the answer, and the bytes sent */
async function flood(path: string, head: readonly string[], method = 'POST') {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  let sent = 0;
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('error', () => {});
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const chunk = Buffer.alloc(65_536, ' ');
  const isChunked = head.includes('transfer-encoding: chunked');
  const framed = isChunked ? Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]) : chunk;
  const resume = (): void => {
    while (!socket.destroyed && sent < 1_000_000_000) {
      sent += framed.length;
      if (!socket.write(framed)) return;
    }
  };
  socket.on('drain', resume);
  socket.write(`${[`${method} ${path} HTTP/1.1`, 'host: localhost', ...head].join('\r\n')}\r\n\r\n`, resume);
  await pTimeout(ended, { milliseconds: 20_000 });
  return { line: answer.split('\r\n')[0], sent };
}

test('an endless body ends with its connection, whatever the response', async () => {
  const json = 'content-type: application/json';
  const cases: readonly (readonly [status: number, method: string, path: string, ...head: string[]])[] = [
    [413, 'POST', '/api/public/v1/forms', json, `x-api-key: ${key}`],
    [401, 'POST', '/api/public/v1/forms', json],
    [404, 'POST', '/api/public/v1/unknown', json, `x-api-key: ${key}`],
    [404, 'POST', '/f/unknown', 'content-type: application/x-www-form-urlencoded'],
    [405, 'DELETE', '/api/public/v1/forms', json, `x-api-key: ${key}`],
    [415, 'POST', '/api/public/v1/forms', 'content-type: text/plain', `x-api-key: ${key}`],
    [400, 'POST', '/%zz', json],
    [414, 'POST', `/healthz?${'x'.repeat(9_000)}`, json],
    [200, 'GET', '/healthz', json],
  ];
  for (const framing of ['content-length: 1000000000', 'transfer-encoding: chunked'])
    for (const [status, method, path, ...head] of cases) {
      const { line, sent } = await flood(path, [...head, framing], method);
      assert.match(line ?? '', `HTTP/1.1 ${status} `, `${method} ${path} ${framing}`);
      // The limit, what is dropped, and the buffers of both ends of the connection.
      assert.ok(sent < 32_000_000, `${method} ${path}: ${sent} bytes were taken`);
    }
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
