import type { RootDatabase } from 'lmdb';
import { createByteReader } from './codec.ts';
import type { JournalFile } from './journal-file.ts';
import { isPassing, notWritten } from './not-written-error.ts';
import type { Tables } from './table.ts';
import { beginTransaction, type Transaction } from './transaction.ts';

/** The transaction of LMDB that holds everything written since the last checkpoint. All reads are part of it. */
export interface WorkingTransaction {
  /** Begins a transaction, unless one is open. */
  begin(): void;
  /** Writes the groups of the journal again. */
  redo(): void;
  /** Drops everything since the last checkpoint and writes the groups of the journal again. */
  undo(): void;
  /** Commits to LMDB's file, with the generation of the next journal. @throws NotWrittenError; then nothing has changed */
  commit(next: Buffer): void;
  /** Ends a transaction in which nothing was written. */
  end(): void;
}

interface WorkingTransactionOptions {
  readonly root: RootDatabase;
  readonly generation: { write(generation: Buffer): void };
  readonly journal: Pick<JournalFile, 'groups'>;
  readonly tables: Pick<Tables, 'redo'>;
  warn(reason: string): void;
  onBegin(): void;
  onEnd(): void;
}

export function openWorkingTransaction(options: WorkingTransactionOptions): WorkingTransaction {
  const { root, generation, journal, tables, warn, onBegin, onEnd } = options;
  let transaction: Transaction | undefined;

  function begin(): void {
    if (transaction) return;
    transaction = beginTransaction(root);
    onBegin();
  }

  /** Takes the open transaction: it ends, whether or not its commit succeeds. */
  function take(): Transaction | undefined {
    const taken = transaction;
    transaction = undefined;
    onEnd();
    return taken;
  }

  function redo(): void {
    begin();
    for (const group of journal.groups()) tables.redo(createByteReader(group));
  }

  function undo(): void {
    try {
      take()?.abort();
      redo();
    } catch (error) {
      // Without the journal's groups reads would be wrong: the process ends, and the next start can redo them.
      setImmediate(() => {
        throw new Error('the journal could not be read again', { cause: error });
      });
    }
  }

  function commitOnce(next: Buffer): void {
    begin();
    generation.write(next);
    take()?.commit();
  }

  function commit(next: Buffer, isAgain = false): void {
    try {
      commitOnce(next);
    } catch (error) {
      undo();
      if (isAgain || !isPassing(error)) throw notWritten(error);
      warn(`a commit failed and is made again: ${String(error)}`);
      commit(next, true);
    }
  }

  return { begin, redo, undo, commit, end: () => take()?.abort() };
}
