import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { BSON, MongoClient } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ChildServer, startInProcess } from '../../../test/support/eventstore/child-server.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { entryUrl } from '../../embedded-server/src/spawn.ts';

interface Fixture {
  dir: string;
  server: ChildServer;
  port: number;
}

const test = suite<Fixture>('mongodb: malformed messages');
test.before(async (context) => {
  context.dir = await mkdtemp(join(tmpdir(), 'mongodb-bytes-'));
  context.server = await startInProcess(entryUrl('../src/bin', import.meta.url), context);
  context.port = Number(new URL(context.server.url).port);
});
test.after(async ({ dir, server }) => {
  assert.is(await server.kill('SIGTERM'), 0);
  await rm(dir, { recursive: true });
});
test.after.each(async ({ server }) => {
  const client = await MongoClient.connect(server.url, { serverSelectionTimeoutMS: 5_000 });
  await client.db('after').command({ ping: 1 });
  await client.close();
});

function framed(code: number, ...parts: readonly Uint8Array[]): Buffer {
  const message = Buffer.concat([Buffer.alloc(16), ...parts]);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(code, 12);
  return message;
}

const flags = (value: number): Buffer => Buffer.from(new Uint32Array([value]).buffer);
const kind = (value: number): Buffer => Buffer.of(value);

function sequence(name: string, documents: readonly object[]): Buffer {
  const section = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from(`${name}\0`),
    ...documents.map((one) => BSON.serialize(one)),
  ]);
  section.writeInt32LE(section.length, 0);
  return section;
}

const command = (body: object, ...more: readonly Uint8Array[]): Buffer =>
  framed(2013, flags(0), kind(0), BSON.serialize({ ...body, $db: 'fuzz' }), ...more);

const find = command({
  find: 'all',
  filter: { a: { $in: [1, 'x'] }, 'b.c': { $gt: 2 } },
  sort: { a: 1 },
  limit: 3,
});
const insert = command(
  { insert: 'all' },
  kind(1),
  sequence('documents', [{ a: 1, b: [{ c: 'text' }] }, { a: null }]),
);
const update = command(
  { update: 'all', ordered: false },
  kind(1),
  sequence('updates', [
    { q: { a: 1 }, u: { $set: { b: 2 }, $push: { c: 1 } }, upsert: true },
    { q: { _id: 'x' }, u: { a: 'whole', d: new Date(5) }, upsert: true },
  ]),
);
const hello = framed(
  2004,
  flags(0),
  Buffer.from('admin.$cmd\0'),
  Buffer.alloc(8),
  BSON.serialize({ ismaster: 1 }),
);

/**
 * Sends bytes; resolves when the server has answered or closed. An incomplete message ends the connection's bytes; a
 * complete one, which may want no answer, is followed by a hello that wants one.
 */
async function outcome(port: number, bytes: Buffer): Promise<'answered' | 'closed'> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(() => 'closed' as const);
  const answered = once(socket, 'data').then(
    () => 'answered' as const,
    () => closed,
  );
  const isWhole = bytes.length >= 4 && bytes.readInt32LE(0) <= bytes.length;
  if (isWhole) socket.write(Buffer.concat([bytes, hello]));
  else socket.end(bytes);
  const first = await Promise.race([answered, closed]);
  socket.destroy();
  return first;
}

test('complete messages are answered', async ({ port }) => {
  for (const message of [find, insert, update, hello]) assert.is(await outcome(port, message), 'answered');
});

test('damaged messages are answered or end their connection', async ({ port }) => {
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
  const outcomes = { answered: 0, closed: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(find, insert, update, hello),
      damage,
      fc.nat(),
      async (message, changes, cut) => {
        const damaged = Buffer.from(message);
        // Most of the time the length in front stays correct, so that the damaged bytes are read.
        for (const [place, byte] of changes)
          damaged[place % 5 === 0 ? place % 16 : 16 + (place % (damaged.length - 16))] = byte;
        outcomes[await outcome(port, cut % 4 === 0 ? damaged.subarray(0, cut % damaged.length) : damaged)]++;
      },
    ),
    { numRuns: 600 },
  );
  assert.ok(outcomes.answered > 50 && outcomes.closed > 50, JSON.stringify(outcomes));
});

const resized = (message: Buffer, size: number): Buffer => {
  const changed = Buffer.from(message);
  changed.writeInt32LE(size, 0);
  return changed;
};

test('impossible lengths, checksums and unknown flags end the connection', async ({ port }) => {
  const body = BSON.serialize({ ping: 1, $db: 'fuzz' });
  const attempts = [
    ...[-(2 ** 31), -1, 0, 15, 20, 48_000_001, 2 ** 31 - 1].map((size) => resized(find, size)),
    framed(2013, flags(1), kind(0), body, Buffer.alloc(4)),
    ...[4, 64, 1 << 15].map((flag) => framed(2013, flags(flag), kind(0), body)),
    framed(2013, flags(0), kind(2), body),
    framed(2013, flags(0), kind(1), sequence('documents', [])),
    framed(2012, flags(0), body),
  ];
  for (const bytes of attempts) assert.is(await outcome(port, bytes), 'closed', bytes.toString('hex', 0, 24));
});

test('documents that nest too deep are refused', async ({ port }) => {
  let nested: object = {};
  for (let depth = 0; depth < 190; depth++) nested = { a: nested };
  for (const message of [
    command({ find: 'all', filter: nested }),
    command({ insert: 'all', documents: [nested] }),
  ])
    assert.is(await outcome(port, message), 'answered');
});

const residentMegabytes = ({ pid }: ChildServer): number =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test('clients that never finish take limited memory, and others are served', async ({ port, server }) => {
  const sockets: Socket[] = [];
  let closed = 0;
  const open = (bytes: Buffer): void => {
    const socket = connect(port, '127.0.0.1').resume();
    socket.on('error', () => undefined).once('close', () => closed++);
    socket.write(bytes);
    sockets.push(socket);
  };
  for (let n = 0; n < 500; n++) open(find.subarray(0, n % 40));
  const half = resized(Buffer.concat([find, Buffer.alloc(15_000_000)]), 40_000_000);
  for (let n = 0; n < 30; n++) open(half);
  await eventually('the server closes some of them', () => closed >= 10);
  // These fill the remaining memory, up to some forty megabytes: several may be closed at once.
  for (let n = 0; n < 300; n++) open(resized(Buffer.concat([find, Buffer.alloc(300_000)]), 40_000_000));
  await eventually('the memory is used up', () => closed >= 40);
  assert.ok(residentMegabytes(server) < 700, `${residentMegabytes(server)} MB`);
  const client = await MongoClient.connect(server.url, { retryWrites: false, maxPoolSize: 1 });
  const flooded = client.db('fuzz').collection('flood');
  for (let n = 0; n < 20; n++) await flooded.insertOne({ text: 'x'.repeat(50_000) });
  await client.close();
  for (const socket of sockets) socket.destroy();
});

/** Sends one command. @returns its reply */
async function replyTo(port: number, message: Buffer): Promise<BSON.Document> {
  const socket = connect(port, '127.0.0.1');
  socket.write(message);
  const [reply] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return BSON.deserialize(reply.subarray(21));
}

test('a damaged document in a bulk refuses the whole bulk', async ({ port, server }) => {
  const whole = { a: 'some text' };
  for (const [bulk, second] of [
    [{ insert: 'damaged' }, sequence('documents', [{ _id: 1 }, whole])],
    [
      { update: 'damaged', ordered: false },
      sequence('updates', [
        { q: { _id: 1 }, u: {}, upsert: true },
        { q: { _id: 2 }, u: whole, upsert: true },
      ]),
    ],
  ] as const) {
    second[second.indexOf('some text')] = 0xff;
    const { ok, code } = await replyTo(port, command(bulk, kind(1), second));
    assert.equal([ok, code], [0, 22]);
  }
  const client = await MongoClient.connect(server.url);
  assert.is(await client.db('fuzz').collection('damaged').countDocuments(), 0);
  await client.close();
});

test.run();
