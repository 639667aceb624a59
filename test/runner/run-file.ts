import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Limits, TestProcess } from './test-process.ts';
import { judge, type Verdict } from './verdict.ts';

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

/** So many files run in one process: modules stay in memory, with all that they hold. */
const filesOfProcess = 24;

/** Runs test files one after the other. Many share a process; one with settings of its own, and one that says so, has its own. */
export class FileRunner {
  readonly #limits: Limits;
  #shared: TestProcess | null = null;
  #alone: TestProcess | null = null;
  #filesOfShared = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  async run({ file, env }: TestRun): Promise<FileResult> {
    const source = await readFile(file, 'utf8');
    const isAlone = Object.keys(env).length > 0 || /^\/\/ A process of its own: .+$/m.test(source);
    const started = performance.now();
    const { output, ...ending } = await (isAlone ? this.#runAlone(file, env) : this.#runShared(file));
    const verdict = judge(source, output, ending);
    // What a test broke shall not fail the next file.
    if (verdict.problems.length > 0) this.#killShared();
    return { file, ms: performance.now() - started, output, ...verdict };
  }

  async #runAlone(file: string, env: TestRun['env']) {
    this.#alone = new TestProcess(env);
    const ended = await this.#alone.run(program(file), this.#limits);
    await this.#alone.end(this.#limits.endMs);
    return ended;
  }

  async #runShared(file: string) {
    if (this.#filesOfShared >= filesOfProcess || this.#shared?.isAlive === false) await this.end();
    this.#shared ??= new TestProcess();
    this.#filesOfShared += 1;
    return this.#shared.run(program(file), this.#limits);
  }

  #killShared(): void {
    this.#shared?.kill();
    this.#shared = null;
    this.#filesOfShared = 0;
  }

  /** Ends the process that files share. @throws when it does not end in time */
  async end(): Promise<void> {
    await this.#shared?.end(this.#limits.endMs);
    this.#killShared();
  }

  /** Kills all that runs for files. */
  kill(): void {
    this.#shared?.kill();
    this.#alone?.kill();
  }
}

/** What runs for a test file: the source where this runs from source, else what was compiled beside this. */
function program(file: string): string {
  if (import.meta.url.endsWith('.ts')) return file;
  return fileURLToPath(new URL(`../../${file.replace(/\.ts$/, '.js')}`, import.meta.url));
}
