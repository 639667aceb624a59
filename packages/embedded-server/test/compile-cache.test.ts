import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../test/support/directory.ts';
import { entryUrl } from '../src/spawn.ts';

const test = suite<{ dir: string }>('compile cache');
eachInDirectory(test);

/** Node 20 keeps no compiled code. */
const canKeep = 'enableCompileCache' in nodeModule;
const program = fileURLToPath(entryUrl('./fixtures/caching-program', import.meta.url));
const run = (dir: string, version: string) =>
  promisify(execFile)(process.execPath, [...process.execArgv, program, dir, version], {
    env: { PATH: process.env['PATH'] },
  });

const filesIn = (dir: string): number =>
  readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

test('compiled code is kept, and that of another version is removed', async ({ dir }) => {
  const cache = join(dir, 'cache');
  await run(cache, '1.0.0');
  assert.is(filesIn(cache) > 0, canKeep);
  await run(cache, '1.0.1');
  assert.equal(readdirSync(cache), ['1.0.1']);
  assert.is(filesIn(cache) > 0, canKeep);
});

test('a directory that others can write is not used', async ({ dir }) => {
  const cache = join(dir, 'cache');
  for (const open of [dir, cache]) {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    chmodSync(open, 0o777);
    await run(cache, '1.0.0');
    assert.is(filesIn(cache), 0, open);
    chmodSync(open, 0o700);
  }
});

test('a directory that cannot be made is no failure', async () => {
  await run(join(program, 'cache'), '1.0.0');
});

test.run();
