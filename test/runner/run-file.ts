import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { judge, type Ending, type Verdict } from './verdict.ts';

export type FileResult = Verdict & {
  readonly file: string;
  readonly ms: number;
  readonly output: string;
};

/** A test file, and what is set for it. */
export interface TestRun {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs one test file in a process group of its own, under the Node that runs this one.
 * @param limitMs after this the whole group is killed and the file has failed
 * @param stop kills the group as well, when the runner itself is told to end
 */
export async function runFile(
  { file, env }: TestRun,
  limitMs: number,
  stop: AbortSignal,
): Promise<FileResult> {
  const source = await readFile(file, 'utf8');
  const started = performance.now();
  const { output, ...ending } = await runProcess(file, env, limitMs, stop);
  return { file, ms: performance.now() - started, output, ...judge(source, output, ending) };
}

/** What runs for a test file: the source where this runs from source, else what was compiled beside this. */
function program(file: string): string {
  if (import.meta.url.endsWith('.ts')) return file;
  return fileURLToPath(new URL(`../../${file.replace(/\.ts$/, '.js')}`, import.meta.url));
}

function runProcess(
  file: string,
  env: Readonly<Record<string, string>>,
  limitMs: number,
  stop: AbortSignal,
): Promise<Ending & { output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, program(file)], {
      detached: true,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const killGroup = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // ESRCH: the whole group has ended by itself.
      }
    };
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      killGroup();
    }, limitMs);
    stop.addEventListener('abort', killGroup);

    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    // What a file left running would hold its pipes open, and the machine busy under the next files.
    child.on('exit', killGroup);
    child.on('close', (code) => {
      clearTimeout(timer);
      stop.removeEventListener('abort', killGroup);
      resolve({ code, timedOut, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}
