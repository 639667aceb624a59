import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeServiceFile } from '../../../../app/data-dir/service-file.ts';
import { testUnless } from '../../../support/left-out.ts';
import { against } from '../against.ts';
import { apiError, startFakeService } from '../fake-service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('finding a service, and its refusals');

const key = {
  id: 'k1',
  name: 'reader',
  scopes: [],
  expires_at: null,
  created_at: '2025-01-01T00:00:00.000Z',
};
const folder = mkdtempSync(join(tmpdir(), 'formlog-cli-'));
test.after(() => rmSync(folder, { recursive: true }));

test('an error has its code, message, details and a remedy', async () => {
  const problems = [{ path: '/name', code: 'required', message: 'Is required.' }];
  const { plain, json } = await against(apiError(400, 'invalid_request', problems), 'keys', 'create');
  assert.equal([plain.code, plain.stdout, json.code, json.stdout], [1, '', 1, '']);
  assert.match(
    plain.stderr,
    /invalid_request: It is invalid_request. \(request r1\)\n {2}\/name required: Is/,
  );
  assert.equal(JSON.parse(json.stderr), {
    error: {
      message: 'It is invalid_request.',
      code: 'invalid_request',
      status: 400,
      details: problems,
      request_id: 'r1',
      exit_code: 1,
    },
  });
  const wrongToken = await against(apiError(401, 'invalid_key'), 'keys', 'list');
  assert.match(wrongToken.plain.stderr, /--token/);
});

test('exit code 3 when no service answers, or a server of another kind', async () => {
  const gone = await startFakeService(() => null);
  await gone.close();
  const env = { FORMLOG_TOKEN: 't', FORMLOG_ACCOUNT: 'a' };
  const nobody = await runCli(['keys', 'list', '--service', gone.url], env);
  assert.is(nobody.code, 3);
  assert.match(nobody.stderr, /Cannot reach the service at http:\/\/127[^]*npm start/);
  assert.is((await against({ status: 404 }, 'keys', 'list')).plain.code, 3);
  assert.is((await runCli(['keys', 'list', '--data-dir', folder])).code, 3);
});

test('a local service is found by its data directory, and its account with it', async () => {
  const service = await startFakeService(() => ({ status: 200, body: { data: [key] } }));
  writeServiceFile(folder, { url: service.url, pid: process.pid, account_id: 'demo' });
  const without = await runCli(['keys', 'list'], { DATA_DIR: folder });
  assert.is(without.code, 1);
  assert.match(without.stderr, /operator-token/);
  writeFileSync(join(folder, 'operator-token'), 'local\n');
  const found = await runCli(['keys', 'list'], { DATA_DIR: folder });
  await service.close();
  rmSync(join(folder, 'service.json'));
  assert.is(found.code, 0, found.stderr);
  assert.is(service.requests[0]?.path, '/api/admin/v1/accounts/demo/keys?limit=100');
  assert.is(service.requests[0]?.headers.authorization, 'Bearer local');
});

test('no token is sent to the address of a service that has ended', async () => {
  const other = await startFakeService(() => ({ status: 200, body: { data: [key] } }));
  const ended = spawnSync('true').pid;
  writeServiceFile(folder, { url: other.url, pid: ended, account_id: 'demo' });
  const refused = await runCli(['keys', 'list'], { DATA_DIR: folder });
  await other.close();
  rmSync(join(folder, 'service.json'));
  assert.is(refused.code, 3);
  assert.match(refused.stderr, `process ${ended} has ended`);
  assert.equal(other.requests, []);
});

test('a copy of a data directory does not lead to the service of the original', async () => {
  const service = await startFakeService(() => ({ status: 200, body: { data: [key] } }));
  writeServiceFile(folder, { url: service.url, pid: process.pid, account_id: 'demo' });
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  const refused = await runCli(['keys', 'list'], { DATA_DIR: copy });
  await service.close();
  for (const path of [copy, join(folder, 'service.json')]) rmSync(path, { recursive: true });
  assert.is(refused.code, 3);
  assert.match(refused.stderr, 'a copy of the directory of another service');
  assert.equal(service.requests, []);
});

const notRoot = process.getuid?.() === 0 ? null : 'only root may start a process as another user';

testUnless(notRoot, test)('no token goes to a listener of another user', async () => {
  const listen = `require('net').createServer().listen(0,'127.0.0.1',function(){console.log(this.address().port)})`;
  const script = `process.setuid(65534);${listen}`;
  const stranger = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  const port = await new Promise<string>((resolve) =>
    stranger.stdout.once('data', (text) => resolve(String(text))),
  );
  writeServiceFile(folder, {
    url: `http://127.0.0.1:${port.trim()}`,
    pid: process.pid,
    account_id: 'demo',
  });
  const refused = await runCli(['keys', 'list'], { DATA_DIR: folder });
  stranger.kill();
  rmSync(join(folder, 'service.json'));
  assert.is(refused.code, 3);
  assert.match(refused.stderr, 'another user listens');
});

test('without --account the only account is used; of several, one has to be named', async () => {
  for (const [accounts, code] of [
    [[], 2],
    [['a1'], 0],
    [['a1', 'a2'], 2],
  ] as const) {
    const service = await startFakeService(({ path }) => ({
      status: 200,
      body: { data: path.endsWith('/accounts') ? accounts.map((id) => ({ id })) : [] },
    }));
    const result = await runCli(['keys', 'list', '--service', service.url, '--token', 't']);
    await service.close();
    assert.is(result.code, code, result.stderr);
  }
});

test.run();
