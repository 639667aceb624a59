import type { Database, Key } from 'lmdb';
import { type CheckpointOptions, openCheckpoints, quietMs } from './checkpoints.ts';
import { type Codec, createByteWriter } from './codec.ts';
import { hasFreeList } from './free-list.ts';
import type { Sync } from './journal-file.ts';
import { notWritten } from './not-written-error.ts';
import { createTables, type Table } from './table.ts';

/** LMDB behind a journal: a write is on disk in the journal at once, and in LMDB's file after the next checkpoint. */
export interface Journaled {
  /** Opens a table for writing. The journal identifies a table by its place in the order of opening. */
  table<K extends Key, V>(db: Database<V, K>, key: Codec<K>, value: Codec<V>): Table<K, V>;
  /** Applies the groups of the journal after a crash. Call it once, after all tables are opened. */
  recover(): void;
  /**
   * Runs `work`. Its writes are visible to every read when this returns, and on disk: with sync 'soon' a moment later,
   * with 'unsynced' after `synced`, which must be called.
   * @throws the error of `work`, or NotWrittenError; then none of its changes is written
   */
  write<T>(work: () => T, sync?: Sync): T;
  /**
   * Syncs in another thread all changes that were written 'unsynced' before the call.
   * @throws NotWrittenError; then all 'unsynced' changes are undone, also those since the call
   */
  synced(): Promise<void>;
  /** Whether the next write makes a checkpoint, unless anything is unsynced then. */
  isFull(): boolean;
  /** The number of changes by the `work` that runs. */
  changes(): number;
  /** Commits everything to LMDB's file. @throws NotWrittenError; then it stays in the journal */
  checkpoint(): void;
  /** Makes a checkpoint if the journal is full. @returns whether it made one; a failure is reported by the next write */
  makeRoom(): boolean;
  /** Makes a last checkpoint; where that fails, the journal keeps the rest. */
  close(): Promise<void>;
}

export function openJournaled(options: CheckpointOptions): Journaled {
  const { root, generation } = options;
  const notes = createByteWriter();
  const tables = createTables(notes);
  const checkpoints = openCheckpoints(options, tables);
  const { journal, size, transaction, checkpoint, checkpointInPassing } = checkpoints;

  function toJournal(group: Buffer, sync: Sync): void {
    if (group.length === 0) return;
    checkpoints.checkFiles();
    try {
      journal.add(group, sync);
    } catch (error) {
      throw notWritten(error);
    }
  }

  const isFull = (): boolean => journal.size >= size.whileWriting;

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
      if (isFull() && !journal.hasUnsynced) checkpoint();
      transaction.begin();
      checkpoints.postpone();
      tables.begin();
      const before = journal.size;
      try {
        const result = work();
        toJournal(notes.written(), sync);
        if (before < size.whileQuiet && journal.size >= size.whileQuiet)
          checkpoints.checkpointAfter(quietMs.enoughWritten);
        return result;
      } catch (error) {
        if (tables.changes() > 0) transaction.undo();
        throw error;
      }
    },
    async synced() {
      try {
        await journal.sync();
      } catch (error) {
        journal.dropUnsynced();
        transaction.undo();
        throw notWritten(error);
      }
    },
    isFull,
    makeRoom() {
      if (!isFull()) return false;
      checkpointInPassing();
      return !isFull();
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
