import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { connect } from 'nats';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { entryUrl, startInWorker } from '../../../embedded/spawn.ts';

const test = suite('embedded nats: entry');
const entry = entryUrl('../../../embedded/nats/bin', import.meta.url);

async function serves(url: string): Promise<void> {
  const nc = await connect({ servers: url, reconnect: false });
  nc.subscribe('echo', { callback: (_error, message) => message.respond(message.data) });
  assert.is((await nc.request('echo', 'hello')).string(), 'hello');
  await nc.close();
}

test('serves from a thread, and ends when asked', async () => {
  const server = await startInWorker(entry, { dir: tmpdir(), port: 0 });
  await serves(server.url);
  await server.close();
  assert.is(await server.exited, 0);
});

test('serves from a process, and ends on SIGTERM with clients connected', async () => {
  const child = spawn(process.execPath, [...process.execArgv, entry.pathname, '--dir', tmpdir()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  await serves(url);
  const nc = await connect({ servers: url, reconnect: false });
  child.kill('SIGTERM');
  assert.equal(await exited, [0, null]);
  await nc.closed();
});

test.run();
