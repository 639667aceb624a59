import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serialize } from 'bson';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startMongo } from '../src/server.ts';

const test = suite('embedded MongoDB: clients that disconnect during a command');

/** An OP_MSG with one document. */
function message(command: object): Buffer {
  const body = serialize(command);
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(2013, 12);
  return Buffer.concat([head, body]);
}

test('the server closes after its clients have gone before their answer', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-gone-'));
  const server = await startMongo({ dir, port: 0 });
  const clients = Array.from({ length: 20 }, (_, n) => {
    const socket = connect(server.port, '127.0.0.1');
    socket.end(message({ insert: 'things', $db: 'test', documents: [{ _id: n }] }));
    return once(socket.resume(), 'close');
  });
  await Promise.all(clients);
  const limit = new AbortController();
  const late = delay(5_000, 'not closed', { signal: limit.signal }).catch(() => 'called off');
  const ended = await Promise.race([server.close().then(() => 'closed'), late]);
  limit.abort();
  assert.is(ended, 'closed');
  rmSync(dir, { recursive: true });
});

test.run();
