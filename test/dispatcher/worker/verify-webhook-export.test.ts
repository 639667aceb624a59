import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedHeaders } from '../../../dispatcher/worker/signature.ts';
import { rootUrl } from '../../support/repository.ts';

const test = suite('formlog/verify-webhook');
const root = fileURLToPath(rootUrl);
const folder = mkdtempSync(join(tmpdir(), 'formlog-receiver-'));
test.after(() => rmSync(folder, { recursive: true }));

test('a project that has the package checks a webhook with it, in JavaScript and in TypeScript', async () => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'formlog'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const body = '{"event":"ping"}';
  const headers = signedHeaders({
    ...{ scheme: 'timestamped', secrets: ['a secret'], body: Buffer.from(body), deliveryId: 'd' },
    ...{ event: 'ping', now: new Date(), product: 'Service' },
  });
  writeFileSync(
    join(folder, 'receiver.ts'),
    `import { verifyWebhook } from 'formlog/verify-webhook';
const headers = ${JSON.stringify(headers)};
const verify = (body: string): string => {
  const verified = verifyWebhook({ headers, body, secret: 'a secret' });
  return verified.ok ? 'genuine' : verified.reason;
};
console.log(verify('${body}'), verify('other'));
`,
  );
  const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--types', 'node'];
  const types = ['--typeRoots', join(root, 'node_modules', '@types')];
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const run = promisify(execFile);
  await run(process.execPath, [tsc, ...options, ...types, 'receiver.ts'], { cwd: folder });
  const { stdout } = await run(process.execPath, ['receiver.js'], { cwd: folder });
  assert.is(stdout, 'genuine wrong_signature\n');
});

test.run();
