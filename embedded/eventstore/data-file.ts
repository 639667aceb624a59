import { open, type Database, type RootDatabase } from 'lmdb';
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StreamSettings } from './stream-settings.ts';

/** What is known of a stream, whether or not it has events. */
export interface Head {
  /** Stands for the name in the index. */
  readonly id: number;
  /**
   * The last revision, -1 before the first event. Scavenging does not lower it. As stored it may be behind the
   * index.
   */
  readonly last: number;
  /** Deleted for good. */
  readonly tombstoned: boolean;
  readonly settings: StreamSettings;
}

/** What the next writer needs. Kept apart from the log, so that a scavenged end is not given out again. */
export interface Tail {
  /** Where the next event goes. */
  readonly next: number;
  /** The position of the last event, 0 before the first. */
  readonly last: number;
  readonly nextStreamId: number;
  /** Events were removed since the file was last compacted: their bytes may still be in it. */
  readonly removed?: boolean;
}

/** The one file that holds everything, and the tables in it. */
export interface DataFile {
  readonly root: RootDatabase;
  readonly meta: Database<Tail, string>;
  /** Encoded records by position. */
  readonly log: Database<Buffer, number>;
  /** Positions by stream id and revision. */
  readonly index: Database<number, [number, number]>;
  /** By the bytes of the stream's name. */
  readonly heads: Database<Head, Buffer>;
  /**
   * Copies what is in use to a new file, which takes the place of this one. Nothing may be written meanwhile.
   * A crash leaves the one or the other, each complete.
   * @throws what kept the copy from being written; then this file stays in use
   */
  compact(): Promise<DataFile>;
  close(): Promise<void>;
  /** Closes and deletes it, and with it whatever was ever removed from it. */
  discard(): Promise<void>;
}

const namePattern = /^events-(\d+)\.mdb$/;
const copyName = 'copy.mdb';

/** Opens the newest data file of a directory, and removes what a crash while compacting left beside it. */
export function openDataFile(dir: string): DataFile {
  const numbers = readdirSync(dir).flatMap((name) => Number(namePattern.exec(name)?.[1] ?? []));
  const newest = Math.max(1, ...numbers);
  removeFile(join(dir, copyName));
  for (const number of numbers) if (number !== newest) removeFile(pathOf(dir, number));
  return openNumbered(dir, newest);
}

const pathOf = (dir: string, number: number): string => join(dir, `events-${number}.mdb`);

function removeFile(path: string): void {
  for (const file of [path, `${path}-lock`]) rmSync(file, { force: true });
}

function openNumbered(dir: string, number: number): DataFile {
  const path = pathOf(dir, number);
  // Without overlapping sync a commit is on disk when it returns; memory that is not cleared could carry the
  // bytes of removed events into new pages.
  const root: RootDatabase = open({ path, overlappingSync: false, noMemInit: false, maxDbs: 4 });
  const copy = join(dir, copyName);
  return {
    root,
    meta: root.openDB({ name: 'meta' }),
    log: root.openDB({ name: 'log', encoding: 'binary' }),
    index: root.openDB({ name: 'index' }),
    heads: root.openDB({ name: 'heads', keyEncoding: 'binary' }),
    async compact() {
      try {
        removeFile(copy);
        await root.backup(copy, true);
        sync(copy);
        renameSync(copy, pathOf(dir, number + 1));
        sync(dir);
      } catch (error) {
        removeFile(copy);
        throw error;
      }
      return openNumbered(dir, number + 1);
    },
    close: () => root.close(),
    async discard() {
      await root.close();
      removeFile(path);
    },
  };
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The last revision in the index, -1 for none. */
export function lastRevision({ index }: Pick<DataFile, 'index'>, stream: number): number {
  const range = { start: [stream, Number.MAX_SAFE_INTEGER], end: [stream, -1], reverse: true, limit: 1 };
  for (const [, revision] of index.getKeys(range)) return revision;
  return -1;
}
