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
import { Commits } from './commits.ts';
import { after } from './key-range.ts';

/** The longest key LMDB takes with its page size; longer ones are refused or, as bounds, cut short. */
export const maxKeySize = 1978;

/** A range of keys: from `start`, inclusive, up to `end`, exclusive; backwards if `reverse`. */
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

/** Bounds longer than a key can be are widened to one that fits: the documents are checked anyway. */
const lower = (bound: Buffer): Buffer => bound.subarray(0, maxKeySize);
const upper = (bound: Buffer): Buffer => (bound.length > maxKeySize ? after(lower(bound)) : bound);

/** The files of the store. */
export const names: FileNames = {
  first: 0,
  nameOf: (number) => (number === 0 ? 'data.mdb' : `data-${number}.mdb`),
};
export const format: StoreFormat = { store: 'mongodb', format: 3, reads: [1, 2] };

interface DataFile {
  readonly path: DataPath;
  readonly root: RootDatabase<Buffer, Buffer>;
  readonly journaled: Journaled;
  /** Everything, for writing. */
  readonly table: Table<Buffer, Buffer>;
}

/** The key, among those of the catalog, of the journal generation that the file does not have yet. */
const generationKey = Buffer.from('\0\0\0\0g');

/** The entries of an index are spread over its pages: in a larger checkpoint, more share the writing of one page. */
const checkpointBytes = { whileWriting: 1 << 17, whileQuiet: 1 << 16, growth: 32 };

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

function optionsOf({ start, end, reverse = false, limit }: KeyRange): object {
  // Backwards, LMDB wants the upper bound first and inclusive, and the lower one exclusive.
  const bounds = reverse
    ? { start: upper(end), end: lower(start), exclusiveStart: true, inclusiveEnd: true }
    : { start: lower(start), end: upper(end) };
  return { ...bounds, reverse, ...(limit === undefined ? {} : { limit }) };
}

/** Ordered bytes on disk. Reads within `write` see its earlier changes. */
export class Store {
  #file: DataFile;
  #compacting: Promise<void> | undefined;
  readonly #commits: Commits;

  /**
   * @param dir a directory that the caller has reserved
   * @throws when the directory cannot be written
   */
  constructor(dir: string) {
    this.#file = openFile(newestIn(dir, names));
    this.#commits = new Commits({
      file: () => this.#file.journaled,
      busy: () => this.#compacting,
      warn,
    });
  }

  get(key: Buffer): Buffer | undefined {
    return key.length > maxKeySize ? undefined : copyOf(this.#file.root.getBinaryFast(key));
  }

  put(key: Buffer, value: Buffer): void {
    this.#file.table.put(key, value);
  }

  /** Puts a key that is missing. @returns false if it was there */
  add(key: Buffer, value: Buffer): boolean {
    return this.#file.table.add(key, value);
  }

  remove(key: Buffer): void {
    this.#file.table.remove(key);
  }

  range(range: KeyRange): Iterable<Entry> {
    return this.#file.root.getRange(optionsOf(range));
  }

  count(range: KeyRange): number {
    return this.#file.root.getKeysCount(optionsOf(range));
  }

  /**
   * Runs `work` as one transaction, undone if it throws. Resolves when it is on disk or, with sync 'soon', when it
   * outlives this process. If LMDB fails by its own fault, `work` is run again: it may change nothing but the store.
   * The slice shows when the transaction has held the thread for long enough.
   * @throws what `work` throws, or MongoError when the transaction could not be written and nothing of it was
   */
  write<T>(work: (slice: Slice) => T, sync?: Sync): Promise<T> {
    return this.#commits.write(work, sync);
  }

  /**
   * Removes deleted values from the disk: copies the rest to a new file, which takes the place of the old one. Some
   * removed keys may stay, as bounds between pages: an index keeps the values it once held. Writes wait, reads do not;
   * a crash leaves one of the files, complete.
   * @throws MongoError when the copy could not be written; then everything stays as it was
   */
  compact(): Promise<void> {
    return (this.#compacting ??= this.#copyAndSwitch()
      .catch((error: unknown) => {
        const isGone = error instanceof NotWrittenError && error.obstacle === 'gone';
        return refuse(
          isGone ? 'FileNotOpen' : 'OutOfDiskSpace',
          `nothing was compacted${isGone ? '' : ', the disk may be full'}: ${String(error)}`,
        );
      })
      .finally(() => (this.#compacting = undefined)));
  }

  async close(): Promise<void> {
    await this.#commits.settled;
    await this.#compacting?.catch(() => undefined);
    await this.#file.journaled.close();
  }

  async #copyAndSwitch(): Promise<void> {
    const old = this.#file;
    this.#file = await copyToNext(old, openFile);
    await old.journaled.close();
    removeFiles(old.path.dataPath);
  }
}

/** LMDB reads into a buffer that it uses again; a copy costs less than a buffer of its own. */
const copyOf = (read: Buffer | undefined): Buffer | undefined =>
  read && Buffer.from(read.subarray(0, read.length));
