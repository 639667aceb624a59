import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Makes a folder hold these files and no others. A file that is up to date is left alone, and another one is replaced whole, so
 * that a service that starts during a build never reads half a file.
 * @param outDir removed with it: files that an earlier build made of sources that are gone
 * @param outputFiles `{ path, contents }` of each file, as `build({ write: false })` answers them
 */
export function writeOutputs(outDir, outputFiles) {
  for (const { path, contents } of outputFiles) {
    if (isUpToDate(path, contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    const part = `${path}.${process.pid}`;
    // Programs begin with the line that names their interpreter.
    const mode = contents[0] === 0x23 && contents[1] === 0x21 ? 0o755 : 0o644;
    writeFileSync(part, contents, { mode });
    renameSync(part, path);
  }
  const wanted = new Set(outputFiles.map(({ path }) => resolve(path)));
  removeOthers(resolve(outDir), wanted);
}

/** Removes all other files, and folders that are left empty. @returns whether the folder is empty */
function removeOthers(folder, wanted) {
  let isEmpty = true;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() ? !removeOthers(path, wanted) : wanted.has(path)) isEmpty = false;
    else rmSync(path, { recursive: true, force: true });
  }
  return isEmpty;
}

function isUpToDate(path, contents) {
  try {
    return readFileSync(path).equals(contents);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return false;
  }
}
