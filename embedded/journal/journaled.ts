import type { Database, Key, RootDatabase } from 'lmdb';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { createByteWriter, type Codec } from './codec.ts';
import { hasFreeList } from './free-list.ts';
import { openJournalFile, type Sync } from './journal-file.ts';
import { NotWrittenError, notWritten } from './not-written-error.ts';
import { createTables, type Table } from './table.ts';
import { openWorkingTransaction } from './working-transaction.ts';

/** LMDB with a journal in front of it: what is written is on disk there at once, and in LMDB's file by and by. */
export interface Journaled {
  /** Opens a table for writing. They are told apart by their order, which has to stay as it is. */
  table<K extends Key, V>(db: Database<V, K>, key: Codec<K>, value: Codec<V>): Table<K, V>;
  /** Goes on from what a crash left. Once, when the tables are there. */
  recover(): void;
  /**
   * Runs `work`: all it writes is on disk when this returns, or soon, and from now on part of each read.
   * @throws what `work` throws, or NotWrittenError; then nothing of it was written
   */
  write<T>(work: () => T, sync?: Sync): T;
  /** How often the `work` that runs has written something. */
  changes(): number;
  /** Brings all into LMDB's file. @throws NotWrittenError; then it stays in the journal */
  checkpoint(): void;
  /** Where the last checkpoint fails, the journal has the rest. */
  close(): Promise<void>;
}

export interface JournaledOptions {
  readonly root: RootDatabase;
  /** LMDB's file, and the journal's. */
  readonly dataPath: string;
  readonly journalPath: string;
  /** A place in LMDB for 8 bytes: the generation of the journal that LMDB does not have yet. */
  readonly generation: { read(): Buffer | undefined; write(generation: Buffer): void };
  /**
   * How many bytes of journal there are at a checkpoint: the more, the fewer pages LMDB writes for each change, and the
   * longer nothing else happens meanwhile, here and to whoever shares the disk. So there are fewer at one that is made
   * while nobody writes.
   */
  readonly checkpointBytes: { readonly whileWriting: number; readonly whileQuiet: number };
  /** Told what went wrong and was put right. */
  warn(reason: string): void;
}

/** When nothing was written for so many milliseconds it is quiet, and after more of them any checkpoint is worth it. */
const quietMs = { enoughWritten: 5, anything: 500 } as const;

export function openJournaled(options: JournaledOptions): Journaled {
  const { root, generation, checkpointBytes, warn } = options;
  const journal = openJournalFile(options.journalPath, generation.read() ?? Buffer.alloc(8), bringElsewhere);
  const files = [fileCheck(options.dataPath), fileCheck(options.journalPath)];
  const notes = createByteWriter();
  const tables = createTables(notes);
  let timer: NodeJS.Timeout | undefined;
  const transaction = openWorkingTransaction({
    root,
    generation,
    journal,
    tables,
    warn,
    onBegin: () => checkpointAfter(quietMs.anything),
    onEnd: () => clearTimeout(timer),
  });

  /** What is written to a file that has been deleted or moved would be missed at the next start. */
  function checkThere(): void {
    const gone = files.find(({ isThere }) => !isThere());
    if (gone)
      throw new NotWrittenError('gone', `the file ${gone.path} was deleted or moved, restart the server`);
  }

  /** Counted from the last write. */
  function checkpointAfter(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(checkpointInPassing, ms).unref();
  }

  function checkpoint(): void {
    checkThere();
    const next = randomBytes(8);
    transaction.commit(next);
    journal.restart(next);
  }

  function checkpointInPassing(): void {
    try {
      if (journal.size > 0) checkpoint();
      else transaction.end();
    } catch {
      // The journal keeps what LMDB's file does not take now. Once there is too much of it, writes are refused.
    }
  }

  /** What the journal could not sync goes into LMDB's file at once. */
  function bringElsewhere(error: unknown): void {
    try {
      checkpoint();
    } catch {
      warn(`what was written last is not on disk yet: ${String(error)}`);
    }
  }

  function toJournal(group: Buffer, sync: Sync): void {
    if (group.length === 0) return;
    checkThere();
    try {
      journal.add(group, sync);
    } catch (error) {
      throw notWritten(error);
    }
  }

  return {
    table: tables.open,
    recover() {
      const known = generation.read();
      // Before the journal is redone: one small commit, and there is a list to put a large one's pages into.
      if (known && !hasFreeList(root)) transaction.commit(known);
      if (journal.size > 0) transaction.redo();
      // A journal that is older than its file, which was taken away, must not be taken for this one's.
      if (!known) checkpoint();
      else checkpointInPassing();
    },
    write(work, sync = 'now') {
      if (journal.size >= checkpointBytes.whileWriting) checkpoint();
      transaction.begin();
      timer?.refresh();
      tables.begin();
      const before = journal.size;
      try {
        const result = work();
        toJournal(notes.written(), sync);
        if (before < checkpointBytes.whileQuiet && journal.size >= checkpointBytes.whileQuiet)
          checkpointAfter(quietMs.enoughWritten);
        return result;
      } catch (error) {
        if (tables.changes() > 0) transaction.undo();
        throw error;
      }
    },
    changes: tables.changes,
    checkpoint,
    async close() {
      checkpointInPassing();
      // It may bring something into LMDB's file yet.
      await journal.close();
      transaction.end();
      await root.close();
    },
  };
}

/** Tells later on whether the file is still the one that has this path now. */
function fileCheck(path: string): { readonly path: string; isThere(): boolean } {
  const inode = (): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;
  const now = inode();
  return { path, isThere: () => inode() === now };
}
