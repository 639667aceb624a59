import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes what esbuild has built. A file that is up to date is left alone, and another one is replaced whole, so that a service
 * that starts during a build never reads half a file.
 * @param outputFiles `{ path, contents }` of each file, as `build({ write: false })` answers them
 */
export function writeOutputs(outputFiles) {
  for (const { path, contents } of outputFiles) {
    if (isUpToDate(path, contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    const part = `${path}.${process.pid}`;
    writeFileSync(part, contents);
    renameSync(part, path);
  }
}

function isUpToDate(path, contents) {
  try {
    return readFileSync(path).equals(contents);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return false;
  }
}
