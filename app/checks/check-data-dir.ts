import { accessSync, constants, lstatSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileReason } from '../file-reason.ts';
import { isNoAddress } from '../stores/embedded-credentials.ts';

/**
 * Tries to write into the data directory, or where it would be created.
 * @param hasEventStore whether the embedded event store runs in it
 * @returns the mistake in DATA_DIR, or null
 */
export function checkDataDir(dataDir: string, hasEventStore: boolean): string | null {
  if (hasEventStore && isNoAddress(dataDir))
    return `DATA_DIR ${dataDir} contains & or ?, which the address of the embedded event store cannot contain`;
  const place = nearest(resolve(dataDir));
  try {
    if (!statSync(place).isDirectory()) return `DATA_DIR ${dataDir} is not a directory: ${place} is a file`;
    accessSync(place, constants.R_OK);
    rmdirSync(mkdtempSync(join(place, '.formlog-')));
    return null;
  } catch (error) {
    return `DATA_DIR ${dataDir} cannot be written: ${fileReason(error)}. Name a directory that this user may write`;
  }
}

/** The path itself, or the nearest parent that exists. */
function nearest(path: string): string {
  return exists(path) || dirname(path) === path ? path : nearest(dirname(path));
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
