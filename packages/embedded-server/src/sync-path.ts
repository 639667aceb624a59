import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes sure that a file, or the names in a directory, are on disk. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
