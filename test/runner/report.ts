import type { FileResult, TestRun } from './run-file.ts';

export interface Finished {
  readonly run: TestRun;
  readonly result: FileResult;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const nameOf = ({ file, env }: TestRun): string =>
  [file, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)].join(' ');

/** Prints the verdict on a file, with its output where it failed. */
export function report({ run, result }: Finished): void {
  const mark = result.problems.length === 0 ? 'ok  ' : 'FAIL';
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : '';
  console.log(`${mark} ${nameOf(run)} (${result.passed} passed${skipped}, ${seconds(result.ms)} s)`);
  if (result.problems.length === 0) return;
  console.log(result.output.trimEnd().replace(/^/gm, '  | '));
  for (const problem of result.problems) console.log(`  ${result.file} ${problem}`);
}

/** Prints the time of each run, slowest first, their sum, and the time that passed. */
export function reportTimes(finished: readonly Finished[], wallMs: number): void {
  const sorted = finished.toSorted((one, other) => other.result.ms - one.result.ms);
  for (const { run, result } of sorted) console.log(`${seconds(result.ms).padStart(7)} s  ${nameOf(run)}`);
  const sum = finished.reduce((total, { result }) => total + result.ms, 0);
  console.log(`${seconds(sum).padStart(7)} s  in ${finished.length} runs, which took ${seconds(wallMs)} s`);
}
