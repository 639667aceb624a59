import type { Documents } from './documents.ts';
import type { VersionedDocument } from './fold-batch.ts';

type Changes = ReadonlyMap<string, VersionedDocument>;

/**
 * Writes several batches of documents in the background, and reports them stored in the order in which they
 * began.
 */
export interface WriteBehind {
  /** Returns the newest unwritten version of a document; undefined if the stored version is current. */
  pending(key: string): VersionedDocument | undefined;
  /**
   * Waits until fewer than `concurrency` batches are being written, and until none of the known documents is being
   * written; then begins to write.
   * @param known the documents as they were before the changes; must hold every changed document that is `pending`
   * @param onStored called once this batch and all earlier batches are stored
   * @throws the error of an earlier write
   */
  begin(known: Changes, changes: Changes, onStored: () => void): Promise<void>;
  /** Waits until everything is stored. @throws the error of a write */
  settled(): Promise<void>;
}

/**
 * Creates a write-behind buffer.
 * @param concurrency the highest number of batches that are written at once
 * @param isOrdered whether the store orders the versions of a document itself, so that a new version need not
 * wait
 */
export function writeBehind(
  documents: Pick<Documents, 'write'>,
  concurrency: number,
  isOrdered: (key: string) => boolean = () => false,
): WriteBehind {
  /** Batches that are being written, oldest first. */
  const inFlight: { readonly changes: Changes; readonly stored: Promise<void> }[] = [];
  let last: Promise<void> = Promise.resolve();

  /** Returns the write that must end before changes of these documents may be written. */
  function blockingWrite(known: Changes): Promise<void> | undefined {
    const keys = [...known.keys()].filter((key) => !isOrdered(key));
    const sharing = inFlight.findLast((earlier) => keys.some((key) => earlier.changes.has(key)));
    return sharing?.stored ?? (inFlight.length < concurrency ? undefined : inFlight[0]?.stored);
  }

  return {
    pending: (key) => inFlight.findLast(({ changes }) => changes.has(key))?.changes.get(key),
    async begin(known, changes, onStored) {
      for (let before; (before = blockingWrite(known));) await before;
      const stored = Promise.all([documents.write(known, changes), last]).then(() => {
        inFlight.shift();
        onStored();
      });
      inFlight.push({ changes, stored });
      last = stored;
      // The next call awaits the error; this handler prevents an unhandled rejection meanwhile.
      stored.catch(() => undefined);
    },
    settled: () => last,
  };
}
