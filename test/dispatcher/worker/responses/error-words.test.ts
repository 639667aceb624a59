import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { classify } from '../../../../dispatcher/worker/failure.ts';
import type { Exchange } from '../../../../dispatcher/worker/webhook-client.ts';
import { rootUrl } from '../../../support/repository.ts';
import { portOf, post, postToBytes, postToSocket } from '../posting.ts';

const test = suite('error messages');
const limitMs = 200;
/** Far from every other limit, and from what a busy machine adds. */
const longestMs = 10_000;
const foreign = /UND_ERR|ERR_|node:|openssl|assert|HPE_|SSL routines|\.js\b|\.c\b|undefined|null/i;
const codes = /\b[A-Z]{5,}\b/;

function assertReadable({ outcome, durationMs }: Exchange): void {
  if (outcome.kind === 'error') {
    assert.not.match(outcome.message, foreign);
    assert.not.match(outcome.message, codes);
    assert.match(outcome.message, /^\S+ \S+/);
  }
  assert.ok(durationMs < longestMs, `${durationMs} ms`);
}

test('every code of Node.js, OpenSSL and the HTTP client has a sentence of Formlog', () => {
  const words = fc.constantFrom(
    'ECONNRESET',
    'EPROTO',
    'ERR_SSL_X',
    'UND_ERR_SOCKET',
    'HPE_INVALID_VERSION',
    'ERR_ASSERTION',
    'ENOTFOUND',
    'CERT_HAS_EXPIRED',
  );
  const code = fc.oneof(words, fc.string(), fc.constant(undefined));
  const text = fc.constantFrom(
    'write EPROTO 0A:error:../deps/openssl/openssl/ssl/record.c:1605:',
    'assert(!this.paused)',
    'x',
  );
  fc.assert(
    fc.property(code, text, fc.boolean(), (given, message, isAggregate) => {
      const error = Object.assign(new Error(message), { code: given });
      const { message: said } = classify(isAggregate ? new AggregateError([error]) : error, 10_000);
      assert.not.match(said, foreign);
      assert.not.match(said, codes);
      assert.ok(said.length > 10);
    }),
  );
  assert.not.match(classify('a thrown text', 10_000).message, /thrown/);
});

for (const [code, errorClass, message] of [
  ['ECONNREFUSED', 'network', 'the receiver refused the connection'],
  ['ENOTFOUND', 'network', 'the host name has no address'],
  ['ESERVFAIL', 'network', 'the host name could not be looked up'],
  ['EAI_AGAIN', 'network', 'the host name could not be looked up'],
  ['EHOSTUNREACH', 'network', 'there is no route to the receiver'],
  ['EPIPE', 'network', 'the receiver closed the connection before it answered'],
  ['ESOMETHINGNEW', 'network', 'the connection to the receiver failed'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout', 'the receiver did not answer within 10 seconds'],
  ['CERT_HAS_EXPIRED', 'tls', 'the certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'the certificate is for another host name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', 'the certificate is signed by itself'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', 'the receiver does not speak TLS at this port'],
  ['EPROTO', 'tls', 'the TLS handshake failed'],
  ['UND_ERR_HEADERS_OVERFLOW', 'invalid_response', 'the headers of the response are too large'],
  ['HPE_INVALID_CONSTANT', 'invalid_response', 'the response is not valid HTTP/1.1'],
] as const)
  test(`${code}: ${message}`, () =>
    assert.equal(classify(Object.assign(new Error('x'), { code }), 10_000), {
      kind: 'error',
      errorClass,
      message,
    }));

const pem = (name: string) =>
  readFileSync(new URL(`test/dispatcher/fixtures/self-signed.${name}.pem`, rootUrl), 'utf8');

/** Bytes that a fault of a receiver might produce, at any stage of an exchange. */
const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
const stages = fc.constantFrom(
  '',
  'HTTP/1.1 ',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 100 Cont',
  'HTTP/1.1 200 OK\r\n',
  'HTTP/1.1 200 OK\r\nx: ',
  'HTTP/1.1 200 OK\r\ncontent-length: ',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n',
  'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 100\r\n\r\n',
  'HTTP/1.1 204 No Content\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
);

test('law: whatever bytes a receiver answers with, the outcome has a message and comes in time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(stages, noise), { minLength: 1, maxLength: 3 }), async (pieces) =>
      assertReadable(
        await postToBytes(
          pieces.map(([stage, bytes]) => Buffer.concat([Buffer.from(stage), bytes])),
          { limitMs },
        ),
      ),
    ),
    { numRuns: 80 },
  );
});

test('law: the same if the receiver sends first, or keeps the connection open', async () => {
  const speak = (before: Buffer, after: Buffer) => (socket: Socket) => {
    socket.write(before);
    socket.once('data', () => socket.write(after));
  };
  await fc.assert(
    fc.asyncProperty(noise, fc.tuple(stages, noise), async (before, [stage, bytes]) =>
      assertReadable(
        await postToSocket(speak(before, Buffer.concat([Buffer.from(stage), bytes])), { limitMs: 60 }),
      ),
    ),
    { numRuns: 20 },
  );
});

test('law: the same for a TLS receiver, and for bytes in place of a handshake', async () => {
  const answer = { bytes: Buffer.alloc(0) };
  const server = createTlsServer({ key: pem('key'), cert: pem('cert') }, (socket) =>
    socket.on('error', () => undefined).once('data', () => socket.end(answer.bytes)),
  );
  const port = await portOf(server);
  await fc.assert(
    fc.asyncProperty(fc.tuple(stages, noise), async ([stage, bytes]) => {
      answer.bytes = Buffer.concat([Buffer.from(stage), bytes]);
      assertReadable(await post(`https://localhost:${port}/`, { limitMs, ca: pem('cert') }));
    }),
    { numRuns: 15 },
  );
  server.close();
  await fc.assert(
    fc.asyncProperty(noise, async (bytes) =>
      assertReadable(await postToSocket((socket) => socket.end(bytes), { limitMs, secure: true })),
    ),
    { numRuns: 15 },
  );
});

test.run();
