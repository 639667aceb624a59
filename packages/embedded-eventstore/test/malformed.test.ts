import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ChildServer, startInProcess } from '../../../test/support/eventstore/child-server.ts';
import { collect, numbered } from '../../../test/support/eventstore/eventstore.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { entryUrl } from '../../embedded-server/src/spawn.ts';

interface Context {
  dir: string;
  server: ChildServer;
  client: EventStoreDBClient;
}

// In a process of its own, which would end with the first unhandled error.
const entry = entryUrl('../src/bin', import.meta.url);

const test = suite<Context>('embedded event store: malformed bytes');
test.before(async (context) => {
  context.dir = mkdtempSync(join(tmpdir(), 'formlog-malformed-'));
  context.server = await startInProcess(entry, { dir: context.dir });
  context.client = EventStoreDBClient.connectionString(context.server.url);
  await context.client.appendToStream('intact', numbered(3));
});
test.after.each(async ({ client }) => {
  assert.is((await collect(client.readStream('intact'))).length, 3, 'the server still serves');
});
test.after(async ({ client, server, dir }) => {
  await client.dispose();
  assert.is(await server.kill('SIGTERM'), 0);
  rmSync(dir, { recursive: true });
});

const portOf = ({ server }: Context): number => Number(new URL(server.url).port);

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** An HTTP/2 frame whose header may lie about its length. */
function frame(type: number, flags: number, stream: number, body: Buffer, length = body.length): Buffer {
  const header = Buffer.alloc(9);
  header.writeUIntBE(length, 0, 3);
  header.set([type, flags], 3);
  header.writeUInt32BE(stream, 5);
  return Buffer.concat([header, body]);
}

/** Sends bytes on a new connection, and closes it when the server has answered or closed. */
async function send(context: Context, bytes: Buffer): Promise<void> {
  const socket = connect(portOf(context), '127.0.0.1');
  socket.on('error', () => undefined);
  const heard = Promise.race([once(socket, 'data'), once(socket, 'close')]);
  socket.end(bytes);
  await heard;
  socket.destroy();
}

const methods = ['BatchAppend', 'Append', 'Read', 'Delete', 'Tombstone'];

/** Calls a method with bytes as its messages. @returns the status of the answer */
async function call(session: ClientHttp2Session, method: string, bytes: Buffer): Promise<string> {
  const stream = session.request({
    ':method': 'POST',
    ':path': `/event_store.client.streams.Streams/${method}`,
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  let status = 'none';
  const note = (headers: IncomingHttpHeaders): void => {
    if (typeof headers['grpc-status'] === 'string') status = headers['grpc-status'];
  };
  stream
    .on('response', note)
    .on('trailers', note)
    .on('error', () => undefined);
  stream.resume().end(bytes);
  if (!stream.closed) await once(stream, 'close').catch(() => undefined);
  return status;
}

/** A message in the frame of gRPC, whose header may lie about its length. */
function message(body: Buffer, length = body.length, compressed = 0): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt8(compressed, 0);
  header.writeUInt32BE(length, 1);
  return Buffer.concat([header, body]);
}

async function withSession<T>(
  context: Context,
  use: (session: ClientHttp2Session) => Promise<T>,
): Promise<T> {
  const session = connectHttp2(`http://127.0.0.1:${portOf(context)}`);
  session.on('error', () => undefined);
  try {
    return await use(session);
  } finally {
    session.destroy();
  }
}

test('bytes that are no HTTP/2', async (context) => {
  for (let n = 0; n < 50; n += 1) await send(context, randomBytes(1 + n * 40));
  await send(context, Buffer.from('GET / HTTP/1.1\r\nhost: x\r\n\r\n'));
});

test('frames of every type with random bodies', async (context) => {
  const settings = frame(4, 0, 0, Buffer.alloc(0));
  for (let type = 0; type < 12; type += 1) {
    for (const stream of [0, 1, 0x7fffffff]) {
      const body = randomBytes(Math.floor(Math.random() * 64));
      const flags = randomBytes(1)[0] ?? 0;
      await send(context, Buffer.concat([preface, settings, frame(type, flags, stream, body)]));
    }
  }
});

test('frames of absurd lengths', async (context) => {
  const lying = frame(0, 0, 1, Buffer.from('short'), 0xffffff);
  await send(context, Buffer.concat([preface, frame(4, 0, 0, Buffer.alloc(0)), lying]));
});

test('messages that are no protobuf are answered with an error', async (context) => {
  await withSession(context, async (session) => {
    for (const method of methods) {
      for (let n = 0; n < 10; n += 1) {
        const status = await call(session, method, message(randomBytes(1 + n * 10)));
        assert.is.not(status, '0', `${method} took random bytes for a request`);
      }
    }
  });
});

test('requests without required fields are answered with an error', async (context) => {
  await withSession(context, async (session) => {
    for (const method of methods) {
      const status = await call(session, method, message(Buffer.alloc(0)));
      assert.ok(Number(status) > 0, `${method} answered ${status}`);
    }
  });
});

test('truncated, too long or seemingly compressed messages are answered with an error', async (context) => {
  const shapes = [
    message(randomBytes(10), 100),
    message(randomBytes(10), 0xffffffff),
    message(randomBytes(10), 10, 1),
    message(randomBytes(10), 10, 7),
    randomBytes(3),
  ];
  await withSession(context, async (session) => {
    for (const method of methods) {
      for (const [n, shape] of shapes.entries()) {
        const status = await call(session, method, shape);
        // A stream of appends that ends within its first message has no request.
        if (method !== 'BatchAppend') assert.is.not(status, '0', `${method} took shape ${n}`);
      }
    }
  });
});

/** The memory that the server uses, in bytes. */
const memoryOf = ({ server }: Context): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024;

test('a flood of connections that send nothing or half a message', async (context) => {
  const before = memoryOf(context);
  const sockets: Socket[] = [];
  for (let n = 0; n < 600; n += 1) {
    const socket = connect(portOf(context), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.once('connect', () => n % 2 === 0 && socket.write(preface.subarray(0, n % preface.length)));
    sockets.push(socket);
  }
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  assert.is((await context.client.appendToStream('meanwhile', numbered(1))).success, true);
  assert.ok(memoryOf(context) - before < 100e6, 'a connection takes little memory');
  for (const socket of sockets) socket.destroy();
});

test('many calls that are opened and cancelled do not stay in memory', async (context) => {
  const half = message(randomBytes(1000), 1_000_000);
  const round = (): Promise<void> =>
    withSession(context, async (session) => {
      await once(session, 'connect');
      const calls = Array.from({ length: 200 }, (_, n) => {
        const path = `/event_store.client.streams.Streams/${methods[n % 2]}`;
        const stream = session.request({
          ':method': 'POST',
          ':path': path,
          'content-type': 'application/grpc',
        });
        stream.on('error', () => undefined).write(half);
        return stream;
      });
      await eventually('written', () => calls.every(({ writableLength }) => writableLength === 0));
    });
  await round();
  const before = memoryOf(context);
  for (let n = 0; n < 15; n += 1) await round();
  assert.ok(memoryOf(context) - before < 100e6, 'cancelled calls are released');
});

test.run();
