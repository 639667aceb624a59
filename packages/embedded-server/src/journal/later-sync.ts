import { fdatasync } from 'node:fs';
import { promisify } from 'node:util';

/** Syncs a file in another thread, some time after a write. */
export interface LaterSync {
  /** Reports a write that is not on disk yet. */
  wrote(): void;
  /** Reports that all writes are on disk: they were synced, or are in the data file. */
  synced(): void;
  /** Syncs the rest. The file may be closed afterwards. */
  close(): Promise<void>;
}

const sync = promisify(fdatasync);

/** As in MongoDB, a write that did not wait for the disk is synced within this time. */
const afterMs = 100;

/** @param onFailure receives the error of a failed sync */
export function syncLater(file: number, onFailure: (error: unknown) => void): LaterSync {
  let timer: NodeJS.Timeout | undefined;
  let syncing = Promise.resolve();

  function begin(): void {
    timer = undefined;
    syncing = syncing.then(() => sync(file)).catch(onFailure);
  }

  function synced(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  return {
    wrote: () => void (timer ??= setTimeout(begin, afterMs).unref()),
    synced,
    async close() {
      const isLeft = timer !== undefined;
      synced();
      if (isLeft) begin();
      await syncing;
    },
  };
}
