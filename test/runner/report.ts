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
  const leftOut = result.leftOut.length > 0 ? `, ${result.leftOut.length} left out` : '';
  console.log(`${mark} ${nameOf(run)} (${result.passed} passed${leftOut}, ${seconds(result.ms)} s)`);
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

/** Prints the tests that were left out, by their reasons and files. @returns how many there are */
export function reportLeftOut(finished: readonly Finished[]): number {
  const all = finished.flatMap(({ run, result }) =>
    result.leftOut.map((one) => ({ ...one, file: nameOf(run) })),
  );
  for (const [reason, ofReason] of groups(all, (one) => one.reason)) {
    console.log(`left out, because ${reason}:`);
    for (const [file, ofFile] of groups(ofReason, (one) => one.file)) {
      console.log(`  ${file}`);
      for (const { name } of ofFile) console.log(`    ${name}`);
    }
  }
  return all.length;
}

function groups<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of all) found.set(keyOf(one), [...(found.get(keyOf(one)) ?? []), one]);
  return found;
}
