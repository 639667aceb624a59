import { lstatSync, readdirSync, rmSync } from 'node:fs';
import nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { makeDirectory } from './make-directory.ts';

/** A function of `node:module` that Node has only from 22 on. */
function newerFunction(name: 'enableCompileCache' | 'flushCompileCache'): (...args: unknown[]) => void {
  const found: unknown = Reflect.get(nodeModule, name);
  return (...args) => {
    if (typeof found === 'function') Reflect.apply(found, nodeModule, args);
  };
}

/**
 * Makes Node keep the code that it compiles from now on, in this thread and in those that it starts later, and use what an
 * earlier process kept. Without such a function in Node, or where the directory cannot be used, nothing is kept.
 * @param dir is made in a directory that exists; holds the code of one version, which the next version removes
 */
export function keepCompiledCode(dir: string, version: string): void {
  const own = join(dir, version);
  try {
    // Whoever writes into the directory decides what this process runs.
    if (!isOnlyOurs(dirname(dir))) return;
    makeDirectory(own);
    if (!isOnlyOurs(dir) || !isOnlyOurs(own)) return;
    for (const name of readdirSync(dir))
      if (name !== version) rmSync(join(dir, name), { recursive: true, force: true });
  } catch {
    return;
  }
  newerFunction('enableCompileCache')(own);
  // Threads that are started later read it.
  process.env['NODE_COMPILE_CACHE'] ??= own;
}

/**
 * Writes the code that was compiled so far. Code that is not used for a while is not in memory any more at the end of the
 * process, which would write it otherwise.
 */
export const writeCompiledCode = (): void => newerFunction('flushCompileCache')();

/** Whether a path is a directory that only this user and root can change. */
function isOnlyOurs(path: string): boolean {
  const stats = lstatSync(path);
  // Windows has neither users nor modes of this kind.
  const user = process.geteuid?.();
  return stats.isDirectory() && (user === undefined || (stats.uid === user && (stats.mode & 0o022) === 0));
}
