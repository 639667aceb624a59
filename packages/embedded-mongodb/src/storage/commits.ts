import { setImmediate as nextTurn } from 'node:timers/promises';
import { commitGroup, type Waiting } from '../../../embedded-server/src/journal/commit-group.ts';
import type { Sync } from '../../../embedded-server/src/journal/journal-file.ts';
import type { Journaled } from '../../../embedded-server/src/journal/journaled.ts';
import {
  isPassing,
  notWritten,
  NotWrittenError,
} from '../../../embedded-server/src/journal/not-written-error.ts';
import { MongoError } from '../error.ts';
import { beginSlice, type Slice } from '../time-limit.ts';

/** What commits are made to. */
export interface Target {
  /** The file at present: a compaction puts another in its place. */
  file(): Pick<Journaled, 'write' | 'changes'>;
  /** What has to end before the next commit. */
  busy(): Promise<unknown> | undefined;
  /** Told what went wrong and was put right. */
  warn(reason: string): void;
}

export interface Commits {
  /**
   * Runs `work`, twice if LMDB stumbles over the first commit; resolves when it is on disk, or written and soon there.
   * The slice is that of all that share the commit.
   * @throws what `work` throws, or MongoError when it could not be written and nothing of it was
   */
  write<T>(work: (slice: Slice) => T, sync?: Sync): Promise<T>;
  /** Resolves when nothing waits any more. */
  settled(): Promise<void>;
}

interface Part extends Waiting<Slice> {
  readonly sync: Sync;
}

/** Commits run on this thread, and what arrives in one turn of the loop shares one. */
export function openCommits(target: Target): Commits {
  const waiting: Part[] = [];
  let draining: Promise<void> | undefined;

  /** What LMDB undid by its own fault is run again: it left nothing behind, and reads again what it needs. */
  function write<T>(work: () => T, sync: Sync): T {
    try {
      return target.file().write(work, sync);
    } catch (error) {
      if (!isPassing(error)) throw error;
      target.warn(`a commit failed and is made again: ${String(error)}`);
      return target.file().write(work, sync);
    }
  }

  /** One of those that share a commit. One that throws fails alone, unless it wrote something before. */
  function part({ run, fail }: Part, slice: Slice): () => void {
    const before = target.file().changes();
    try {
      return run(slice);
    } catch (error) {
      if (target.file().changes() > before) throw error;
      return () => fail(error);
    }
  }

  function commitTogether(group: readonly Part[]): void {
    const sync = group.some((one) => one.sync === 'now') ? 'now' : 'soon';
    const all = (): (() => void)[] => {
      const slice = beginSlice();
      return group.map((one) => part(one, slice));
    };
    for (const answer of write(all, sync)) answer();
  }

  async function drain(): Promise<void> {
    do {
      await nextTurn();
      for (let busy = target.busy(); busy; busy = target.busy()) await busy.catch(() => undefined);
      commitGroup(waiting.splice(0), commitTogether);
    } while (waiting.length > 0);
    draining = undefined;
  }

  return {
    write: (work, sync = 'now') =>
      new Promise((resolve, reject) => {
        waiting.push({
          sync,
          run: (slice) => {
            const result = work(slice);
            return () => resolve(result);
          },
          fail: (error) => reject(refusalOf(error)),
        });
        draining ??= drain();
      }),
    settled: async () => draining,
  };
}

const refusals = {
  'no-space': ['OutOfDiskSpace', 'nothing was stored'],
  'read-only': ['FileStreamFailed', 'nothing was stored'],
  gone: ['FileNotOpen', 'nothing was stored'],
  unknown: ['InternalError', 'nothing was stored, try it again'],
} as const;

/** What kept a commit from being made, as it is told to the client. */
function refusalOf(reason: unknown): Error {
  const error = isPassing(reason) ? notWritten(reason) : reason;
  if (error instanceof NotWrittenError) {
    const [code, told] = refusals[error.obstacle];
    return new MongoError(code, `${told}: ${error.message}`);
  }
  return error instanceof Error ? error : new Error(String(error));
}
