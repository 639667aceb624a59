import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openWebhookClient } from '../../../dispatcher/worker/webhook-client.ts';
import { eventually } from '../../support/eventually.ts';
import { rootUrl } from '../../support/repository.ts';
import { errorClass, listening, post, postTo, postToSocket, receiver } from './posting.ts';

const test = suite('webhook client');

const pem = (name: string) =>
  readFileSync(new URL(`test/dispatcher/fixtures/self-signed.${name}.pem`, rootUrl), 'utf8');
const ca = pem('cert');

test('sends method, path, headers and body unchanged, and keeps the response', async () => {
  let seen: unknown;
  const { outcome, durationMs, retryAfterMs } = await postTo((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      seen = [request.method, request.url, request.headers['content-type'], text];
      response.writeHead(503, { 'retry-after': '7' }).end('busy ä');
    });
  });
  assert.equal(seen, ['POST', '/hook', 'application/json', '{}']);
  assert.equal(outcome, { kind: 'response', status: 503, excerpt: 'busy ä' });
  assert.ok(durationMs > 0 && durationMs < 10_000);
  assert.is(retryAfterMs, 7000);
});

test('a redirect is a response and is not followed', async () => {
  let asked = 0;
  const { outcome } = await postTo((request, response) => {
    asked += 1;
    response.writeHead(307, { location: request.url === '/hook' ? '/other' : '/hook' }).end();
  });
  assert.equal(outcome, { kind: 'response', status: 307, excerpt: '' });
  assert.is(asked, 1);
});

test('only the beginning of a huge response is read, and the connection is dropped', async () => {
  let written = 0;
  let closed = false;
  const { outcome } = await postTo(
    (_, response) => {
      response.on('close', () => (closed = true));
      const more = () => {
        while (written < 1e9 && response.write('x'.repeat(65536))) written += 65536;
      };
      response.on('drain', more);
      more();
    },
    { limitMs: 5_000 },
  );
  assert.equal(outcome, { kind: 'response', status: 200, excerpt: 'x'.repeat(4096) });
  await eventually('the receiver sees the end', () => closed);
  assert.ok(written < 50e6, `${written} bytes were sent`);
});

test('one time limit covers the whole exchange: a hanging receiver, slow headers, a slow body', async () => {
  const limitMs = 300;
  const drip = (_: unknown, response: ServerResponse) => {
    response.writeHead(200).write('.');
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  };
  for (const [answer, expected] of [
    [() => undefined, 'timeout'],
    [drip, 'answer 200'],
  ] as const) {
    const exchange = await postTo(answer, { limitMs });
    assert.is(errorClass(exchange), expected);
    assert.ok(exchange.durationMs >= limitMs - 10, String(exchange.durationMs));
  }
  const dripHeaders = await postToSocket(
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      const timer = setInterval(() => socket.write('.'), 20);
      socket.on('close', () => clearInterval(timer));
    },
    { limitMs },
  );
  assert.is(errorClass(dripHeaders), 'timeout');
});

test('a name that never resolves falls under the time limit, too', async () => {
  const exchange = await post('https://slow.test/', {
    limitMs: 300,
    resolve: () => new Promise(() => undefined),
  });
  assert.is(errorClass(exchange), 'timeout');
});

test('a malformed response and a closed connection have their error classes', async () => {
  const rude = async (text: string) => errorClass(await postToSocket((socket) => socket.end(text)));
  assert.is(await rude('SMTP ready\r\n'), 'invalid_response');
  const { outcome } = await postToSocket((socket) => socket.end('SMTP ready\r\n'));
  assert.is(outcome.kind === 'error' && outcome.message, 'the response is not valid HTTP/1.1');
  assert.is(await rude(''), 'network');
  assert.is(errorClass(await post('http://127.0.0.1:1/')), 'network');
});

test('no connection goes to a forbidden address, however it is written or resolved', async () => {
  let connections = 0;
  const server = createServer(() => undefined).on('connection', () => (connections += 1));
  const { port, close } = await listening(server);
  const resolve = async () => ['127.0.0.1', '::ffff:127.0.0.1'];
  for (const host of ['127.0.0.1', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', 'rebound.test'])
    assert.is(
      errorClass(await post(`https://${host}:${port}/`, { allowHosts: [], resolve })),
      'forbidden_address',
      host,
    );
  assert.is(errorClass(await post(`http://example.com:${port}/`, { allowHosts: [] })), 'forbidden_address');
  assert.is(connections, 0);
  close();
});

test('a name is resolved once for each connection, so that a second answer cannot redirect it', async () => {
  const asked: string[] = [];
  const resolve = async (hostname: string) => {
    asked.push(hostname);
    return asked.length === 1 ? ['192.0.2.1', '203.0.113.7'] : ['93.184.216.34'];
  };
  assert.is(errorClass(await post('https://rebound.test/', { resolve })), 'forbidden_address');
  assert.equal(asked, ['rebound.test']);
});

test('TLS is verified: an unknown issuer and a wrong name are refused', async () => {
  const server = createTlsServer({ key: pem('key'), cert: ca }, (_, response) => response.end('secure'));
  const { port, close } = await listening(server);
  assert.is(errorClass(await post(`https://localhost:${port}/`)), 'tls');
  assert.is(errorClass(await post(`https://127.0.0.1:${port}/`, { ca })), 'tls');
  const { outcome } = await post(`https://localhost:${port}/`, { ca });
  assert.equal(outcome, { kind: 'response', status: 200, excerpt: 'secure' });
  const plain = await receiver((_, response) => response.end());
  assert.is(errorClass(await post(`https://localhost:${plain.port}/`)), 'tls');
  plain.close();
  close();
});

test('connections are reused', async () => {
  let connections = 0;
  const server = createServer((_, response) => response.end()).on('connection', () => (connections += 1));
  const { port, close } = await listening(server);
  const client = openWebhookClient({ allowHosts: ['127.0.0.1'] });
  for (let i = 0; i < 20; i++)
    await client.post({ url: `http://127.0.0.1:${port}/`, headers: {}, body: Buffer.from('{}') });
  // The pool may open a second one while the first is being handed back.
  assert.ok(connections <= 2, `${connections} connections`);
  await client.close();
  close();
});

test('endless headers and endless interim responses are cut off', async () => {
  const endless = async (beginning: string, more: string) =>
    postToSocket((socket) => {
      socket.write(beginning);
      const pour = () => {
        while (!socket.destroyed && socket.write(more.repeat(100)));
      };
      socket.on('drain', pour);
      pour();
    });
  const headers = await endless('HTTP/1.1 200 OK\r\n', `X-More: ${'x'.repeat(100)}\r\n`);
  assert.is(errorClass(headers), 'invalid_response');
  const early = await endless('', 'HTTP/1.1 102 Processing\r\n\r\n');
  assert.is(errorClass(early), 'invalid_response');
});

test('a receiver that sends many bytes without content is cut off', async () => {
  const extension = `1;${'x'.repeat(16_000)}\r\na\r\n`;
  let sent = 0;
  const padded = await postToSocket((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    const pour = () => {
      while (!socket.destroyed && socket.write(extension)) sent += extension.length;
    };
    socket.on('drain', pour);
    pour();
  });
  assert.is(errorClass(padded), 'answer 200');
  assert.ok(padded.durationMs < 10_000, `${padded.durationMs} ms, ${sent} bytes`);
});

test('a receiver may send a few interim responses, but not a flood', async () => {
  const after = (interim: number) =>
    postToSocket((socket) => {
      socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(interim));
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    });
  assert.is(errorClass(await after(10)), 'answer 200');
  assert.is(errorClass(await after(11)), 'invalid_response');
});

test('the size limit applies to each response on a connection, not to their sum', async () => {
  const { port, close } = await receiver((_, response) => response.end('x'.repeat(4_000)));
  const client = openWebhookClient({ allowHosts: ['127.0.0.1'], limitMs: 5_000 });
  try {
    for (let n = 0; n < 100; n++) {
      const request = { url: `http://127.0.0.1:${port}/`, headers: {}, body: Buffer.from('{}') };
      assert.is(errorClass(await client.post(request)), 'answer 200');
    }
  } finally {
    await client.close();
    close();
  }
});

test('a broken connection is an outcome, whenever it breaks', async () => {
  assert.is(errorClass(await postToSocket((socket) => socket.resetAndDestroy())), 'network');
  const halfway = await postToSocket((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
    setTimeout(() => socket.resetAndDestroy(), 20);
  });
  assert.is(errorClass(halfway), 'answer 200');
});

test('only the public addresses of a mixed resolution are tried', async () => {
  let connections = 0;
  const server = createServer().on('connection', () => (connections += 1));
  const { port, close } = await listening(server);
  const resolve = async () => ['127.0.0.1', '::1', '192.0.2.1', '100::1'];
  assert.is(errorClass(await post(`https://mixed.test:${port}/`, { resolve })), 'forbidden_address');
  const failing = () => Promise.reject(Object.assign(new Error('queryA ESERVFAIL'), { code: 'ESERVFAIL' }));
  assert.is(errorClass(await post('https://nowhere.test/', { resolve: failing })), 'network', 'tried again');
  assert.is(connections, 0);
  close();
});

test.run();
