// Embedded only: the service of the README has its own stores.

import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { testUnless } from '../support/left-out.ts';
import { rootUrl } from '../support/repository.ts';
import { lacking } from '../support/tools.ts';

const test = suite('README.md');
const root = fileURLToPath(rootUrl);
const page = readFileSync(join(root, 'README.md'), 'utf8');

/** The shell snippets of the page, in order, without the indentation of lists. */
const snippets = [...page.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, indent = '', text = '']) =>
  text.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trim(),
);

/** For each step: the rest of the tests may keep the machine busy. */
const limitMs = 60_000;

/** Runs a command until it is stopped, as a shell in a terminal would. */
function inTerminal(command: string, env: NodeJS.ProcessEnv) {
  const child = spawn('bash', ['-c', command], { cwd: root, env, detached: true });
  let shown = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (shown += data.toString()));
  let isRunning = true;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve())).then(() => {
    isRunning = false;
  });
  return {
    shown: () => shown,
    /** @throws with everything shown, when the limit passes or the command ends before `found` finds something */
    async shows<T>(what: string, found: (text: string) => T) {
      const endedBefore = ended.then(() => Promise.reject(new Error(`ended before: ${what}`)));
      try {
        return await Promise.race([eventually(what, () => found(shown), limitMs), endedBefore]);
      } catch (error) {
        throw new Error(`${command}: ${String(error)}\n${shown}`, { cause: error });
      }
    },
    async interrupt() {
      if (isRunning && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
      await ended;
    },
  };
}

testUnless(lacking('curl'), test)('every snippet does what the page says', async () => {
  const [install = '', listen = '', submit = '', show = '', api = '', tests = '', ...others] = snippets;
  assert.equal(others, []);
  const dir = mkdtempSync(join(tmpdir(), 'formlog-readme-'));
  const port = String(await freePort());
  const env = { PATH: process.env['PATH'], HOME: dir, DATA_DIR: join(dir, 'data'), PORT: port };
  const run = async (snippet: string, words: Readonly<Record<string, string>> = {}): Promise<string> => {
    const here = Object.entries({ ...words, '127.0.0.1:8080': `127.0.0.1:${port}` }).reduce(
      (text, [word, value]) => text.replaceAll(word, value),
      snippet,
    );
    const options = { cwd: root, env, timeout: limitMs };
    return (await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${here}`], options)).stdout;
  };

  // The checks that a change must pass begin with the first command.
  assert.is(install, 'npm ci\nnpm start');
  assert.match(readFileSync(join(root, '.ci/run'), 'utf8'), /^step on_node \d+ npm ci$/m);
  assert.is(tests, 'npm test');
  const service = inTerminal('npm start', env);
  try {
    await service.shows('the greeting', (text) => text.includes('Ctrl-C'));
    const listener = inTerminal(listen, env);
    try {
      await listener.shows('it listens', (text) => text.includes('istening on'));
      const [list = '', create = ''] = submit.split('\n');
      const [, form = ''] = /^ *(\w{20}) /m.exec(await run(list)) ?? [];
      await run(create, { FORM: form });
      const [, delivery = ''] = await listener.shows('the webhook', (text) =>
        /verified +submission\.created .* delivery (\w+)/.exec(text),
      );
      const shown = await run(show, { DELIVERY: delivery });
      assert.match(shown, 'X-Service-Signature');
      const [, key = ''] = /(flg_live_\w+)/.exec(service.shown()) ?? [];
      const answers = await run(api, { 'flg_live_…': key, 'FORM=…': `FORM=${form}` });
      assert.match(answers, '"Feedback"');
      assert.match(answers, '"status":"closed"');
      assert.not.match(answers, '"error"');
    } finally {
      await listener.interrupt();
    }
  } finally {
    await service.interrupt();
    rmSync(dir, { recursive: true });
  }
});

test.run();
