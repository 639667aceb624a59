import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rootUrl } from '../support/repository.ts';

const test = suite('build if stale');

test('a start after a build does not build again', () => {
  const script = fileURLToPath(new URL('scripts/build-if-stale.js', rootUrl));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  assert.equal([status, stdout, stderr], [0, '', '']);
});

test.run();
