import { open } from 'lmdb';
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
  close(): Promise<void>;
}

/** The key just after one key: an exclusive bound becomes an inclusive one. */
export const justAfter = (key: Buffer): Buffer => Buffer.concat([key, Buffer.of(0)]);

/** Bounds longer than a key can be are widened to one that fits; whoever reads checks the documents anyway. */
const lower = (bound: Buffer): Buffer => bound.subarray(0, maxKeySize);
const upper = (bound: Buffer): Buffer =>
  bound.length > maxKeySize ? (after(lower(bound)) ?? lower(bound)) : bound;

/**
 * Opens the store in a directory that the caller has reserved.
 * @throws when the directory cannot be written
 */
export function openStore(dir: string): Store {
  // overlappingSync would acknowledge a commit before it is on disk; batches by event turn would have a promise of
  // their own, whose rejection nobody could handle.
  const db = open<Buffer, Buffer>({
    path: dir,
    keyEncoding: 'binary',
    encoding: 'binary',
    overlappingSync: false,
    eventTurnBatching: false,
    noSubdir: false,
  });
  const options = ({ start, end, reverse, limit }: KeyRange): object => {
    // Backwards, LMDB wants the upper bound first and inclusive, and the lower one exclusive.
    const bounds = reverse
      ? { start: upper(end), end: lower(start), exclusiveStart: true, inclusiveEnd: true }
      : { start: lower(start), end: upper(end) };
    return { ...bounds, reverse: reverse ?? false, ...(limit === undefined ? {} : { limit }) };
  };
  return {
    get: (key) => (key.length > maxKeySize ? undefined : copyOf(db.getBinaryFast(key))),
    put: (key, value) => void db.put(key, value),
    remove: (key) => void db.remove(key),
    range: (range) => db.getRange(options(range)),
    count: (range) => db.getKeysCount(options(range)),
    write: (work) => db.childTransaction(work).catch(refuseCommit),
    close: () => db.close(),
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
