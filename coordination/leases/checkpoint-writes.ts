import type { Collection } from 'mongodb';
import type { CheckpointDocument, OwnedCheckpoint } from './checkpoints.ts';

/** A change of a checkpoint by its owner. */
export interface CheckpointWrite {
  /** The state that the checkpoint must still have. */
  readonly known: OwnedCheckpoint & Pick<CheckpointDocument, 'position'>;
  readonly set: Pick<CheckpointDocument, 'position' | 'event'>;
}

interface Call {
  readonly write: CheckpointWrite;
  readonly resolve: (isDone: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** A dozen readers advance at about the same time, and then share one write. */
const gatherMs = 10;

/**
 * Returns a function that changes checkpoints: changes within some milliseconds share one command.
 * @returns a function that returns whether the checkpoint was in the known state, and throws errors of the
 * store
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
    return matchedCount === writes.length ? () => true : readDone(writes);
  }

  /** The command reports only how many changes failed; the checkpoints show which. */
  async function readDone(writes: readonly CheckpointWrite[]): Promise<(write: CheckpointWrite) => boolean> {
    const found = await collection.find({ _id: { $in: writes.map(({ known }) => known._id) } }).toArray();
    const now = new Map(found.map((checkpoint) => [checkpoint._id, checkpoint]));
    return ({ known, set }) => {
      const { owner, position } = now.get(known._id) ?? {};
      return owner === known.owner && set.position === position;
    };
  }

  return (write) =>
    new Promise((resolve, reject) => {
      if (gathered.length === 0) setTimeout(() => void flush(), gatherMs);
      gathered.push({ write, resolve, reject });
    });
}
