import { type Collection, MongoBulkWriteError } from 'mongodb';
import type { ReadStore } from '../../../coordination/read-store.ts';
import { collectionsOf, type Stored } from '../../collections.ts';
import type { Projection } from '../../projection.ts';
import { isState } from '../../runner/beginnings.ts';
import type { Pace } from '../pace.ts';

/** The documents to start with: those of another generation whose last change is not after `after`. */
export interface Seed {
  readonly from: Projection;
  readonly after: bigint;
}

type Seeded = Stored<Readonly<Record<string, unknown>>>;

const batchSize = 100;

/**
 * Copies the documents of a seed. Tombstones are copied too, unless the projection counts documents: whether
 * a deleted document was counted follows from its events alone.
 * @param onKey called with each key
 */
export async function seedFrom(
  store: ReadStore,
  { from, after }: Seed,
  into: Projection,
  signal: AbortSignal,
  pace: Pace,
  onKey: (key: string) => void,
): Promise<void> {
  const target = collectionsOf(store)(into);
  const source = collectionsOf(store)(from).find(
    { _position: { $lte: after }, ...(into.counter && { _deleted: { $exists: false } }) },
    { batchSize },
  );
  let batch: Seeded[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await insertNew(target, batch);
    batch = [];
  };
  for await (const document of source) {
    signal.throwIfAborted();
    await pace.giveWay(signal);
    // The build reads the log from its start, and needs the states as of each event.
    if (isState(into, document._id)) continue;
    onKey(document._id);
    batch.push(document);
    if (batch.length === batchSize) await flush();
  }
  await flush();
}

const duplicateKey = 11_000;

/** Inserts the documents that are missing: an earlier build may have changed the others since. */
async function insertNew(target: Collection<Seeded>, documents: readonly Seeded[]): Promise<void> {
  try {
    await target.insertMany([...documents], { ordered: false });
  } catch (error) {
    const failures = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (failures.length === 0 || failures.some(({ code }) => code !== duplicateKey)) throw error;
  }
}
