import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { entryUrl } from '../../packages/embedded-server/src/spawn.ts';
import { eventually } from '../support/eventually.ts';
import { rootUrl } from '../support/repository.ts';
import { findTestFiles } from './find-files.ts';
import { waiting } from './order.ts';
import { longer, longOnly, longRuns, shortRuns } from './runs-of.ts';
import { processesUnder } from './standing/processes.ts';

const test = suite('test runner');

const runFile = fileURLToPath(entryUrl('./run', import.meta.url));

function runner(...args: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [...process.execArgv, runFile, ...args], {
    encoding: 'utf8',
    env: { ...process.env, TEST_WITHOUT: 'chromium' },
  });
  return { status, stdout, last: stdout.trimEnd().split('\n').at(-1) };
}
/** Parts of a diagnostic report of Node. */
const Report = Type.Object({
  header: Type.Object({ processId: Type.Number() }),
  libuv: Type.Array(Type.Object({ type: Type.String() })),
});
const fixture = (name: string) => `test/runner/fixtures/${name}.fixture.ts`;

/** A value that is made when it is first asked for. */
function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** What an output says of one file. */
const partOf = (stdout: string, name: string): string =>
  stdout.split(/^(?=ok {3}|FAIL )/m).find((part) => part.includes(`/${name}.fixture.ts (`)) ?? '';

/** Runs of the runner whose outputs several tests read: each run starts processes. */
const passing = lazy(() =>
  runner('--times', fixture('passing'), fixture('leaving-a-child'), `./${fixture('passing')}`),
);
const faults = [
  ['failing', '1 of 2 tests failed'],
  ['no-test', 'ran no test'],
  ['draining', 'ended before its summary was printed'],
  ['unrun-suite', 'its suite "forgotten" is never run'],
  ['skipping-silently', 'skips 1 tests and gives a reason for 0'],
  ['late-test', 'declares tests of "test" after the last test.run()'],
] as const;
const failing = lazy(() =>
  runner('--jobs', '1', ...faults.map(([name]) => fixture(name)), fixture('passing')),
);
const late = lazy(() => runner('--limit', '5', ...['hanging', 'looping', 'deaf'].map(fixture)));

test('counts tests over several files and ends with 0 when all pass', () => {
  const { status, stdout, last } = passing();
  assert.is(last, '3 passed, 0 failed');
  assert.is(status, 0);
  assert.match(stdout, /^ok {3}.*passing\.fixture\.ts \(2 passed, [\d.]+ s\)$/m);
});

test('fails a file with a failing test, shows its output, and still runs the rest', () => {
  const { status, stdout } = failing();
  assert.is(status, 1);
  assert.match(partOf(stdout, 'failing'), /^FAIL .*\(1 passed, [^]*"wrong"/);
  assert.match(partOf(stdout, 'passing'), /^ok {3}.*\(2 passed, /);
});

for (const [name, problem] of faults)
  test(`fails a file that ${problem}`, () => {
    const { last, stdout } = failing();
    assert.match(partOf(stdout, name), /^FAIL /);
    assert.ok(partOf(stdout, name).includes(problem), stdout);
    assert.match(last ?? '', new RegExp(`^\\d passed, ${faults.length} failed$`));
  });

test('counts what a file leaves out, and lists it by reason with a way to get what is missing', () => {
  const { status, stdout, last } = runner('--jobs', '1', fixture('leaving-out'), fixture('all-left-out'));
  assert.is(last, '1 passed, 0 failed, 4 left out');
  assert.is(status, 0);
  assert.match(stdout, /^ok {3}.*leaving-out\.fixture\.ts \(1 passed, 3 left out, /m);
  assert.match(stdout, /^ok {3}.*all-left-out\.fixture\.ts \(0 passed, 1 left out, /m);
  assert.is(
    stdout.slice(stdout.indexOf('left out, because')),
    [
      'left out, because it is Sunday:',
      `  ${fixture('all-left-out')}`,
      '    works',
      `  ${fixture('leaving-out')}`,
      '    works',
      'left out, because chromium is not installed; on Debian: apt-get install chromium:',
      `  ${fixture('leaving-out')}`,
      '    one page',
      '    another page',
      '1 passed, 0 failed, 4 left out',
      '',
    ].join('\n'),
  );
});

test('fails a run that may leave nothing out and does', () => {
  const refused = runner('--none-left-out', fixture('leaving-out'));
  assert.is(refused.status, 1);
  assert.is(refused.last, '1 passed, 0 failed, 3 left out');
  assert.is(runner('--none-left-out', fixture('passing')).status, 0);
});

test('the checks that a change must pass let no run leave anything out', () => {
  const checks = readFileSync(new URL('.ci/run', rootUrl), 'utf8');
  const runs = checks.split('\n').filter((line) => /npm (test|run test)|runner\/run\.js/.test(line));
  assert.ok(runs.length >= 2);
  for (const line of runs) assert.match(line, '--none-left-out');
});

test('makes a file that does not end say where it stands, with all that it started, and kills it', async () => {
  const { status, stdout: all, last } = late();
  assert.is(last, '0 passed, 3 failed');
  assert.is(status, 1);
  const stdout = partOf(all, 'hanging');
  assert.match(stdout, /did not end in time/);
  const [, port, child] = /port (\d+), child (\d+)/.exec(stdout) ?? [];
  const [testProcess = '', service = ''] = stdout.split(/^ {2}\| process /m).slice(1);
  assert.match(testProcess, /runs the test "waits for a process that waits, over an open connection" for \d/);
  assert.match(testProcess, /is kept by: .*TCPServerWrap 1/);
  assert.match(testProcess, /is kept by: .*ProcessWrap 1/);
  assert.ok(testProcess.includes(`listens at 127.0.0.1:${port}`), stdout);
  assert.match(testProcess, new RegExp(`is connected to 127.0.0.1:${port} from 127.0.0.1:\\d+$`, 'm'));
  assert.match(testProcess, new RegExp(`has accepted at 127.0.0.1:${port} from 127.0.0.1:\\d+$`, 'm'));
  assert.ok(service.startsWith(`${child}: ${process.execPath} -e`), stdout);
  assert.match(service, 'is kept by: Timeout 1');

  const reports = /the reports of the Node processes are in (.+)$/m.exec(stdout)?.[1] ?? '';
  const report = Value.Parse(Report, JSON.parse(readFileSync(join(reports, `${child}.json`), 'utf8')));
  assert.is(String(report.header.processId), child);
  assert.ok(report.libuv.some(({ type }) => type === 'timer'));
  rmSync(reports, { recursive: true });
  const hasEnded = () => processesUnder(Number(child)).every(({ state }) => state === 'Z');
  await eventually('the process in a group of its own ends', hasEnded);
});

test('does not wait long for a file whose tests have ended and that does not end', () => {
  const { stdout, last } = runner('--limit', '60', '--end-limit', '1', fixture('staying'));
  assert.is(last, '1 passed, 1 failed');
  assert.match(stdout, /did not end in time/);
  assert.match(stdout, /is kept by: .*Timeout 1/);
});

test('shows where the main thread of a file is, if it never comes back', () => {
  const stdout = partOf(late().stdout, 'looping');
  assert.match(stdout, /runs the test "never comes back from a loop" for \d/);
  assert.match(stdout, /its main thread is busy:\n.* at loopForEver \(.*looping\.fixture/);
});

test('lists processes that do not answer', () => {
  const stdout = partOf(late().stdout, 'deaf');
  assert.match(stdout, /process \d+: .*test\/runner\/host\..*\n.* does not answer: no answer within \d+ ms/);
  assert.match(stdout, /process \d+, stopped by a signal: sleep 3600/);
  assert.match(stdout, /process \d+: sleep 3601/);
});

test('ends what a file left running', () => {
  const { status, stdout } = passing();
  assert.match(partOf(stdout, 'leaving-a-child'), /^ok {3}.*\(1 passed, /);
  assert.is(status, 0);
});

test('runs files that share a process after each other, and one that says so in a process of its own', () => {
  const { status, last } = runner('--jobs', '1', ...['leaving-a-mark', 'marked', 'unmarked'].map(fixture));
  assert.is(last, '3 passed, 0 failed');
  assert.is(status, 0);
});

test('lists the time of each file, slowest first, and their sum', () => {
  const { stdout } = passing();
  const times = [...stdout.matchAll(/^ +([\d.]+) s {2}test\//gm)].map(([, seconds]) => Number(seconds));
  assert.is(times.length, 2);
  assert.equal(
    times,
    times.toSorted((one, other) => other - one),
  );
  assert.match(stdout, /^ +[\d.]+ s {2}in 2 runs, which took [\d.]+ s$/m);
});

test('runs each file, in the short run or in the long run', () => {
  const files = findTestFiles(['test', 'packages']);
  for (const file of files) assert.ok([...shortRuns(file), ...longRuns(file)].length > 0, file);
  for (const pattern of [...longOnly, ...longer.map(([long]) => long), ...waiting])
    assert.ok(
      files.some((file) => pattern.test(file)),
      `${String(pattern)} names no file`,
    );
});

test('refuses a name that matches no file', () => {
  assert.is(runner('no-such-test').status, 1);
});

test.run();
