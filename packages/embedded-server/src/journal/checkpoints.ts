import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import type { RootDatabase } from 'lmdb';
import { type CheckpointBytes, CheckpointSize } from './checkpoint-size.ts';
import { type JournalFile, openJournalFile } from './journal-file.ts';
import { NotWrittenError } from './not-written-error.ts';
import type { Tables } from './table.ts';
import { openWorkingTransaction, type WorkingTransaction } from './working-transaction.ts';

export interface CheckpointOptions {
  readonly root: RootDatabase;
  /** LMDB's file, and the journal's. */
  readonly dataPath: string;
  readonly journalPath: string;
  /** A place in LMDB for 8 bytes: the generation of the journal that LMDB does not have yet. */
  readonly generation: { read(): Buffer | undefined; write(generation: Buffer): void };
  readonly checkpointBytes: CheckpointBytes;
  /** Reports a problem that was solved. */
  warn(reason: string): void;
}

/** The journal, LMDB's file, and the commits that bring one to the other. */
export interface Checkpoints {
  readonly journal: JournalFile;
  /** The size of the journal at which the next checkpoint is due. */
  readonly size: Pick<CheckpointSize, 'whileWriting' | 'whileQuiet'>;
  readonly transaction: WorkingTransaction;
  /** @throws NotWrittenError if a file was deleted or moved: a write to it would be lost at the next start */
  checkFiles(): void;
  /** Commits everything to LMDB's file. @throws NotWrittenError; then it stays in the journal */
  checkpoint(): void;
  /** Makes a checkpoint if there is something to commit; a failure leaves the journal as it is. */
  checkpointInPassing(): void;
  /** Makes a checkpoint in passing after this time without a write, in milliseconds. */
  checkpointAfter(ms: number): void;
  /** Restarts the time that `checkpointAfter` waits. */
  postpone(): void;
}

/** Milliseconds without a write after which a large journal, or any journal, is checkpointed. */
export const quietMs = { enoughWritten: 5, anything: 500 } as const;

/** Opens the journal in front of LMDB's file. */
export function openCheckpoints(options: CheckpointOptions, tables: Tables): Checkpoints {
  const { root, generation, warn } = options;
  const journal = openJournalFile(options.journalPath, generation.read() ?? Buffer.alloc(8), commitUnsynced);
  const files = [fileCheck(options.dataPath), fileCheck(options.journalPath)];
  const size = new CheckpointSize(options.checkpointBytes);
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

  function checkFiles(): void {
    const missing = files.find(({ isThere }) => !isThere());
    if (missing)
      throw new NotWrittenError('gone', `the file ${missing.path} was deleted or moved, restart the server`);
  }

  /** Counted from the last write. */
  function checkpointAfter(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(checkpointInPassing, ms).unref();
  }

  function checkpoint(): void {
    if (journal.hasUnsynced) throw new Error('a checkpoint was begun during a sync');
    checkFiles();
    const next = randomBytes(8);
    const begun = performance.now();
    transaction.commit(next);
    size.took(journal.size, performance.now() - begun);
    journal.restart(next);
  }

  function checkpointInPassing(): void {
    if (journal.hasUnsynced) return checkpointAfter(quietMs.enoughWritten);
    try {
      if (journal.size > 0) checkpoint();
      else transaction.end();
    } catch {
      // The journal keeps the changes that could not be committed. Once it is too large, writes are refused.
    }
  }

  /** Commits the changes that the journal could not sync to LMDB's file. */
  function commitUnsynced(error: unknown): void {
    try {
      checkpoint();
    } catch {
      warn(`the last writes are not on disk yet: ${String(error)}`);
    }
  }

  return {
    journal,
    size,
    transaction,
    checkFiles,
    checkpoint,
    checkpointInPassing,
    checkpointAfter,
    postpone: () => void timer?.refresh(),
  };
}

/** Checks later whether a path still names the same file. */
function fileCheck(path: string): { readonly path: string; isThere(): boolean } {
  const inode = (): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;
  const now = inode();
  return { path, isThere: () => inode() === now };
}
