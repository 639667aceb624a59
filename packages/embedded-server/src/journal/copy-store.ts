import { copyFileSync, existsSync } from 'node:fs';
import { open } from 'lmdb';
import { makeDirectory } from '../make-directory.ts';
import { type FileNames, newestOf, pathOf, removeFiles } from './data-path.ts';
import { checkFormat, markFormat, type StoreFormat } from './format.ts';

/** How often a copy starts again because a compaction replaced the file that was copied. */
const tries = 5;

/**
 * Copies the newest file of a store and its journal to a new directory, whether or not a server writes to them. The copy
 * has everything that was on disk when the copying began: the journal is copied before the data file, and if the data
 * file reaches the next generation in between, it contains all groups of the copied journal.
 * @returns false if the directory holds no store
 * @throws FormatError, or the error of reading or writing
 */
export async function copyStore(
  dir: string,
  target: string,
  names: FileNames,
  format: StoreFormat,
): Promise<boolean> {
  if (!existsSync(dir)) return false;
  checkFormat(dir, format);
  for (let left = tries; left > 0; left -= 1) {
    const source = newestOf(dir, names);
    if (!existsSync(source.dataPath)) return false;
    makeDirectory(target);
    const copy = pathOf(target, names, source.number);
    copyFileSync(source.journalPath, copy.journalPath);
    const root = open({ path: source.dataPath, readOnly: true, noSubdir: true });
    await root.backup(copy.dataPath, true).finally(() => root.close());
    if (newestOf(dir, names).number === source.number) {
      markFormat(target, format);
      return true;
    }
    removeFiles(copy.dataPath);
  }
  throw new Error(`the store in ${dir} was compacted ${tries} times while it was copied: try again`);
}
