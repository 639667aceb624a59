import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService } from '../support/formlog.ts';
import { freePort } from '../support/free-port.ts';
import { testUnless } from '../support/left-out.ts';
import { rootUrl } from '../support/repository.ts';
import { lacking } from '../support/tools.ts';

const test = suite('docs/api.md');
const page = readFileSync(new URL('docs/api.md', rootUrl), 'utf8');

const blocks = (language: string): string[] =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, kind, text]) =>
    kind === language && text !== undefined ? [text] : [],
  );

testUnless(lacking('curl'), test)(
  'every example of the page runs as it stands, from nothing to a verified webhook',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'formlog-guide-'));
    const service = await startService(join(dir, 'data'));
    const port = String(await freePort());
    const here = (text: string) =>
      text.replaceAll('http://127.0.0.1:8080', service.url).replaceAll('9000', port);
    writeFileSync(join(dir, 'receiver.mjs'), here(blocks('js').join('\n')));
    const script = here(['set -euo pipefail', ...blocks('sh')].join('\n'));
    try {
      const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: dir, timeout: 60_000 });
      assert.match(stdout, /^verified \w+ submission\.created \{ 'Your e-mail': 'ada@example\.com'/m);
      assert.match(stdout, /idempotency-replayed: true/i);
      assert.match(stdout, '"status":"closed"');
      assert.match(stdout, '"form_not_published"');
    } finally {
      assert.is(await service.kill('SIGTERM'), 0, service.stderr());
      rmSync(dir, { recursive: true });
    }
  },
);

test.run();
