import { stripVTControlCharacters } from 'node:util';

/** How a test file's process ended: an exit code, or why it had none. */
export type Ending = { readonly code: number | null; readonly timedOut: boolean };

/** A test that this machine cannot run, or cannot run now. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

/** What one file comes to. `problems` is empty exactly when the file may count as green. */
export type Verdict = {
  readonly passed: number;
  readonly failed: number;
  /** The tests that the file left out, each with its reason. */
  readonly leftOut: readonly LeftOut[];
  readonly problems: readonly string[];
};

/**
 * Judges one test file from its source, its output and how its process ended. The exit code alone is not
 * trusted: a process whose event loop drains while a test waits can end with 0 and no summary.
 */
export function judge(source: string, output: string, ending: Ending): Verdict {
  const plain = stripVTControlCharacters(output);
  const totals = summed(plain, 'Total');
  const passes = summed(plain, 'Passed');
  const skips = summed(plain, 'Skipped');
  const total = totals ?? 0;
  const passed = passes ?? 0;

  const leftOut = [...plain.matchAll(/^left out \[([^\]]+)\] (.+)$/gm)].map(([, reason = '', name = '']) => ({
    name,
    reason,
  }));
  const problems: string[] = unrunSuites(source);
  if (ending.timedOut) problems.push('did not end in time and was killed');
  else if (ending.code !== 0) problems.push(`ended with exit code ${ending.code ?? 'none (killed)'}`);
  if (totals === undefined || passes === undefined || skips === undefined) {
    if (!ending.timedOut) problems.push('ended before its summary was printed');
  } else if (total === 0 && leftOut.length === 0) problems.push('ran no test');
  if (skips !== undefined && skips !== leftOut.length)
    problems.push(`skips ${skips} tests and gives a reason for ${leftOut.length}`);
  if (passed < total) problems.push(`${total - passed} of ${total} tests failed`);

  const failed = total - passed;
  return {
    passed,
    failed: problems.length > 0 ? Math.max(failed, 1) : failed,
    leftOut,
    problems,
  };
}

/** Whether a part of a file's output closes a summary; files that run several queues print several. */
export const hasSummary = (part: string): boolean =>
  /^ {2}Skipped: +\d+$/m.test(stripVTControlCharacters(part));

/** The sum of every `Name: 12` line (a file prints one block each time its queue is run); undefined without any. */
function summed(output: string, name: 'Total' | 'Passed' | 'Skipped'): number | undefined {
  const found = [...output.matchAll(new RegExp(`^ {2}${name}: +(\\d+)$`, 'gm'))];
  if (found.length === 0) return undefined;
  return found.reduce((sum, match) => sum + Number(match[1]), 0);
}

/** uvu forgets without a word what is declared and never run, so the source itself is looked at. */
function unrunSuites(source: string): string[] {
  const problems: string[] = [];
  for (const [, name] of source.matchAll(
    /^\s*(?:export )?const (\w+) = (?:suite(?:Unless)?|browserSuite)[(<]/gm,
  )) {
    const lastRun = source.lastIndexOf(`${name}.run()`);
    if (lastRun === -1) {
      problems.push(`its suite "${name}" is never run`);
      continue;
    }
    const afterwards = source.slice(lastRun);
    if (new RegExp(`^\\s*${name}(?:\\.skip|\\.only)?\\(`, 'm').test(afterwards))
      problems.push(`declares tests of "${name}" after the last ${name}.run()`);
    if (new RegExp(`\\b${name}\\.only\\(`).test(source)) problems.push(`"${name}" is narrowed by .only`);
  }
  return problems;
}
