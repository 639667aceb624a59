import { open, type RootDatabase } from 'lmdb';
import { bytes } from '../../../embedded-server/src/journal/codec.ts';
import {
  copyToNext,
  type DataPath,
  type FileNames,
  newestIn,
  removeFiles,
} from '../../../embedded-server/src/journal/data-path.ts';
import type { StoreFormat } from '../../../embedded-server/src/journal/format.ts';
import type { Sync } from '../../../embedded-server/src/journal/journal-file.ts';
import { type Journaled, openJournaled } from '../../../embedded-server/src/journal/journaled.ts';
import { NotWrittenError } from '../../../embedded-server/src/journal/not-written-error.ts';
import type { Table } from '../../../embedded-server/src/journal/table.ts';
import { refuse } from '../error.ts';
import { type Slice } from '../time-limit.ts';
import { openCommits } from './commits.ts';
import { after } from './key-range.ts';

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
   * Runs `work` as one transaction, undone if it throws; resolves when it is on disk, or, for what may be on disk soon,
   * when it outlives this process. Where LMDB fails by its own fault, `work` is run again: all it does it does to the
   * store. The slice tells when it has held the thread for long enough.
   * @throws what `work` throws, or MongoError when it could not be written and nothing of it was
   */
  write<T>(work: (slice: Slice) => T, sync?: Sync): Promise<T>;
  /**
   * Rids the disk of the values that were removed: what is in use is copied to a new file, which takes the place of
   * the old one. Of removed keys some may stay, as bounds between pages: an index keeps what it is over. Writes wait,
   * reads do not; a crash leaves the one or the other, each complete.
   * @throws MongoError when it could not be written; then everything stays as it was
   */
  compact(): Promise<void>;
  close(): Promise<void>;
}

/** Bounds longer than a key can be are widened to one that fits; whoever reads checks the documents anyway. */
const lower = (bound: Buffer): Buffer => bound.subarray(0, maxKeySize);
const upper = (bound: Buffer): Buffer => (bound.length > maxKeySize ? after(lower(bound)) : bound);

/** The files of the store. */
export const names: FileNames = {
  first: 0,
  nameOf: (number) => (number === 0 ? 'data.mdb' : `data-${number}.mdb`),
};
export const format: StoreFormat = { store: 'mongodb', format: 2, reads: [1] };

interface DataFile {
  readonly path: DataPath;
  readonly root: RootDatabase<Buffer, Buffer>;
  readonly journaled: Journaled;
  /** Everything, for writing. */
  readonly table: Table<Buffer, Buffer>;
}

/** Where it is kept which journal the file does not have yet: among the catalog's own keys. */
const generationKey = Buffer.from('\0\0\0\0g');

/** The entries of an index are put all over its pages: many share the writing of one. */
const checkpointBytes = { whileWriting: 4 << 20, whileQuiet: 2 << 20 };

function openFile(path: DataPath): DataFile {
  const { dataPath, journalPath } = path;
  // overlappingSync would acknowledge a commit before it is on disk; memory that is not cleared could carry removed
  // bytes into new pages.
  const root = open<Buffer, Buffer>({
    path: dataPath,
    keyEncoding: 'binary',
    encoding: 'binary',
    overlappingSync: false,
    noMemInit: false,
    noSubdir: true,
  });
  const generation = {
    read: () => root.get(generationKey),
    write: (value: Buffer) => root.putSync(generationKey, value),
  };
  const journaled = openJournaled({
    root,
    dataPath,
    journalPath,
    generation,
    checkpointBytes,
    warn,
  });
  const table = journaled.table(root, bytes, bytes);
  journaled.recover();
  return { path, root, journaled, table };
}

const warn = (reason: string): void => process.emitWarning(`mongodb store: ${reason}`);

/**
 * Opens the store in a directory that the caller has reserved.
 * @throws when the directory cannot be written
 */
export function openStore(dir: string): Store {
  let file = openFile(newestIn(dir, names));
  let compacting: Promise<void> | undefined;
  const commits = openCommits({
    file: () => file.journaled,
    busy: () => compacting,
    warn,
  });
  const options = ({ start, end, reverse, limit }: KeyRange): object => {
    // Backwards, LMDB wants the upper bound first and inclusive, and the lower one exclusive.
    const bounds = reverse
      ? { start: upper(end), end: lower(start), exclusiveStart: true, inclusiveEnd: true }
      : { start: lower(start), end: upper(end) };
    return { ...bounds, reverse: reverse ?? false, ...(limit === undefined ? {} : { limit }) };
  };

  async function copyAndSwitch(): Promise<void> {
    const old = file;
    file = await copyToNext(old, openFile);
    await old.journaled.close();
    removeFiles(old.path.dataPath);
  }

  return {
    get: (key) => (key.length > maxKeySize ? undefined : copyOf(file.root.getBinaryFast(key))),
    put: (key, value) => file.table.put(key, value),
    add: (key, value) => file.table.add(key, value),
    remove: (key) => file.table.remove(key),
    range: (range) => file.root.getRange(options(range)),
    count: (range) => file.root.getKeysCount(options(range)),
    write: commits.write,
    compact: () =>
      (compacting ??= copyAndSwitch()
        .catch((error: unknown) => {
          const gone = error instanceof NotWrittenError && error.obstacle === 'gone';
          return refuse(
            gone ? 'FileNotOpen' : 'OutOfDiskSpace',
            `nothing was compacted${gone ? '' : ', the disk may be full'}: ${String(error)}`,
          );
        })
        .finally(() => (compacting = undefined))),
    async close() {
      await commits.settled();
      await compacting?.catch(() => undefined);
      await file.journaled.close();
    },
  };
}

/** What was read stands in a buffer of the library until the next read; a copy costs less than a buffer of its own. */
const copyOf = (read: Buffer | undefined): Buffer | undefined =>
  read && Buffer.from(read.subarray(0, read.length));
