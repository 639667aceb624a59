import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { readServiceFile } from '../../app/data-dir/service-file.ts';
import { runCli } from '../app/cli/run-cli.ts';
import { eventually } from './eventually.ts';
import { rootUrl } from './repository.ts';
import { realStores } from './servers.ts';

/** The built command line, as a user runs it; `npm test` builds it first. */
const binary = fileURLToPath(new URL('dist/app/cli/main.js', rootUrl));

/** A running `formlog …`: its JSON lines so far, what it said on stderr, its end. */
export interface Running {
  readonly process: ChildProcess;
  readonly lines: unknown[];
  readonly stderr: () => string;
  readonly exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts `formlog` with these arguments over a data directory, on the real servers that are set. */
export function formlog(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Running {
  // Options of the test runner, by which it asks a process where it stands.
  const { PATH, NODE_OPTIONS } = process.env;
  const child = spawn(process.execPath, [binary, ...args], {
    // One process on every machine, unless a test asks for more.
    env: { PATH, NODE_OPTIONS, DATA_DIR: dataDir, PROCESSES: '1', ...realStores(dataDir), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: unknown[] = [];
  let stderr = '';
  if (args.includes('--json'))
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  else child.stdout.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return { process: child, lines, stderr: () => stderr, exited, kill };
}

/** The last service that was started over each data directory. */
const services = new Map<string, Running>();

/**
 * Runs `formlog … --json` to its end, in this process: one of its own takes ten times as long.
 * @throws when the exit code is not 0, with what the service logged
 */
export async function formlogJson(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly unknown[]> {
  const { code, stderr, lines } = await runCli([...args, '--json'], {
    DATA_DIR: dataDir,
    ...realStores(dataDir),
    ...env,
  });
  if (code !== 0)
    throw new Error(
      `formlog ${args.join(' ')} ended with ${code}: ${stderr}\n${services.get(dataDir)?.stderr()}`,
    );
  return lines();
}

/** A service reads the whole log, which real stores share with all earlier tests, and a busy machine gives it little time. */
const startLimitMs = 120_000;

/** Starts the whole service with its demo account, and waits until it is ready. */
export async function startService(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  limitMs = startLimitMs,
): Promise<Running & { readonly url: string }> {
  const service = formlog(dataDir, ['serve', '--demo'], { PORT: '0', ...env });
  services.set(dataDir, service);
  const url = await eventually(
    'the service is ready',
    async () => {
      if (service.process.exitCode !== null) throw new Error(`it ended: ${service.stderr()}`);
      const file = readServiceFile(dataDir);
      if (file?.pid !== service.process.pid || !file) return null;
      return (await fetch(`${file.url}/readyz`)).ok && file.url;
    },
    limitMs,
  );
  return { ...service, url };
}

const Health = Type.Object({
  ready: Type.Boolean(),
  stores: Type.Record(Type.String(), Type.String()),
  roles: Type.Record(Type.String(), Type.String()),
});

/** What a service says of itself. */
export const health = async (url: string) => Value.Parse(Health, await (await fetch(`${url}/readyz`)).json());
