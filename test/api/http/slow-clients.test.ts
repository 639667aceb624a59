import { connect, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../support/eventually.ts';
import { publicBase } from '../../support/injected-requests.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('slow clients');
let service: TestService;
let post: string;
let body: string;
let port: number;
const sockets: Socket[] = [];

test.before(async () => {
  service = await startService({
    http: { clientLimits: { headersMs: 600, requestMs: 900, silenceMs: 1_500, idleMs: 300, checkMs: 50 } },
  });
  const { accountId, key } = await service.newAccount();
  const form_id = await service.newForm(accountId, [nameField]);
  body = JSON.stringify({ form_id, answers: { name: 'Ada' } });
  post =
    `POST ${publicBase}/submissions HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
test.after(async () => {
  for (const socket of sockets) socket.destroy();
  await service.close();
});

/** A connection, what came on it so far, and whether the service ended or dropped it. */
function open(first: string) {
  const seen = { text: '', ended: false, gone: false };
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(first));
  sockets.push(socket);
  socket
    .on('data', (data) => (seen.text += data.toString()))
    .on('end', () => (seen.ended = true))
    .on('error', () => (seen.gone = true))
    .on('close', () => (seen.gone = true));
  return {
    socket,
    seen,
    ends: () => eventually('the service hangs up', () => seen.ended || seen.gone, 5_000),
  };
}

/** Sends one byte after the other for as long as the connection takes them. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('x'), 50);
  socket.once('close', () => clearInterval(timer)).once('error', () => clearInterval(timer));
}

function assertTimeout(text: string): void {
  assert.match(text, /^HTTP\/1.1 408 /);
  assert.match(text, /"code":"request_timeout"/);
  for (const name of ['x-request-id', 'x-ratelimit-limit', 'ratelimit', 'ratelimit-policy'])
    assert.match(text, new RegExp(`^${name}: `, 'm'));
  assert.match(text, /^connection: close/m);
}

test('headers that do not end are 408, even if they trickle in', async () => {
  for (const isDripping of [false, true]) {
    const { socket, seen, ends } = open('GET /healthz HTTP/1.1\r\nhost: x\r\nx-more: ');
    if (isDripping) drip(socket);
    await ends();
    assertTimeout(seen.text);
  }
});

test('a body that does not end is 408, even if it trickles in, and has no effect', async () => {
  const position = await service.log.head();
  for (const isDripping of [false, true]) {
    const { socket, seen, ends } = open(post + body.slice(0, 10));
    if (isDripping) drip(socket);
    await ends();
    assertTimeout(seen.text);
  }
  assert.is(await service.log.head(), position);
});

test('a client that continues to send after the last response is cut off', async () => {
  const { socket, seen } = open('GET /healthz HTTP/1.1\r\nhost: x\r\nx-more: ');
  drip(socket);
  await eventually('the connection is gone', () => seen.gone, 5_000);
});

test('an idle connection is closed without a response, before a request or after one', async () => {
  const silent = open('');
  const idle = open('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  await idle.ends();
  assert.match(idle.seen.text, /^HTTP\/1.1 200 /);
  assert.is(idle.seen.text.match(/HTTP\/1.1/g)?.length, 1);
  await silent.ends();
  assert.ok(silent.seen.text === '' || /^HTTP\/1.1 408 /.test(silent.seen.text), silent.seen.text);
});

test('a client that closes its side has gone, and half a request is not processed', async () => {
  const position = await service.log.head();
  const half = open(post + body.slice(0, 10));
  half.socket.end();
  await half.ends();
  assert.not.match(half.seen.text, /HTTP\/1.1 [25]/);
  assert.is(await service.log.head(), position);
  const whole = open(post + body);
  whole.socket.end();
  await whole.ends();
  assert.not.match(whole.seen.text, /HTTP\/1.1 [45]/);
});

test('slow clients do not delay others', async () => {
  const slow = Array.from({ length: 50 }, () => open(post));
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => fetch(`http://127.0.0.1:${port}/healthz`).then(({ status }) => status)),
  );
  assert.equal(new Set(answers), new Set([200]));
  await Promise.all(slow.map(({ ends }) => ends()));
  assert.is(service.lines.filter((line) => /"level":50/.test(line)).length, 0, 'no fault of ours');
});

test.run();
