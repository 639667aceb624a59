import { constants, copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../packages/embedded-server/src/make-directory.ts';

const sealEnding = '.sealed';

/**
 * Copies the complete uploaded files with their descriptions. The log is copied first: a content is stored before the log
 * knows it, so that the copy has each file that the copied log claims, unless the file was removed meanwhile.
 * @returns the number of files
 */
export function backUpFiles(source: string, target: string): number {
  if (!existsSync(source)) return 0;
  const whole = readdirSync(source)
    .filter((name) => name.endsWith(sealEnding))
    .map((name) => name.slice(0, -sealEnding.length));
  if (whole.length === 0) return 0;
  makeDirectory(target);
  return whole.filter((name) => copyWhole(source, target, name)).length;
}

function copyWhole(source: string, target: string, name: string): boolean {
  try {
    for (const file of [name, `${name}${sealEnding}`])
      copyFileSync(join(source, file), join(target, file), constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    // It was removed since the directory was listed.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
