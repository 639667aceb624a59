/** Clients that do not read, do not answer or do not end. */
import { connect, ErrorCode } from 'nats';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../../test/support/eventually.ts';
import { openRaw } from '../../../test/support/raw-nats.ts';
import { startNats } from '../src/server.ts';

const test = suite('embedded nats: limits');

test('cuts off a client that does not read, and no other', async () => {
  const nats = await startNats({ port: 0, maxPending: 1024 * 1024 });
  const slow = await openRaw(nats.url);
  slow.socket.on('error', () => undefined);
  slow.socket.write('CONNECT {"verbose":false}\r\nSUB flood 1\r\nPING\r\n');
  await eventually('the slow client is subscribed', () => slow.received().includes('PONG'));
  slow.socket.pause();

  const [reader, publisher] = [await connect({ servers: nats.url }), await connect({ servers: nats.url })];
  let [sent, read] = [0, 0];
  reader.subscribe('copy', { callback: () => (read += 1) });
  await reader.flush();
  const block = Buffer.alloc(512 * 1024);
  const refusal = await eventually('the slow client is gone', async () => {
    publisher.publish('copy', block);
    sent += 1;
    publisher.publish('flood', block, { reply: 'nowhere' });
    return await publisher.request('flood', block, { timeout: 20 }).then(
      () => undefined,
      (error: unknown) => (error as { code?: unknown }).code === ErrorCode.NoResponders,
    );
  });
  assert.ok(refusal);
  await eventually('the other client has everything', () => read === sent);
  await Promise.all([reader.close(), publisher.close()]);
  slow.socket.destroy();
  await nats.close();
});

test('drops a client that answers no pings, and keeps one that does', async () => {
  const nats = await startNats({ port: 0, pingInterval: 20 });
  const alive = await connect({ servers: nats.url, reconnect: false });
  const silent = await openRaw(nats.url);
  silent.socket.write('CONNECT {"verbose":false}\r\n');
  await eventually('the client is dropped', () => silent.socket.closed);
  assert.is(silent.received(), "PING\r\nPING\r\n-ERR 'Stale Connection'\r\n");
  assert.not(alive.isClosed());
  await alive.flush();
  await alive.close();
  await nats.close();
});

test('gives a client a limited time to send its token', async () => {
  const nats = await startNats({ port: 0, token: 's3cret', authTimeout: 20 });
  const { socket, received } = await openRaw(nats.url);
  await eventually('the client is dropped', () => socket.closed);
  assert.is(received(), "-ERR 'Authentication Timeout'\r\n");
  await nats.close();
});

test('ends the connection of a refused client that does not close it', async () => {
  const nats = await startNats({ port: 0 });
  const { socket } = await openRaw(nats.url);
  socket.on('error', () => undefined);
  socket.pause();
  socket.write('FOO\r\n');
  await eventually('writing to it fails', () => {
    socket.write('PING\r\n');
    return socket.errored;
  });
  await nats.close();
});

test('describes itself in INFO, and closes although clients are connected', async () => {
  const nats = await startNats({ port: 0, maxPayload: 5000 });
  const nc = await connect({ servers: nats.url, reconnect: false });
  assert.is(nc.info?.max_payload, 5000);
  assert.is(nc.info?.headers, true);
  assert.is(nc.info?.port, nats.port);
  assert.is(nats.url, `nats://127.0.0.1:${nats.port}`);
  await nats.close();
  await nc.closed();
});

test('fails to start on a port that is taken', async () => {
  const nats = await startNats({ port: 0 });
  const error: unknown = await startNats({ port: nats.port }).catch((e: unknown) => e);
  assert.is((error as { code?: unknown }).code, 'EADDRINUSE');
  await nats.close();
});

test.run();
