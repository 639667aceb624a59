import { copyStore } from '../../embedded-server/src/journal/copy-store.ts';
import { format, names, Store } from './storage/store.ts';

/**
 * Copies the files of an embedded MongoDB to a new directory, whether or not its server runs, and opens the copy once.
 * @returns false if the directory has no MongoDB
 */
export async function backUpMongo(dir: string, target: string): Promise<boolean> {
  if (!(await copyStore(dir, target, names, format))) return false;
  await new Store(target).close();
  return true;
}
