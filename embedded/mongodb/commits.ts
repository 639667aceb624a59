import { type RootDatabase } from 'lmdb';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MongoError } from './error.ts';

/** Runs work as one transaction, undone if it throws; within another one, as a part of that. */
type Transact = <T>(work: () => T) => T;

/** What commits are made to. */
export interface Target {
  /** The database at present: a compaction puts another in its place. */
  database(): Pick<RootDatabase<Buffer, Buffer>, 'transactionSync'>;
  /** What has to end before the next commit. */
  busy(): Promise<unknown> | undefined;
  /** Throws where what is committed would be lost. */
  check(): void;
  /** Told what went wrong and was put right. */
  warn(reason: string): void;
}

export interface Commits {
  /**
   * Runs `work`, twice if LMDB stumbles over the first commit; resolves when it is on disk.
   * @throws what `work` throws, or MongoError when it could not be written and nothing of it was
   */
  write<T>(work: () => T): Promise<T>;
  /** Resolves when nothing waits any more. */
  settled(): Promise<void>;
}

/** A write that waits for its commit. */
interface Waiting {
  /** Runs it and returns how to answer. */
  readonly attempt: (transact: Transact) => () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Commits run on this thread: to hand them to another and back, each as a part that can be undone, costs more than
 * it spares. What arrives in one turn of the loop shares a commit.
 */
export function openCommits(target: Target): Commits {
  const waiting: Waiting[] = [];
  let draining: Promise<void> | undefined;

  const once: Transact = (work) => target.database().transactionSync(work);

  /** A transaction that LMDB undid is run again: it left nothing behind, and reads again what it needs. */
  const transact: Transact = (work) => {
    const checked: typeof work = () => {
      const result = work();
      target.check();
      return result;
    };
    try {
      return once(checked);
    } catch (error) {
      if (!passing.includes(codeOf(error))) throw error;
      target.warn(`a commit failed and is made again: ${String(error)}`);
      return once(checked);
    }
  };

  /** One of several that share a commit, in which it can still be undone alone. */
  const part = ({ attempt, fail }: Waiting): (() => void) => {
    try {
      return attempt(once);
    } catch (error) {
      return () => fail(error);
    }
  };

  function commit(group: readonly Waiting[]): void {
    const [first, ...others] = group;
    try {
      const lone = others.length === 0 && first?.attempt(transact);
      for (const answer of lone ? [lone] : transact(() => group.map(part))) answer();
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  }

  async function drain(): Promise<void> {
    do {
      await nextTurn();
      for (let busy = target.busy(); busy; busy = target.busy()) await busy.catch(() => undefined);
      commit(waiting.splice(0));
    } while (waiting.length > 0);
    draining = undefined;
  }

  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({
          attempt: (run) => {
            const result = run(work);
            return () => resolve(result);
          },
          fail: (error) => reject(refusalOf(error)),
        });
        draining ??= drain();
      }),
    settled: async () => draining,
  };
}

const codeOf = (error: unknown): number =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : Number.NaN;

/**
 * LMDB's own: MDB_CORRUPTED, MDB_BAD_TXN and MDB_PROBLEM. Now and then it takes its list of free pages for damaged
 * ("reserved freelist had a data entry with zero-size"), undoes the transaction and reads the list anew for the next.
 */
const passing: readonly number[] = [-30796, -30782, -30779];

/** What the system answers when the disk is full, a quota or limit is reached, or a write ends halfway. */
const noSpace: readonly number[] = [5, 27, 28, 122];
/** What it answers where a file may not be written any more. */
const notWritable: readonly number[] = [1, 13, 30];

/** What kept a commit from being made, as it is told to the client. */
function refusalOf(reason: unknown): Error {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  const code = codeOf(error);
  if (error instanceof MongoError || Number.isNaN(code)) return error;
  if (noSpace.includes(code))
    return new MongoError('OutOfDiskSpace', `nothing was stored, the disk may be full: ${String(error)}`);
  if (notWritable.includes(code))
    return new MongoError(
      'FileStreamFailed',
      `nothing was stored, the data cannot be written: ${String(error)}`,
    );
  return new MongoError('InternalError', `nothing was stored, try it again: ${String(error)}`);
}
