import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pTimeout from 'p-timeout';
import { entryUrl } from '../../packages/embedded-server/src/spawn.ts';
import { endCodeIn, endRequest, withoutEndMark } from './host-messages.ts';
import { processesUnder } from './standing/processes.ts';
import { whereItStands } from './standing/where-it-stands.ts';
import { type Ending, hasSummary } from './verdict.ts';

/** How long a file may run, and how long it may keep its process once it has printed its summary, in milliseconds. */
export interface Limits {
  readonly runMs: number;
  readonly endMs: number;
}

/** Loaded before any test: it notes which one runs. */
const preload = ['--import', entryUrl('./standing/running-test', import.meta.url).href];
/** Each process that opens its inspector takes a free port, and does not say so among its output. */
const inspectorOptions = '--inspect-port=127.0.0.1:0 --inspect-publish-uid=http';
/** A shell joins both outputs in the order in which they are written. */
const joined = ['-c', 'exec "$@" 2>&1', 'sh'];
/** In so many characters before a chunk a summary or an end mark may have begun. */
const longestMark = 200;

/** A process, in a group of its own, that runs test files one after the other (host.ts), under the Node that runs this one. */
export class TestProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<number | null>;
  #isAlive = true;

  /** @param env what is set for its files beside the environment of this process */
  constructor(env: Readonly<Record<string, string>> = {}) {
    const options = [process.env['NODE_OPTIONS'] ?? '', inspectorOptions].join(' ').trim();
    const host = fileURLToPath(entryUrl('./host', import.meta.url));
    this.#child = spawn('/bin/sh', [...joined, process.execPath, ...process.execArgv, ...preload, host], {
      detached: true,
      env: { ...process.env, NODE_OPTIONS: options, ...env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.#exited = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', resolve);
    });
    this.#child.once('exit', () => {
      this.#isAlive = false;
      // What it left running would hold its pipe open.
      this.kill();
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /**
   * Runs a file until nothing of it keeps the process, and ends what it left running.
   * @param program what was compiled of the file, or its source
   * @param limits after which the file has failed: its process is made to say where it stands, and is then killed
   */
  async run(program: string, limits: Limits): Promise<Ending & { readonly output: string }> {
    let output = '';
    const late: { standing: readonly string[] | null } = { standing: null };
    const code = await new Promise<number | null>((resolve, reject) => {
      const endLate = async () => {
        late.standing = [];
        late.standing = await this.#standing();
        this.kill();
      };
      const endIn = (ms: number) => setTimeout(() => void endLate().catch(reject), ms);
      let timer = endIn(limits.runMs);
      const end = (ended: number | null) => {
        clearTimeout(timer);
        this.#child.stdout?.removeAllListeners('data');
        resolve(ended);
      };
      this.#child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        const recent = output.slice(-chunk.length - longestMark);
        const ended = endCodeIn(recent);
        if (ended !== null) return end(ended);
        if (late.standing !== null || !hasSummary(recent)) return;
        clearTimeout(timer);
        timer = endIn(limits.endMs);
      });
      this.#exited.then(end, reject);
      this.#child.send(program);
    });
    kill(this.#others());
    const lines = [withoutEndMark(output), ...(late.standing ?? [])];
    return { code, timedOut: late.standing !== null, output: lines.join('\n') };
  }

  /** Lets the process end, once its last file has ended. @throws when it does not within a limit */
  async end(limitMs: number): Promise<void> {
    if (!this.#isAlive) return;
    this.#child.send(endRequest);
    const milliseconds = limitMs;
    const fallback = async () => {
      const lines = await this.#standing();
      this.kill();
      throw new Error(['a process that ran test files does not end', ...lines].join('\n'));
    };
    await pTimeout(this.#exited, { milliseconds, fallback });
  }

  /** Kills all that runs in it. */
  kill(): void {
    const { pid } = this.#child;
    if (pid !== undefined) kill([-pid, ...this.#others()]);
  }

  /** Where the process and all that it started stand. */
  async #standing(): Promise<readonly string[]> {
    const { pid } = this.#child;
    return pid === undefined ? [] : whereItStands(pid);
  }

  /** The processes that its files started, those that lead a group of their own as well. */
  #others(): readonly number[] {
    const { pid } = this.#child;
    return pid === undefined ? [] : processesUnder(pid).flatMap((one) => (one.pid === pid ? [] : one.pid));
  }
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
