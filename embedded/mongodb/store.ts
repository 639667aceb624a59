import { open, type RootDatabase } from 'lmdb';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
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
  remove(key: Buffer): void;
  range(range: KeyRange): Iterable<Entry>;
  count(range: KeyRange): number;
  /**
   * Runs `work` as one transaction, undone if it throws; resolves when it is on disk.
   * @throws what `work` throws, or MongoError OutOfDiskSpace or InternalError when it could not be written and nothing
   *   of it was
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

// overlappingSync would acknowledge a commit before it is on disk; memory that is not cleared could carry removed
// bytes into new pages.
const openFile = (path: string): RootDatabase<Buffer, Buffer> =>
  open<Buffer, Buffer>({
    path,
    keyEncoding: 'binary',
    encoding: 'binary',
    overlappingSync: false,
    noMemInit: false,
    noSubdir: true,
  });

/** A write that waits for its commit. */
interface Waiting {
  /** Runs it in a transaction of its own, or in the one at hand as a part that can be undone; returns how to answer. */
  readonly attempt: () => () => void;
  readonly fail: (error: unknown) => void;
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
  let db = openFile(join(dir, nameOf(number)));
  let compacting: Promise<void> | undefined;
  let draining: Promise<void> | undefined;
  const waiting: Waiting[] = [];
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

  /** Several that wait share one commit, in which each can still be undone alone. */
  function commit(group: readonly Waiting[]): void {
    const attemptAll = (): (() => void)[] => group.map(({ attempt }) => attempt());
    try {
      const answers = group.length === 1 ? attemptAll() : db.transactionSync(attemptAll);
      for (const answer of answers) answer();
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  }

  /**
   * Commits run on this thread: to hand them to another and back, each as a part that can be undone, costs more
   * than it spares. What arrives in one turn of the loop shares a commit.
   */
  async function drain(): Promise<void> {
    do {
      await nextTurn();
      while (compacting) await compacting.catch(() => undefined);
      commit(waiting.splice(0));
    } while (waiting.length > 0);
    draining = undefined;
  }

  return {
    get: (key) => (key.length > maxKeySize ? undefined : copyOf(db.getBinaryFast(key))),
    put: (key, value) => void db.put(key, value),
    remove: (key) => void db.remove(key),
    range: (range) => db.getRange(options(range)),
    count: (range) => db.getKeysCount(options(range)),
    write: (work) =>
      new Promise((resolve, reject) => {
        const fail = (error: unknown): void => reject(refusalOf(error));
        const attempt = (): (() => void) => {
          try {
            const result = db.transactionSync(work);
            return () => resolve(result);
          } catch (error) {
            return () => fail(error);
          }
        };
        waiting.push({ attempt, fail });
        draining ??= drain();
      }),
    compact: () =>
      (compacting ??= copyAndSwitch()
        .catch((error: unknown) => {
          removeFile(join(dir, copyName));
          return refuse('OutOfDiskSpace', `nothing was compacted, the disk may be full: ${String(error)}`);
        })
        .finally(() => (compacting = undefined))),
    async close() {
      await draining;
      await compacting?.catch(() => undefined);
      await db.close();
    },
  };
}

/** What was read stands in a buffer of the library until the next read; a copy costs less than a buffer of its own. */
const copyOf = (read: Buffer | undefined): Buffer | undefined =>
  read && Buffer.from(read.subarray(0, read.length));

/** What the system answers when the disk is full, a quota or limit is reached, or a write ends halfway. */
const noSpace: readonly number[] = [5, 27, 28, 122];

/** What kept a commit from being made, as it is told to the client. */
function refusalOf(reason: unknown): Error {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  if (error instanceof MongoError || !('code' in error) || typeof error.code !== 'number') return error;
  return noSpace.includes(error.code)
    ? new MongoError('OutOfDiskSpace', `nothing was stored, the disk may be full: ${String(error)}`)
    : new MongoError('InternalError', `nothing was stored, try it again: ${String(error)}`);
}
