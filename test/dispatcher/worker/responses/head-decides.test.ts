import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { postToBytes, postToSocket } from '../posting.ts';

const test = suite('the head of a response decides');
const excerpt = (text: string, status = 200) => ({ kind: 'response', status, excerpt: text });

for (const [what, bytes, expected] of [
  ['a body that breaks off', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', excerpt('half')],
  [
    'chunks that break off',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n',
    excerpt('half'),
  ],
  ['no body at all', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n', excerpt('')],
  ['chunks that are none', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', excerpt('')],
  ['a body that is too long', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokay', excerpt('ok')],
  ['a 204 with a body', 'HTTP/1.1 204 No Content\r\n\r\nbody', excerpt('', 204)],
  ['a 204 with a length', 'HTTP/1.1 204 No Content\r\ncontent-length: 4\r\n\r\nbody', excerpt('', 204)],
  ['a 205 with a body', 'HTTP/1.1 205 Reset\r\ncontent-length: 4\r\n\r\nbody', excerpt('body', 205)],
  ['a body without a length', 'HTTP/1.1 200 OK\r\n\r\nto the end', excerpt('to the end')],
  ['two responses', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nHTTP/1.1 500 No\r\n\r\n', excerpt('')],
  ['a failure that breaks off', 'HTTP/1.1 503 Busy\r\ncontent-length: 9\r\n\r\nbus', excerpt('bus', 503)],
] as const) {
  test(what, async () => assert.equal((await postToBytes([bytes])).outcome, expected));
  test(`${what}, after the head`, async () => {
    const end = bytes.indexOf('\r\n\r\n') + 4;
    assert.equal((await postToBytes([bytes.slice(0, end), bytes.slice(end)])).outcome, expected);
  });
}

test('a body that is reset after the head', async () => {
  const { outcome } = await postToSocket((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
    socket.once('data', () => setTimeout(() => socket.resetAndDestroy(), 20));
  });
  assert.equal(outcome, excerpt('half'));
});

test('a body that never ends: the limit of the exchange ends it', async () => {
  const limitMs = 300;
  const { outcome, durationMs } = await postToSocket(
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
    { limitMs },
  );
  assert.equal(outcome, excerpt('half'));
  assert.ok(durationMs >= limitMs - 10, `${durationMs} ms`);
});

test('an incomplete head has no status', async () => {
  const { outcome } = await postToBytes(['HTTP/1.1 200 OK\r\ncontent-le']);
  assert.equal(outcome, {
    kind: 'error',
    errorClass: 'network',
    message: 'the receiver closed the connection before it answered',
  });
});

test.run();
