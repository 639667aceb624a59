import { open, type RootDatabase } from 'lmdb';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openCommits } from './commits.ts';
import { MongoError, refuse } from './error.ts';
import { after } from './key.ts';

/** The longest key LMDB takes with its page size; longer ones are refused or, as bounds, cut short. */
export const maxKeySize = 1978;

/** A stretch of keys: from `start`, inclusive, up to `end`, exclusive; backwards if `reverse`. */
export interface KeyRange {
  readonly start: Buffer;
  readonly end: Buffer;
  readonly reverse?: boolean;
  readonly limit?: number;
}

export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Ordered bytes on disk. Reads within `write` see what it has written so far. */
export interface Store {
  get(key: Buffer): Buffer | undefined;
  put(key: Buffer, value: Buffer): void;
  /** Puts what is not there yet; answers whether it was not. */
  add(key: Buffer, value: Buffer): boolean;
  remove(key: Buffer): void;
  range(range: KeyRange): Iterable<Entry>;
  count(range: KeyRange): number;
  /**
   * Runs `work` as one transaction, undone if it throws; resolves when it is on disk. Where LMDB fails by its own
   * fault, `work` is run again: all it does it does to the store.
   * @throws what `work` throws, or MongoError when it could not be written and nothing of it was
   */
  write<T>(work: () => T): Promise<T>;
  /**
   * Rids the disk of the values that were removed: what is in use is copied to a new file, which takes the place of
   * the old one. Of removed keys some may stay, as bounds between pages: an index keeps what it is over. Writes wait,
   * reads do not; a crash leaves the one or the other, each complete.
   * @throws MongoError when it could not be written; then everything stays as it was
   */
  compact(): Promise<void>;
  close(): Promise<void>;
}

/** The key just after one key: an exclusive bound becomes an inclusive one. */
export const justAfter = (key: Buffer): Buffer => Buffer.concat([key, Buffer.of(0)]);

/** Bounds longer than a key can be are widened to one that fits; whoever reads checks the documents anyway. */
const lower = (bound: Buffer): Buffer => bound.subarray(0, maxKeySize);
const upper = (bound: Buffer): Buffer => (bound.length > maxKeySize ? after(lower(bound)) : bound);

/** The file that holds everything; each compaction makes the next one. */
const firstName = 'data.mdb';
const laterName = /^data-(\d+)\.mdb$/;
const copyName = 'copy.mdb';
const nameOf = (number: number): string => (number === 0 ? firstName : `data-${number}.mdb`);

const removeFile = (path: string): void => {
  for (const file of [path, `${path}-lock`]) rmSync(file, { force: true });
};

/** Finds the newest file of a directory, and removes what a crash while compacting left beside it. */
function newestIn(dir: string): number {
  const names = readdirSync(dir);
  const later = names.flatMap((name) => Number(laterName.exec(name)?.[1] ?? []));
  const newest = Math.max(0, ...later);
  removeFile(join(dir, copyName));
  for (const number of [0, ...later]) if (number !== newest) removeFile(join(dir, nameOf(number)));
  return newest;
}

interface DataFile {
  readonly db: RootDatabase<Buffer, Buffer>;
  readonly path: string;
  /** Tells the file from another one of that name. */
  readonly inode: number | undefined;
}

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

function openFile(path: string): DataFile {
  // overlappingSync would acknowledge a commit before it is on disk; memory that is not cleared could carry removed
  // bytes into new pages.
  const db = open<Buffer, Buffer>({
    path,
    keyEncoding: 'binary',
    encoding: 'binary',
    overlappingSync: false,
    noMemInit: false,
    noSubdir: true,
  });
  return { db, path, inode: inodeOf(path) };
}

/** What is written to a file that has been deleted or moved would be missed at the next start. */
function checkThere({ path, inode }: DataFile): void {
  if (inodeOf(path) !== inode)
    refuse('FileNotOpen', `nothing was written: the file ${path} was deleted or moved, restart the server`);
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}

/**
 * Opens the store in a directory that the caller has reserved.
 * @throws when the directory cannot be written
 */
export function openStore(dir: string): Store {
  let number = newestIn(dir);
  let file = openFile(join(dir, nameOf(number)));
  let compacting: Promise<void> | undefined;
  const commits = openCommits({
    database: () => file.db,
    busy: () => compacting,
    check: () => checkThere(file),
    warn: (reason) => process.emitWarning(`mongodb store: ${reason}`),
  });
  const options = ({ start, end, reverse, limit }: KeyRange): object => {
    // Backwards, LMDB wants the upper bound first and inclusive, and the lower one exclusive.
    const bounds = reverse
      ? { start: upper(end), end: lower(start), exclusiveStart: true, inclusiveEnd: true }
      : { start: lower(start), end: upper(end) };
    return { ...bounds, reverse: reverse ?? false, ...(limit === undefined ? {} : { limit }) };
  };

  async function copyAndSwitch(): Promise<void> {
    const copy = join(dir, copyName);
    removeFile(copy);
    checkThere(file);
    await file.db.backup(copy, true);
    sync(copy);
    renameSync(copy, join(dir, nameOf(number + 1)));
    sync(dir);
    const old = file;
    file = openFile(join(dir, nameOf(number + 1)));
    await old.db.close();
    removeFile(old.path);
    number += 1;
  }

  return {
    get: (key) => (key.length > maxKeySize ? undefined : copyOf(file.db.getBinaryFast(key))),
    put: (key, value) => void file.db.put(key, value),
    add: (key, value) => {
      const added: unknown = file.db.putSync(key, value, ifAbsent);
      return added === true;
    },
    remove: (key) => void file.db.remove(key),
    range: (range) => file.db.getRange(options(range)),
    count: (range) => file.db.getKeysCount(options(range)),
    write: commits.write,
    compact: () =>
      (compacting ??= copyAndSwitch()
        .catch((error: unknown) => {
          removeFile(join(dir, copyName));
          if (error instanceof MongoError) throw error;
          return refuse('OutOfDiskSpace', `nothing was compacted, the disk may be full: ${String(error)}`);
        })
        .finally(() => (compacting = undefined))),
    async close() {
      await commits.settled();
      await compacting?.catch(() => undefined);
      await file.db.close();
    },
  };
}

const ifAbsent = { noOverwrite: true };

/** What was read stands in a buffer of the library until the next read; a copy costs less than a buffer of its own. */
const copyOf = (read: Buffer | undefined): Buffer | undefined =>
  read && Buffer.from(read.subarray(0, read.length));
