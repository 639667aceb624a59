import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import { syncPath } from '../sync-path.ts';
import type { Journaled } from './journaled.ts';

/** The names of the files of a store: the first file, and those of its compactions, each with the next number. */
export interface FileNames {
  readonly first: number;
  nameOf(number: number): string;
}

/** A data file of a store in a directory, and its journal. */
export interface DataPath {
  readonly dir: string;
  readonly names: FileNames;
  readonly number: number;
  readonly dataPath: string;
  readonly journalPath: string;
}

const journalOf = (dataPath: string): string => `${dataPath}-journal`;

/** The path of one of the files. */
export function pathOf(dir: string, names: FileNames, number: number): DataPath {
  const dataPath = join(dir, names.nameOf(number));
  return { dir, names, number, dataPath, journalPath: journalOf(dataPath) };
}

/** The newest file of a directory, or the first one. Removes the files that a crash during a compaction left. */
export function newestIn(dir: string, names: FileNames): DataPath {
  const numbers = numbersIn(dir, names);
  const newest = newestOf(dir, names);
  removeFiles(copyIn(dir));
  for (const number of numbers) if (number !== newest.number) removeFiles(join(dir, names.nameOf(number)));
  return newest;
}

/** The newest file of a directory, or the first one, which may be missing. */
export const newestOf = (dir: string, names: FileNames): DataPath =>
  pathOf(dir, names, Math.max(names.first, ...numbersIn(dir, names)));

const numbersIn = (dir: string, names: FileNames): number[] =>
  readdirSync(dir).flatMap((name) => numberIn(name, names) ?? []);

function numberIn(name: string, { first, nameOf }: FileNames): number | undefined {
  const number = Number(/\d+/.exec(name)?.[0] ?? first);
  return nameOf(number) === name ? number : undefined;
}

/** A copy has this name until it is complete. */
const copyIn = (dir: string): string => join(dir, 'copy.mdb');

/** The data file that is in use. */
interface InUse {
  readonly path: DataPath;
  readonly root: Pick<RootDatabase, 'backup'>;
  readonly journaled: Pick<Journaled, 'checkpoint'>;
}

/**
 * Copies the values in use to a new file, which takes the place of this one; the caller closes and removes the old file.
 * There must be no writes during the copy. A crash leaves the old file or the new one, complete.
 * @returns the new file, opened
 * @throws the error of writing or opening; then the old file stays in use
 */
export async function copyToNext<Opened>(
  { path: { dir, names, number }, root, journaled }: InUse,
  open: (path: DataPath) => Opened,
): Promise<Opened> {
  const copy = copyIn(dir);
  const next = pathOf(dir, names, number + 1);
  try {
    removeFiles(copy);
    journaled.checkpoint();
    await root.backup(copy, true);
    syncPath(copy);
    renameSync(copy, next.dataPath);
    syncPath(dir);
    return open(next);
  } catch (error) {
    removeFiles(copy);
    // Otherwise the next start would take the copy for the newest file and miss later writes to this file.
    removeFiles(next.dataPath);
    throw error;
  }
}

/** Removes a data file and its journal. The data file goes last: after a crash its name leads to the journal. */
export function removeFiles(dataPath: string): void {
  for (const file of [journalOf(dataPath), `${dataPath}-lock`, dataPath]) rmSync(file, { force: true });
}
