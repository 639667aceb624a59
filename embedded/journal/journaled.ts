import type { Database, Key, RootDatabase } from 'lmdb';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { createByteWriter, type Codec } from './codec.ts';
import { hasFreeList } from './free-list.ts';
import { openJournalFile, type Sync } from './journal-file.ts';
import { NotWrittenError, notWritten } from './not-written-error.ts';
import { createTables, type Table } from './table.ts';
import { openWorkingTransaction } from './working-transaction.ts';

/** LMDB behind a journal: a write is on disk in the journal at once, and in LMDB's file after the next checkpoint. */
export interface Journaled {
  /** Opens a table for writing. The journal identifies a table by its place in the order of opening. */
  table<K extends Key, V>(db: Database<V, K>, key: Codec<K>, value: Codec<V>): Table<K, V>;
  /** Recovers the groups of the journal after a crash. To be called once, after all tables are opened. */
  recover(): void;
  /**
   * Runs `work`. Its writes are on disk when this returns, or soon after with sync 'soon', and visible to every read.
   * @throws what `work` throws, or NotWrittenError; then nothing of it was written
   */
  write<T>(work: () => T, sync?: Sync): T;
  /** The number of writes of the `work` that runs. */
  changes(): number;
  /** Commits everything to LMDB's file. @throws NotWrittenError; then it stays in the journal */
  checkpoint(): void;
  /** Makes a last checkpoint; where that fails, the journal keeps the rest. */
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
   * The size of the journal, in bytes, at which a checkpoint is made. With a larger journal LMDB writes fewer pages for each
   * change, but a checkpoint blocks this thread and the disk for longer. A checkpoint in a pause is made at a smaller size.
   */
  readonly checkpointBytes: { readonly whileWriting: number; readonly whileQuiet: number };
  /** Reports a problem that was solved. */
  warn(reason: string): void;
}

/** Milliseconds without a write: after the first a large enough journal is checkpointed, after the second any journal is. */
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

  /** A write to a deleted or moved file would be lost at the next start. */
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
      // The journal keeps what could not be committed. Once it is too large, writes are refused.
    }
  }

  /** Commits to LMDB's file at once what the journal could not sync. */
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
      // A small commit creates LMDB's list of free pages, which the large commit of the redone journal needs.
      if (known && !hasFreeList(root)) transaction.commit(known);
      if (journal.size > 0) transaction.redo();
      // A journal left behind by a data file that was removed must not be applied to this file.
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
      // A failed sync may still lead to a commit.
      await journal.close();
      transaction.end();
      await root.close();
    },
  };
}

/** Checks whether the path still names the file that it names now. */
function fileCheck(path: string): { readonly path: string; isThere(): boolean } {
  const inode = (): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;
  const now = inode();
  return { path, isThere: () => inode() === now };
}
