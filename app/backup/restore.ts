import { copyFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDirectory } from '../../packages/embedded-server/src/make-directory.ts';
import { syncPath } from '../../packages/embedded-server/src/sync-path.ts';
import { BackupError, publish, refuseOccupied } from './back-up.ts';
import { differenceIn, type Manifest, readManifest } from './manifest.ts';

/**
 * Makes a data directory of a backup, after every file was compared with its checksum.
 * @param dataDir a directory that does not exist yet, or is empty
 * @throws BackupError, or the error of reading or writing
 */
export async function restore(backup: string, dataDir: string): Promise<Manifest> {
  const manifest = readManifest(backup);
  if (!manifest) throw new BackupError(`${backup} is not a backup made by "formlog backup".`);
  refuseOccupied(dataDir);
  const difference = await differenceIn(backup, manifest);
  if (difference !== null)
    throw new BackupError(`${backup} is damaged: ${difference}. Restore another backup.`);
  const draft = `${dataDir}.partial`;
  rmSync(draft, { recursive: true, force: true });
  for (const { path } of manifest.files) {
    const copy = join(draft, path);
    makeDirectory(dirname(copy));
    copyFileSync(join(backup, path), copy);
    syncPath(copy);
  }
  publish(draft, dataDir);
  return manifest;
}
