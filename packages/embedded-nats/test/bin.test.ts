import { tmpdir } from 'node:os';
import { connect } from 'nats';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startInProcess } from '../../../test/support/eventstore/child-server.ts';
import { entryUrl, startInWorker } from '../../embedded-server/src/spawn.ts';

const test = suite('embedded nats: entry');
const entry = entryUrl('../src/bin', import.meta.url);

async function serves(url: string): Promise<void> {
  const nc = await connect({ servers: url, reconnect: false });
  nc.subscribe('echo', { callback: (_error, message) => message.respond(message.data) });
  assert.is((await nc.request('echo', 'hello')).string(), 'hello');
  await nc.close();
}

test('serves from a thread, and ends on the message close', async () => {
  const server = await startInWorker(entry, { dir: tmpdir(), port: 0 });
  await serves(server.url);
  await server.close();
  assert.is(await server.exited, 0);
});

test('serves from a process, and ends on SIGTERM with clients connected', async () => {
  const { url, kill } = await startInProcess(entry, { dir: tmpdir() });
  await serves(url);
  const nc = await connect({ servers: url, reconnect: false });
  assert.is(await kill('SIGTERM'), 0);
  await nc.closed();
});

test('serves only clients with its token', async () => {
  const server = await startInWorker(entry, { dir: tmpdir(), port: 0, token: 'a secret' });
  for (const token of [undefined, 'another secret', '']) {
    const credentials = token !== undefined && { token };
    await connect({ servers: server.url, reconnect: false, ...credentials }).then(
      () => assert.unreachable('connected'),
      (error: unknown) => assert.match(String(error), /Authorization Violation/i),
    );
  }
  const nc = await connect({ servers: server.url, token: 'a secret', reconnect: false });
  await nc.close();
  await server.close();
});

test.run();
