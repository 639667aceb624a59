import { open, type RootDatabase } from 'lmdb';
import type { CheckpointOptions } from '../../../embedded-server/src/journal/checkpoints.ts';
import { bytes, double, doubles, json, text } from '../../../embedded-server/src/journal/codec.ts';
import {
  copyToNext,
  type DataPath,
  type FileNames,
  newestIn,
  removeFiles,
} from '../../../embedded-server/src/journal/data-path.ts';
import { checkFormat, markFormat, type StoreFormat } from '../../../embedded-server/src/journal/format.ts';
import { type Journaled, openJournaled } from '../../../embedded-server/src/journal/journaled.ts';
import type { Table } from '../../../embedded-server/src/journal/table.ts';
import {
  boolean,
  either,
  number,
  object,
  type Shape,
  type Shaped,
} from '../../../embedded-server/src/shapes.ts';
import { isStreamSettings } from './stream-settings.ts';

/** The state of a stream, whether or not it has events. */
const isHead = object({
  /** Takes the place of the name in the index. */
  id: number(),
  /**
   * The last revision, -1 before the first event. A scavenge does not lower it. The stored value may be lower than
   * that of the index.
   */
  last: number(),
  /** Deleted for good. */
  tombstoned: boolean,
  settings: isStreamSettings,
});
export type Head = Shaped<typeof isHead>;

const isPair: Shape<[number, number]> = (value): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(number());
/** A head as it is stored: most have only an id and a last revision. */
const isStoredHead = either(isPair, isHead);
export type StoredHead = Shaped<typeof isStoredHead>;

/** The state for the next writer, stored apart from the log, so that no position of a scavenged end is used again. */
export const isTail = object(
  {
    /** The position of the next event. */
    next: number(),
    /** The position of the last event, 0 before the first. */
    last: number(),
    nextStreamId: number(),
  },
  {
    /** Whether events were removed since the last compaction: their bytes may still be in the file. */
    removed: boolean,
  },
);
export type Tail = Shaped<typeof isTail>;

/** The data file, its tables, and the journal in front of it. */
export interface DataFile extends Pick<Journaled, 'write' | 'synced' | 'isFull'> {
  readonly meta: Table<string, Tail>;
  /** Encoded records by position. */
  readonly log: Table<number, Buffer>;
  /** Positions by stream id and revision. */
  readonly index: Table<[number, number], number>;
  /** By the bytes of the stream's name. */
  readonly heads: Table<Buffer, StoredHead>;
  /**
   * Copies the values in use to a new file, which takes the place of this one. There must be no writes during the copy.
   * A crash leaves the old file or the new one, complete.
   * @throws the error of writing the copy; then this file stays in use
   */
  compact(): Promise<DataFile>;
  close(): Promise<void>;
  /** Closes and deletes the file, and with it every removed event. */
  discard(): Promise<void>;
}

/** The files of the store. */
export const names: FileNames = { first: 1, nameOf: (fileNumber) => `events-${fileNumber}.mdb` };
export const format: StoreFormat = { store: 'eventstore', format: 2, reads: [1] };

/**
 * Opens the newest data file of a directory, and removes the files that a crash during a compaction left.
 * @throws FormatError if another version wrote the directory
 */
export function openDataFile(dir: string): DataFile {
  checkFormat(dir, format);
  const file = openAt(newestIn(dir, names));
  markFormat(dir, format);
  return file;
}

/** Appends wait for a checkpoint, and under load there is hardly a pause. */
const checkpointBytes = { whileWriting: 1 << 17, whileQuiet: 1 << 17, growth: 1 };

function openAt(path: DataPath): DataFile {
  const { dataPath, journalPath } = path;
  // Without overlapping sync a commit is on disk when it returns. Memory that is not cleared could bring the bytes of
  // removed events into new pages.
  const root = open({ path: dataPath, overlappingSync: false, noMemInit: false, maxDbs: 5 });
  const journaled = openJournaled({
    root,
    dataPath,
    journalPath,
    generation: generationIn(root),
    checkpointBytes,
    warn: (reason) => process.emitWarning(`event store: ${reason}`),
  });
  // The journal numbers the tables in this order.
  const meta = journaled.table(root.openDB<Tail, string>({ name: 'meta' }), text, json(isTail));
  const log = journaled.table(
    root.openDB<Buffer, number>({ name: 'log', encoding: 'binary' }),
    double,
    bytes,
  );
  const index = journaled.table(root.openDB<number, [number, number]>({ name: 'index' }), doubles, double);
  const heads = journaled.table(
    root.openDB<StoredHead, Buffer>({ name: 'heads', keyEncoding: 'binary' }),
    bytes,
    json(isStoredHead),
  );
  journaled.recover();

  return {
    meta,
    log,
    index,
    heads,
    write: journaled.write,
    synced: journaled.synced,
    isFull: journaled.isFull,
    compact: () => copyToNext({ path, root, journaled }, openAt),
    close: journaled.close,
    async discard() {
      await journaled.close();
      removeFiles(dataPath);
    },
  };
}

function generationIn(root: RootDatabase): CheckpointOptions['generation'] {
  const journal = root.openDB<Buffer, string>({ name: 'journal', encoding: 'binary' });
  return {
    read: () => journal.get('generation'),
    write: (generation) => journal.putSync('generation', generation),
  };
}

/** The last revision in the index, -1 for none. */
export function lastRevision({ index }: Pick<DataFile, 'index'>, stream: number): number {
  const range = { start: [stream, Number.MAX_SAFE_INTEGER], end: [stream, -1], reverse: true, limit: 1 };
  for (const [, revision] of index.getKeys(range)) return revision;
  return -1;
}
