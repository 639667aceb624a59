import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const sharedMemory = '/dev/shm';
/** More than all files of a run take together. */
const neededBytes = 6 * 2 ** 30;

/**
 * Makes a directory in memory for the temporary files of a run, and removes it when this process exits. On a disk, tests would
 * wait for syncs: the embedded servers sync each write.
 * @returns its path; null where memory is short
 */
export function makeMemoryDirectory(): string | null {
  if (!hasRoom(sharedMemory)) return null;
  const dir = mkdtempSync(join(sharedMemory, 'formlog-tests-'));
  process.once('exit', () => {
    // Processes that were just killed may still leave a file.
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  });
  return dir;
}

function hasRoom(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
