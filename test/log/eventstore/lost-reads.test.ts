import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEventStoreClient, type ReadCall } from '../../../log/eventstore/client/index.ts';
import { addressOf } from '../../../log/eventstore/connection-string.ts';
import { headReader } from '../../../log/eventstore/head.ts';
import { openStreamReads } from '../../../log/eventstore/stream-reads.ts';
import { LogUnavailable } from '../../../log/log-errors.ts';

const test = suite('reads of the log that get no reply and no error');

const limitMs = 50;

/** The error of a read. */
const failureOf = (read: Promise<unknown>): Promise<unknown> =>
  read.then(
    () => null,
    (error: unknown) => error,
  );

test('a page whose call sends nothing fails, and the call is cancelled', async () => {
  let cancelled = 0;
  const call: ReadCall = Object.assign(new PassThrough(), { cancel: () => (cancelled += 1) });
  const reads = openStreamReads({ readLeader: () => Promise.resolve(call) }, limitMs);
  assert.instance(await failureOf(reads.readEvent('form-1', 0)), LogUnavailable);
  assert.is(cancelled, 1);
});

test('a page whose call never opens fails', async () => {
  const reads = openStreamReads({ readLeader: () => new Promise(() => undefined) }, limitMs);
  assert.instance(await failureOf(reads.readEvent('form-1', 0)), LogUnavailable);
});

test('the head of a server that accepts a connection and stays silent fails', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const client = openEventStoreClient(addressOf(`esdb://127.0.0.1:${address.port}?tls=false`));
  assert.instance(await failureOf(headReader(client, limitMs).head()), LogUnavailable);
  for (const socket of sockets) socket.destroy();
  server.close();
  client.close();
});

test.run();
