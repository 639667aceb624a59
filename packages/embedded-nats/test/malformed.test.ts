/** Clients that send malformed bytes, or never finish: the server answers or closes the connection, and goes on. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as dial, type Socket } from 'node:net';
import fc from 'fast-check';
import { connect } from 'nats';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ChildServer, startInProcess } from '../../../test/support/eventstore/child-server.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { openRaw } from '../../../test/support/raw-nats.ts';
import { entryUrl } from '../../embedded-server/src/spawn.ts';

const test = suite<{ server: ChildServer }>('embedded nats: malformed bytes');
test.before(async (context) => {
  const bin = entryUrl('../src/bin', import.meta.url);
  context.server = await startInProcess(bin, { dir: 'none' });
});
test.after.each(async ({ server }) => {
  const client = await connect({ servers: server.url, reconnect: false });
  await client.flush();
  await client.close();
});
test.after(async ({ server }) => assert.is(await server.kill('SIGTERM'), 0));

const commands = [
  'CONNECT {"verbose":false,"headers":true,"no_responders":true}\r\n',
  'SUB a.* 1\r\n',
  'SUB > group 2\r\n',
  'PUB a.b reply 5\r\nhello\r\n',
  'HPUB a.b 12 17\r\nNATS/1.0\r\n\r\nhello\r\n',
  'UNSUB 1 3\r\n',
].map((text) => Buffer.from(text));
const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });

/** The answer of the server to these bytes; it has to close the connection then. */
async function answer(url: string, bytes: Buffer): Promise<string> {
  const { socket, received } = await openRaw(url);
  const closed = once(socket, 'close');
  socket.on('error', () => undefined).end(bytes);
  await closed;
  return received();
}

test('damaged commands are answered or refused', async ({ server }) => {
  const outcomes = { answered: 0, refused: 0 };
  const several = fc.array(fc.constantFrom(...commands), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(several, damage, async (parts, changes) => {
      const bytes = Buffer.concat(parts);
      for (const [place, byte] of changes) bytes[place % bytes.length] = byte;
      const answered = await answer(server.url, bytes);
      outcomes[answered.includes('-ERR') ? 'refused' : 'answered']++;
    }),
    { numRuns: 200 },
  );
  assert.ok(outcomes.refused > 20 && outcomes.answered > 20, JSON.stringify(outcomes));
});

const privateMegabytes = ({ pid }: ChildServer): number =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test('clients that never finish cost little, and others are served', async ({ server }) => {
  const { hostname, port } = new URL(server.url);
  const before = privateMegabytes(server);
  const halves = ['', 'PU', 'CONNECT {"verbose"', `PUB a 1000000\r\n${'x'.repeat(10_000)}`, 'PUB a 5\r\nhel'];
  const sockets: Socket[] = [];
  let greeted = 0;
  for (let n = 0; n < 600; n++) {
    const socket = dial(Number(port), hostname).once('data', () => greeted++);
    socket.write(halves[n % halves.length] ?? '');
    sockets.push(socket);
  }
  await eventually('all are connected', () => greeted === sockets.length);
  const client = await connect({ servers: server.url, reconnect: false });
  await client.flush();
  assert.ok(privateMegabytes(server) - before < 100, `${privateMegabytes(server) - before} MB`);
  await client.close();
  for (const socket of sockets) socket.destroy();
});

test.run();
