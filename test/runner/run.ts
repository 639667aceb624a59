/**
 * Runs the test files, one process a file, and closes with `N passed, N failed` (tests, not files).
 *
 *   npm test -- [--jobs N] [--limit SECONDS] [--times] [FILE | FOLDER | PART-OF-A-PATH ...]
 *   npm run test:long -- the same
 *
 * The first two also as TEST_JOBS (files at a time) and TEST_LIMIT (seconds for each file, 120). With --times the report
 * ends with the time of each file. `--long`, which test:long adds, runs repetitions instead of each file once.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findTestFiles } from './find-files.ts';
import { runFile, type FileResult, type TestRun } from './run-file.ts';
import { longRuns, shortRuns } from './runs-of.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string' },
    limit: { type: 'string' },
    times: { type: 'boolean' },
    long: { type: 'boolean' },
  },
});
/** Files wait much of their time: for leases, time-outs and processes of their own. */
const usualJobs = String(availableParallelism() + 1);
const jobs = positive('--jobs', values.jobs ?? process.env['TEST_JOBS'] ?? usualJobs);
const limitMs = positive('--limit', values.limit ?? process.env['TEST_LIMIT'] ?? '120') * 1000;

const stop = new AbortController();
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  // prettier-ignore
  process.once(signal, () => {
    stop.abort();
    process.exit(code);
  });

const files = findTestFiles(positionals);
// A file that is named runs also where the short run leaves it out.
const runs = files.flatMap(values.long ? longRuns : positionals.length > 0 ? once : shortRuns);
const results = await runAll(runs);
if (values.times) reportTimes(results);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function runAll(runs: readonly TestRun[]): Promise<FileResult[]> {
  const queue = longestFirst(runs);
  const done: FileResult[] = [];
  const worker = async () => {
    for (let run = queue.shift(); run !== undefined; run = queue.shift()) {
      const result = await runFile(run, limitMs, stop.signal);
      report(result, run);
      done.push(result);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return done;
}

/** What begins late and takes long would run alone at the end: first what starts services or simulates months. */
function longestFirst(runs: readonly TestRun[]): TestRun[] {
  const isLong = ({ file }: TestRun) => /^test\/(e2e|simulation)\//.test(file);
  return [...runs.filter(isLong), ...runs.filter((run) => !isLong(run))];
}

function once(file: string): TestRun[] {
  return [{ file, env: {} }];
}

function reportTimes(results: readonly FileResult[]): void {
  for (const { ms, file } of results.toSorted((one, other) => other.ms - one.ms))
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
}

function report(result: FileResult, { env }: TestRun): void {
  const mark = result.problems.length === 0 ? 'ok  ' : 'FAIL';
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : '';
  const seconds = (result.ms / 1000).toFixed(1);
  const set = Object.entries(env).map(([name, value]) => ` ${name}=${value}`);
  console.log(`${mark} ${result.file}${set.join('')} (${result.passed} passed${skipped}, ${seconds} s)`);
  if (result.problems.length === 0) return;
  console.log(result.output.trimEnd().replace(/^/gm, '  | '));
  for (const problem of result.problems) console.log(`  ${result.file} ${problem}`);
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`${name} must be a positive whole number: ${text}`);
  return number;
}
