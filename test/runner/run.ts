/**
 * Runs the test files, in one process for each job, and closes with `N passed, N failed` (tests, not files),
 * and with `, N left out` where this machine cannot run some; the lines before say which, and why.
 *
 *   npm test -- [--jobs N] [--limit SECONDS] [--end-limit SECONDS] [--times] [--none-left-out]
 *               [FILE | FOLDER | PART-OF-A-PATH ...]
 *   npm run test:long -- the same
 *
 * The first two also as TEST_JOBS (files at a time) and TEST_LIMIT (seconds for each file, 240). A file whose tests have ended
 * may take 30 seconds more, or the --end-limit, until nothing keeps its process. With --times the report
 * ends with the time of each run, slowest first, and their sum. `--long`, which test:long adds, runs every file whole, some of
 * them several times. Files that are named run whole, too. `--none-left-out` fails the run when a test was left out.
 *
 * Keeps temporary files in memory where there is room for them. TMPDIR names another place.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findTestFiles } from './find-files.ts';
import { makeMemoryDirectory } from './memory-directory.ts';
import { queuesOf } from './order.ts';
import { type Finished, report, reportLeftOut, reportTimes } from './report.ts';
import { FileRunner, type TestRun } from './run-file.ts';
import { longRuns, shortRuns } from './runs-of.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string' },
    limit: { type: 'string' },
    'end-limit': { type: 'string', default: '30' },
    times: { type: 'boolean' },
    long: { type: 'boolean' },
    'none-left-out': { type: 'boolean' },
  },
});
/**
 * Files wait much of their time: for leases, time-outs and processes of their own. With twice as many files as cores, a service
 * that a test starts gets a tenth of a slow core, and needs a minute and more to start.
 */
const usualJobs = String(1 + availableParallelism());
const jobs = positive('--jobs', values.jobs ?? process.env['TEST_JOBS'] ?? usualJobs);
const limits = {
  runMs: positive('--limit', values.limit ?? process.env['TEST_LIMIT'] ?? '240') * 1000,
  endMs: positive('--end-limit', values['end-limit']) * 1000,
};

const runners = Array.from({ length: jobs }, () => new FileRunner(limits));
/** They take files that wait, and therefore no core. A single job means that nothing runs at the same time. */
const waitingRunners = Array.from({ length: jobs > 1 ? 2 : 0 }, () => new FileRunner(limits));
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  // prettier-ignore
  process.once(signal, () => {
    for (const runner of [...runners, ...waitingRunners]) runner.kill();
    process.exit(code);
  });

const isShort = !values.long && positionals.length === 0;
// Read by test/support/long-run.ts in the processes that run the files.
if (!isShort) process.env['LONG_RUN'] = '1';
// A TMPDIR that the caller sets takes precedence.
const memory = process.env['TMPDIR'] === undefined ? makeMemoryDirectory() : null;
if (memory !== null) process.env['TMPDIR'] = memory;
const runsOf = values.long ? longRuns : isShort ? shortRuns : once;
const runs = findTestFiles(positionals).flatMap(runsOf);
const started = performance.now();
const finished = await runAll(runs);
if (values.times) reportTimes(finished, performance.now() - started);
const passed = finished.reduce((sum, { result }) => sum + result.passed, 0);
const failed = finished.reduce((sum, { result }) => sum + result.failed, 0);
const leftOut = reportLeftOut(finished);
const isIncomplete = leftOut > 0 && values['none-left-out'] === true;
if (isIncomplete) console.log('This run may leave nothing out: install what the lines above name.');
console.log(`${passed} passed, ${failed} failed${leftOut > 0 ? `, ${leftOut} left out` : ''}`);
process.exitCode = failed > 0 || isIncomplete ? 1 : 0;

/**
 * Half of the jobs take the longest files first; the others take the shortest first. The files that wait run beside them, or,
 * with a single job, before them.
 */
async function runAll(testRuns: readonly TestRun[]): Promise<Finished[]> {
  const queues = queuesOf(testRuns);
  const working = waitingRunners.length > 0 ? queues.working : [...queues.waiting, ...queues.working];
  const done: Finished[] = [];
  const work = async (runner: FileRunner, next: () => TestRun | undefined) => {
    for (let run = next(); run !== undefined; run = next()) {
      const result = await runner.run(run);
      report({ run, result });
      done.push({ run, result });
    }
    await runner.end();
  };
  const first = () => working.shift();
  const last = () => working.pop();
  await Promise.all([
    ...waitingRunners.map((runner) => work(runner, () => queues.waiting.shift())),
    ...runners.map((runner, job) => work(runner, job % 2 === 0 ? first : last)),
  ]);
  return done;
}

function once(file: string): TestRun[] {
  return [{ file, env: {} }];
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`${name} must be a positive whole number: ${text}`);
  return number;
}
