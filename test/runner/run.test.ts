import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { entryUrl } from '../../embedded/spawn.ts';
import { findTestFiles } from './find-files.ts';
import { longOnly, longRuns, longer, shortRuns } from './runs-of.ts';

const test = suite('test runner');

const runFile = fileURLToPath(entryUrl('./run', import.meta.url));

function runner(...args: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [...process.execArgv, runFile, ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, last: stdout.trimEnd().split('\n').at(-1) };
}
const fixture = (name: string) => `test/runner/fixtures/${name}.fixture.ts`;

test('counts tests over several files and ends with 0 when all pass', () => {
  const { status, stdout, last } = runner(
    fixture('passing'),
    fixture('leaving-a-child'),
    `./${fixture('passing')}`,
  );
  assert.is(last, '3 passed, 0 failed');
  assert.is(status, 0);
  assert.match(stdout, /^ok {3}.*passing\.fixture\.ts \(2 passed, 1 skipped, /m);
});

test('fails a file with a failing test, shows its output, and still runs the rest', () => {
  const { status, stdout, last } = runner(fixture('failing'), fixture('passing'));
  assert.is(last, '3 passed, 1 failed');
  assert.is(status, 1);
  assert.match(stdout, /"wrong"/);
  assert.match(stdout, /1 of 2 tests failed/);
});

for (const [name, problem] of [
  ['no-test', 'ran no test'],
  ['draining', 'ended before its summary was printed'],
  ['unrun-suite', 'its suite "forgotten" is never run'],
  ['late-test', 'declares tests of "test" after the last test.run()'],
] as const)
  test(`fails a file that ${problem}`, () => {
    const { status, stdout, last } = runner(fixture(name));
    assert.ok(stdout.includes(problem), stdout);
    assert.match(last ?? '', /^\d passed, 1 failed$/);
    assert.is(status, 1);
  });

test('kills a file that does not end in time', () => {
  const { status, stdout, last } = runner('--limit', '2', fixture('hanging'));
  assert.is(last, '0 passed, 1 failed');
  assert.is(status, 1);
  assert.match(stdout, /did not end in time/);
});

test('ends what a file left running', () => {
  const { status, last } = runner(fixture('leaving-a-child'));
  assert.is(last, '1 passed, 0 failed');
  assert.is(status, 0);
});

test('lists the time of each file, slowest first, and their sum', () => {
  const { stdout, last } = runner('--times', fixture('passing'), fixture('leaving-a-child'));
  const times = [...stdout.matchAll(/^ +([\d.]+) s {2}test\//gm)].map(([, seconds]) => Number(seconds));
  assert.is(times.length, 2);
  assert.equal(
    times,
    times.toSorted((one, other) => other - one),
  );
  assert.match(stdout, /^ +[\d.]+ s {2}in 2 runs, which took [\d.]+ s$/m);
  assert.is(last, '3 passed, 0 failed');
});

test('runs each file, in the short run or in the long run', () => {
  const files = findTestFiles([]);
  for (const file of files) assert.ok([...shortRuns(file), ...longRuns(file)].length > 0, file);
  for (const pattern of [...longOnly, ...longer.map(([pattern]) => pattern)])
    assert.ok(
      files.some((file) => pattern.test(file)),
      `${String(pattern)} names no file`,
    );
});

test('refuses a name that matches no file', () => {
  assert.is(runner('no-such-test').status, 1);
});

test.run();
