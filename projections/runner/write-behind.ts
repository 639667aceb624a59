import type { Documents } from './documents.ts';
import type { VersionedDocument } from './versioned-document.ts';

type Changes = ReadonlyMap<string, VersionedDocument>;

export interface WriteOrder {
  /** Whether the store orders the versions of a document itself, so that a new version need not wait. */
  readonly isOrdered?: (key: string) => boolean;
  /** Whether a document is written only after all earlier batches and the other documents of its own. */
  readonly isLast?: (key: string) => boolean;
}

const never = (): boolean => false;

/**
 * Writes several batches of documents in the background, and reports them stored in the order in which they
 * began.
 */
export class WriteBehind {
  readonly #documents: Pick<Documents, 'write'>;
  readonly #concurrency: number;
  readonly #isOrdered: (key: string) => boolean;
  readonly #isLast: (key: string) => boolean;
  /** Batches that are being written, oldest first. */
  readonly #inFlight: { readonly changes: Changes; readonly stored: Promise<void> }[] = [];
  #last: Promise<void> = Promise.resolve();

  /**
   * @param documents writes a batch
   * @param concurrency the highest number of batches that are written at once
   */
  constructor(documents: Pick<Documents, 'write'>, concurrency: number, order: WriteOrder = {}) {
    this.#documents = documents;
    this.#concurrency = concurrency;
    this.#isOrdered = order.isOrdered ?? never;
    this.#isLast = order.isLast ?? never;
  }

  /** Returns the newest unwritten version of a document; undefined if the stored version is current. */
  pending(key: string): VersionedDocument | undefined {
    return this.#inFlight.findLast(({ changes }) => changes.has(key))?.changes.get(key);
  }

  /**
   * Waits until fewer than `concurrency` batches are being written, and until none of the known documents is being
   * written; then begins to write.
   * @param known the documents as they were before the changes; must hold every changed document that is `pending`
   * @param onStored called once this batch and all earlier batches are stored
   * @throws the error of an earlier write
   */
  async begin(known: Changes, changes: Changes, onStored: () => void): Promise<void> {
    for (let before; (before = this.#blockingWrite(known));) await before;
    const stored = this.#write(known, changes).then(() => {
      this.#inFlight.shift();
      onStored();
    });
    this.#inFlight.push({ changes, stored });
    this.#last = stored;
    // The next call awaits the error; this handler prevents an unhandled rejection meanwhile.
    stored.catch(() => undefined);
  }

  /** Waits until everything is stored. @throws the error of a write */
  settled(): Promise<void> {
    return this.#last;
  }

  async #write(known: Changes, changes: Changes): Promise<void> {
    const last = new Map([...changes].filter(([key]) => this.#isLast(key)));
    const others = last.size === 0 ? changes : new Map([...changes].filter(([key]) => !last.has(key)));
    await Promise.all([this.#documents.write(known, others), this.#last]);
    if (last.size > 0) await this.#documents.write(known, last);
  }

  /** Returns the write that must end before changes of these documents may be written. */
  #blockingWrite(known: Changes): Promise<void> | undefined {
    const keys = [...known.keys()].filter((key) => !this.#isOrdered(key));
    const sharing = this.#inFlight.findLast((earlier) => keys.some((key) => earlier.changes.has(key)));
    return (
      sharing?.stored ?? (this.#inFlight.length < this.#concurrency ? undefined : this.#inFlight[0]?.stored)
    );
  }
}
