import { open, type RootDatabase } from 'lmdb';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from './error.ts';
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
  remove(key: Buffer): void;
  range(range: KeyRange): Iterable<Entry>;
  count(range: KeyRange): number;
  /**
   * Runs `work` as one transaction, undone if it throws; resolves when it is on disk.
   * @throws what `work` throws, or MongoError OutOfDiskSpace when it could not be written and nothing of it was
   */
  write<T>(work: () => T): Promise<T>;
  /**
   * Rids the disk of the values that were removed: what is in use is copied to a new file, which takes the place of
   * the old one. Of removed keys some may stay, as bounds between pages: an index keeps what it is over. Writes wait, reads do not; a crash leaves the one or the other, each complete.
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

// overlappingSync would acknowledge a commit before it is on disk; batches by event turn would have a promise of
// their own, whose rejection nobody could handle; memory that is not cleared could carry removed bytes into new pages.
const openFile = (path: string): RootDatabase<Buffer, Buffer> =>
  open<Buffer, Buffer>({
    path,
    keyEncoding: 'binary',
    encoding: 'binary',
    overlappingSync: false,
    eventTurnBatching: false,
    noMemInit: false,
    noSubdir: true,
  });

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
  let db = openFile(join(dir, nameOf(number)));
  let compacting: Promise<void> | undefined;
  const options = ({ start, end, reverse, limit }: KeyRange): object => {
    // Backwards, LMDB wants the upper bound first and inclusive, and the lower one exclusive.
    const bounds = reverse
      ? { start: upper(end), end: lower(start), exclusiveStart: true, inclusiveEnd: true }
      : { start: lower(start), end: upper(end) };
    return { ...bounds, reverse: reverse ?? false, ...(limit === undefined ? {} : { limit }) };
  };

  async function copyAndSwitch(): Promise<void> {
    const copy = join(dir, copyName);
    // Commits come in the order in which they were asked for: behind this one there is none under way.
    await db.childTransaction(() => undefined);
    removeFile(copy);
    await db.backup(copy, true);
    sync(copy);
    renameSync(copy, join(dir, nameOf(number + 1)));
    sync(dir);
    const old = db;
    db = openFile(join(dir, nameOf(number + 1)));
    await old.close();
    removeFile(join(dir, nameOf(number)));
    number += 1;
  }

  return {
    get: (key) => (key.length > maxKeySize ? undefined : copyOf(db.getBinaryFast(key))),
    put: (key, value) => void db.put(key, value),
    remove: (key) => void db.remove(key),
    range: (range) => db.getRange(options(range)),
    count: (range) => db.getKeysCount(options(range)),
    async write(work) {
      while (compacting) await compacting.catch(() => undefined);
      return db.childTransaction(work).catch(refuseCommit);
    },
    compact: () =>
      (compacting ??= copyAndSwitch()
        .catch((error: unknown) => {
          removeFile(join(dir, copyName));
          return refuse('OutOfDiskSpace', `nothing was compacted, the disk may be full: ${String(error)}`);
        })
        .finally(() => (compacting = undefined))),
    async close() {
      await compacting?.catch(() => undefined);
      await db.close();
    },
  };
}

/** What was read stands in a buffer of the library until the next read; a copy costs less than a buffer of its own. */
const copyOf = (read: Buffer | undefined): Buffer | undefined =>
  read && Buffer.from(read.subarray(0, read.length));

/** What the system answers when the disk is full, a quota or limit is reached, or a write ends halfway. */
const noSpace: readonly unknown[] = [5, 27, 28, 122];

/** What kept a commit from being made the library tells by a promise. */
async function refuseCommit(error: unknown): Promise<never> {
  if (!(error instanceof Error && 'commitError' in error)) throw error;
  const reason: unknown = await Promise.resolve(error.commitError).catch((cause: unknown) => cause);
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined;
  const name = noSpace.includes(code) ? 'OutOfDiskSpace' : 'InternalError';
  return refuse(name, `nothing was stored, the disk may be full: ${String(reason)}`);
}
