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

/** The store that commits are made to. */
export interface Target {
  /** The file at present: a compaction puts another in its place. */
  file(): Pick<Journaled, 'write' | 'changes' | 'makeRoom'>;
  /** Work that has to end before the next commit. */
  busy(): Promise<unknown> | undefined;
  /** Reports a failure that was repaired. */
  warn(reason: string): void;
}

interface Part extends Waiting<Slice> {
  readonly sync: Sync;
}

/** Commits run on this thread; all writes that arrive in one turn of the loop share one. */
export class Commits {
  readonly #target: Target;
  readonly #waiting: Part[] = [];
  #draining: Promise<void> | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  /**
   * Runs `work`, twice if LMDB stumbles over the first commit; resolves when it is on disk or, with sync 'soon', written.
   * The slice is shared by all writes of the commit.
   * @throws what `work` throws, or MongoError when the commit could not be written and nothing of it was
   */
  write<T>(work: (slice: Slice) => T, sync: Sync = 'now'): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        sync,
        run: (slice) => {
          const result = work(slice);
          return () => resolve(result);
        },
        fail: (error) => reject(refusalOf(error)),
      });
      this.#draining ??= this.#drain();
    });
  }

  /** Resolves when no write waits any more. */
  get settled(): Promise<void> {
    return this.#draining ?? Promise.resolve();
  }

  async #drain(): Promise<void> {
    do {
      await nextTurn();
      for (let busy = this.#target.busy(); busy; busy = this.#target.busy())
        await busy.catch(() => undefined);
      // A checkpoint has a turn of its own: reads that came meanwhile do not wait for the writes as well.
      if (this.#target.file().makeRoom()) continue;
      commitGroup(this.#waiting.splice(0), (group) => this.#commitTogether(group));
    } while (this.#waiting.length > 0);
    this.#draining = undefined;
  }

  #commitTogether(group: readonly Part[]): void {
    const sync = group.some((one) => one.sync === 'now') ? 'now' : 'soon';
    const all = (): (() => void)[] => {
      const slice = beginSlice();
      return group.map((one) => this.#run(one, slice));
    };
    for (const answer of this.#commit(all, sync)) answer();
  }

  /** Runs one of the writes that share a commit. A write that throws fails alone, unless it has changed something. */
  #run({ run, fail }: Part, slice: Slice): () => void {
    const before = this.#target.file().changes();
    try {
      return run(slice);
    } catch (error) {
      if (this.#target.file().changes() > before) throw error;
      return () => fail(error);
    }
  }

  /** A commit that LMDB undid by its own fault is made again: it left nothing behind, and reads again. */
  #commit<T>(work: () => T, sync: Sync): T {
    try {
      return this.#target.file().write(work, sync);
    } catch (error) {
      if (!isPassing(error)) throw error;
      this.#target.warn(`a commit failed and is made again: ${String(error)}`);
      return this.#target.file().write(work, sync);
    }
  }
}

const refusals = {
  'no-space': ['OutOfDiskSpace', 'nothing was stored'],
  'read-only': ['FileStreamFailed', 'nothing was stored'],
  gone: ['FileNotOpen', 'nothing was stored'],
  unknown: ['InternalError', 'nothing was stored, try it again'],
} as const;

/** The error that the client gets for a commit that failed. */
function refusalOf(reason: unknown): Error {
  const error = isPassing(reason) ? notWritten(reason) : reason;
  if (error instanceof NotWrittenError) {
    const [code, outcome] = refusals[error.obstacle];
    return new MongoError(code, `${outcome}: ${error.message}`);
  }
  return error instanceof Error ? error : new Error(String(error));
}
