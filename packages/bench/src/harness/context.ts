import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { Ready } from '../../../embedded-server/src/spawn.ts';
import { type RunningServer, startModule } from './running-server.ts';

export interface Settings {
  /** Multiplies the amount of work; 1 is what the targets are about. */
  readonly scale: number;
  /** Where the servers leave CPU profiles, if anywhere. */
  readonly profileDir?: string | undefined;
  /** The root of a built checkout to measure beside this one, if any. */
  readonly against?: string | undefined;
  log(line: string): void;
}

/** What a row works with; all it makes is released when the row is over. */
export interface Context {
  /** The root of a built checkout to measure beside this one; null if none was named. */
  readonly against: string | null;
  /** An amount of work at the scale that was asked for, at least one. */
  scaled(count: number): number;
  /** Tells of progress. */
  log(line: string): void;
  tempDir(): Promise<string>;
  /** Runs a module as a server in its own process and answers where it listens. */
  start(module: URL, ...args: string[]): Promise<string>;
  /** As `start`, for one that reports more than an address; `env` adds to the variables of this process. */
  startReporting<T extends TSchema>(
    module: URL,
    ready: T,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<RunningServer<Static<T>>>;
  /** Has something done when the row is over, the last first. */
  onRelease(release: () => unknown): void;
  /** What several rows of a suite need: made once, released with the suite. */
  shared<T>(name: string, make: (context: Context) => Promise<T>): Promise<T>;
}

export interface Scope extends Context {
  release(): Promise<void>;
}

/** @param suite the scope that shared things belong to; without it, this scope is the suite's */
export function openScope(settings: Settings, suite?: Scope): Scope {
  const releases: (() => unknown)[] = [];
  const sharedThings = new Map<string, Promise<unknown>>();

  const scope: Scope = {
    against: settings.against ?? null,
    scaled: (count) => Math.max(1, Math.round(count * settings.scale)),
    log: settings.log,
    onRelease: (release) => void releases.push(release),
    async tempDir() {
      const dir = await mkdtemp(join(tmpdir(), 'formlog-bench-'));
      scope.onRelease(() => rm(dir, { recursive: true, force: true }));
      return dir;
    },
    async start(module, ...args) {
      const { ready } = await scope.startReporting(module, Ready, args);
      return ready.url;
    },
    async startReporting(module, ready, args, env) {
      const server = await startModule(module, args, ready, { profileDir: settings.profileDir, env });
      scope.onRelease(server.stop);
      return server;
    },
    shared<T>(name: string, make: (context: Context) => Promise<T>): Promise<T> {
      if (suite) return suite.shared(name, make);
      // What is kept under a name is what the one maker of that name made.
      const made = (sharedThings.get(name) as Promise<T> | undefined) ?? make(scope);
      sharedThings.set(name, made);
      return made;
    },
    async release() {
      for (const release of releases.splice(0).reverse()) await release();
    },
  };
  return scope;
}
