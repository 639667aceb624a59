import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../../support/eventually.ts';
import { cliFile } from '../run-cli.ts';

const test = suite('an export that is interrupted');
const folder = mkdtempSync(join(tmpdir(), 'formlog-interrupted-'));
test.after(() => rmSync(folder, { recursive: true }));

const heading = '{"formlog_export":"events"';

/** A service whose exports begin and do not end. */
async function startEndless() {
  const server = createServer((_, response) => void response.write(heading));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}

test('keeps the received part, and says how to continue', async () => {
  const service = await startEndless();
  const file = join(folder, 'events.ndjson');
  const args = [...process.execArgv, cliFile, 'export', 'events', '--output', file];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, FORMLOG_SERVICE: service.url, FORMLOG_TOKEN: 't' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  await eventually('something came', () => existsSync(file) && readFileSync(file, 'utf8') === heading);
  child.kill('SIGINT');
  const code = await exited;
  service.close();
  assert.equal([code, stderr], [1, 'formlog: Interrupted. Continue with --resume.\n']);
  assert.is(readFileSync(file, 'utf8'), heading);
});

test.run();
