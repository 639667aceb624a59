import type { Collection } from 'mongodb';

/** How far a reader of the log has come, and who may move it. */
export interface CheckpointDocument {
  readonly _id: string;
  readonly position: bigint | null;
  /** Raised with each new owner: what an earlier one still tries is refused by it. */
  readonly epoch: number;
  readonly owner: string | null;
  /** ISO. Clocks of machines may differ: that delays a take-over or hastens it, and damages nothing. */
  readonly lease_until: string;
}

/** A checkpoint in somebody's hands. One that is removed and made again counts its epochs anew: the owner tells. */
export type Owned = Pick<CheckpointDocument, '_id' | 'epoch' | 'owner'>;

/** A change of a checkpoint by whoever owns it. */
export interface CheckpointWrite {
  /** What it must still be. */
  readonly known: Owned & Partial<Pick<CheckpointDocument, 'position'>>;
  readonly set: Partial<Pick<CheckpointDocument, 'position' | 'lease_until'>>;
}

interface Call {
  readonly write: CheckpointWrite;
  readonly resolve: (isDone: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** A dozen readers come as far at about the same time, and renew their leases together: that is one write then. */
const gatherMs = 10;

/**
 * Changes checkpoints, those that are asked for within some milliseconds by one command.
 * @returns a function that answers whether the checkpoint was as it was known, and throws what the store throws
 */
export function openCheckpointWrites(
  collection: Pick<Collection<CheckpointDocument>, 'bulkWrite' | 'find'>,
): (write: CheckpointWrite) => Promise<boolean> {
  let gathered: Call[] = [];

  async function flush(): Promise<void> {
    const calls = gathered;
    gathered = [];
    try {
      const isDone = await writeAll(calls.map(({ write }) => write));
      for (const { write, resolve } of calls) resolve(isDone(write));
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  async function writeAll(writes: readonly CheckpointWrite[]): Promise<(write: CheckpointWrite) => boolean> {
    const operations = writes.map(({ known, set }) => ({
      updateOne: { filter: { ...known }, update: { $set: set } },
    }));
    const { matchedCount } = await collection.bulkWrite(operations, { ordered: false });
    return matchedCount === writes.length ? () => true : whichAreDone(writes);
  }

  /** How many were not is all that is told; which ones, the checkpoints say. */
  async function whichAreDone(
    writes: readonly CheckpointWrite[],
  ): Promise<(write: CheckpointWrite) => boolean> {
    const found = await collection.find({ _id: { $in: writes.map(({ known }) => known._id) } }).toArray();
    const now = new Map(found.map((checkpoint) => [checkpoint._id, checkpoint]));
    return ({ known, set }) => {
      const { owner, position } = now.get(known._id) ?? {};
      return owner === known.owner && (set.position === undefined || set.position === position);
    };
  }

  return (write) =>
    new Promise((resolve, reject) => {
      if (gathered.length === 0) setTimeout(() => void flush(), gatherMs);
      gathered.push({ write, resolve, reject });
    });
}
