import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory and its parents, with access for their owner alone. Node's own recursive form never returns where a
 * parent exists and lets nothing be created in it, such as `/proc`.
 * @throws an error of the file system, such as EACCES, ENOTDIR, or EEXIST where a file has this name
 */
export function makeDirectory(path: string): void {
  const parent = dirname(path);
  if (parent !== path && !isThere(parent)) makeDirectory(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(path).isDirectory()) return;
    throw error;
  }
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
