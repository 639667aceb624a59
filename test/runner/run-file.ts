import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { entryUrl } from '../../packages/embedded-server/src/spawn.ts';
import { whereItStands } from './standing/where-it-stands.ts';
import { type Ending, hasSummary, judge, type Verdict } from './verdict.ts';

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

/** How long a file may run, and how long its process may stay once it has printed its summary, in milliseconds. */
export interface Limits {
  readonly runMs: number;
  readonly endMs: number;
}

/**
 * Runs one test file in a process group of its own, under the Node that runs this one.
 * @param limits after which the file has failed: it is made to say where it stands, and then the whole group is killed
 * @param stop kills the group as well, when the runner itself is told to end
 */
export async function runFile(run: TestRun, limits: Limits, stop: AbortSignal): Promise<FileResult> {
  const { file, env } = run;
  const source = await readFile(file, 'utf8');
  const started = performance.now();
  const { output, ...ending } = await runProcess(file, env, limits, stop);
  return { file, ms: performance.now() - started, output, ...judge(source, output, ending) };
}

/** What runs for a test file: the source where this runs from source, else what was compiled beside this. */
function program(file: string): string {
  if (import.meta.url.endsWith('.ts')) return file;
  return fileURLToPath(new URL(`../../${file.replace(/\.ts$/, '.js')}`, import.meta.url));
}

/** Noted before any test: which one runs. */
const preload = ['--import', entryUrl('./standing/running-test', import.meta.url).href];
/** Each process that opens its inspector takes a free port, and does not say so among its output. */
const inspectorOptions = '--inspect-port=127.0.0.1:0 --inspect-publish-uid=http';

function runProcess(
  file: string,
  env: Readonly<Record<string, string>>,
  limits: Limits,
  stop: AbortSignal,
): Promise<Ending & { output: string }> {
  return new Promise((resolve, reject) => {
    const options = [process.env['NODE_OPTIONS'] ?? '', inspectorOptions].join(' ').trim();
    const child = spawn(process.execPath, [...process.execArgv, ...preload, program(file)], {
      detached: true,
      env: { ...process.env, NODE_OPTIONS: options, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const killGroup = () => kill(child.pid === undefined ? [] : [-child.pid]);
    let standing: readonly string[] | null = null;
    const endLate = async ({ pid }: ChildProcess) => {
      standing = [];
      const { lines, pids } = pid === undefined ? { lines: [], pids: [] } : await whereItStands(pid);
      standing = lines;
      killGroup();
      // Those that lead a group of their own.
      kill(pids);
    };
    const endIn = (ms: number) => setTimeout(() => void endLate(child).catch(reject), ms);
    let timer = endIn(limits.runMs);
    stop.addEventListener('abort', killGroup);

    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (standing !== null || !hasSummary(chunk.toString())) return;
      clearTimeout(timer);
      timer = endIn(limits.endMs);
    });
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    // What a file left running would hold its pipes open, and the machine busy under the next files.
    child.on('exit', killGroup);
    child.on('close', (code) => {
      clearTimeout(timer);
      stop.removeEventListener('abort', killGroup);
      const output = [Buffer.concat(chunks).toString('utf8'), ...(standing ?? [])].join('\n');
      resolve({ code, timedOut: standing !== null, output });
    });
  });
}

/** @param pids of processes; below 0, of groups */
function kill(pids: readonly number[]): void {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // ESRCH: it has ended by itself.
    }
}
