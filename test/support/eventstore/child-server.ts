import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Value } from 'typebox/value';
import { Ready } from '../../../packages/embedded-server/src/spawn.ts';

export interface ChildServer {
  readonly url: string;
  readonly pid: number;
  /** Sends the signal and resolves with the exit code, or null when the signal ended it. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  readonly exited: Promise<number | null>;
}

interface ChildOptions {
  readonly dir: string;
  readonly port?: number;
  readonly args?: readonly string[];
  /** A module that the process runs first. */
  readonly preload?: URL;
}

/**
 * Runs an entry (packages/embedded-server/src/entry.ts) as a process of its own, so that it can be killed alone.
 * @throws what it wrote to stderr when it ends before it is ready
 */
export async function startInProcess(
  entry: URL,
  { dir, port = 0, args: more = [], preload }: ChildOptions,
): Promise<ChildServer> {
  const preloading = preload ? ['--import', preload.href] : [];
  const args = [
    ...process.execArgv,
    ...preloading,
    fileURLToPath(entry),
    '--dir',
    dir,
    '--port',
    String(port),
    ...more,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.includes('\n')) resolve(text);
    });
    child.once('error', reject);
    void exited.then(() => reject(new Error(errors)));
  });
  const { url } = Value.Parse(Ready, JSON.parse(line));
  const kill = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return exited;
  };
  return { url, pid: child.pid ?? 0, kill, exited };
}
