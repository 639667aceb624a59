import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { asNpmStart } from './npm-start.ts';

/** A server in a process of its own. */
export interface RunningServer<Ready> {
  /** What it reported when it was ready. */
  readonly ready: Ready;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Where to leave a CPU profile, if anywhere. */
  readonly profileDir?: string | undefined;
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** How long a server may take to end by itself before it is killed, in milliseconds. */
const stopLimitMs = 15_000;

/**
 * Runs a module that prints one line of JSON when it serves and ends on SIGTERM, with the options of Node that `npm start` has.
 * @throws when it ends, or prints something else, before it is ready
 */
export async function startModule<Ready extends TSchema>(
  module: URL,
  args: readonly string[],
  ready: Ready,
  { profileDir, env }: StartOptions = {},
): Promise<RunningServer<Static<Ready>>> {
  const profiling = profileDir === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profileDir];
  const command = [...process.execArgv, ...profiling, fileURLToPath(module), ...args];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...(await asNpmStart()), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await firstLine(child, /^\{.*\}$/);
  const server = handle(child);
  const tell = (code: number | null, signal: string | null): void =>
    console.error(`${child.spawnargs.slice(1).join(' ')} ended by itself with ${signal ?? code}`);
  child.once('exit', tell);
  const stop = (): Promise<void> => {
    child.off('exit', tell);
    return server.stop();
  };
  return { ready: Value.Parse(ready, JSON.parse(line)), pid: server.pid, stop };
}

/** How to refer to a child, and to end it. */
export function handle(child: ChildProcess): { pid: number; stop(): Promise<void> } {
  const exited = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    child.once('exit', () => resolve());
  });
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

/**
 * The first line that a child writes which matches; what else it writes is let go.
 * @throws when the child ends without one
 */
export async function firstLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  const output = child.stdout ?? child.stderr;
  if (!output) throw new Error('the child writes nowhere');
  const lines = createInterface(output);
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => pattern.test(line) && resolve(line));
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`${child.spawnfile} ended with ${code} before it was ready`)),
    );
  });
}
