import { pause } from '../../async/pause.ts';
import type { EventIdentity } from '../../log/event-log.ts';
import { newId } from '../../log/ids.ts';
import type { ReadStore } from '../read-store.ts';
import {
  type CheckpointDocument,
  type CheckpointWrite,
  openCheckpointWrites,
  type OwnedCheckpoint,
} from './checkpoint-writes.ts';

/** The exclusive right to work on something, until it is released or not renewed in time. */
export interface Lease {
  readonly id: string;
  /** The checkpoint's position when the lease was acquired; null for the start of the log. */
  readonly position: bigint | null;
  /** The last known event of the service up to the position; null if none is known. */
  readonly event: EventIdentity | null;
  /** Whether the checkpoint has never been owned before: nothing was written under it. */
  readonly isFirst: boolean;
  /** When the lease ends without renewal, by this machine's clock (`performance.now`). */
  readonly until: number;
  /** Renews the lease. @throws Fenced if another process holds it */
  renew(): Promise<void>;
  /**
   * Moves the checkpoint, if it is at `from` and this lease is still held.
   * @param event the last known event of the service up to `to`; null to keep the stored one
   * @throws Fenced otherwise
   */
  move(from: bigint | null, to: bigint, event?: EventIdentity | null): Promise<void>;
  /** Moves the checkpoint back to the start of the log. @throws Fenced if another process holds the lease */
  reset(): Promise<void>;
  /** Releases the lease, so that another process can acquire it at once. */
  release(): Promise<void>;
}

export interface Leases {
  /** How long a lease lasts without renewal, in milliseconds. */
  readonly leaseMs: number;
  /** Acquires the lease of `id`; null while another process holds it. */
  acquire(id: string): Promise<Lease | null>;
}

/** Another process has taken over: this process's state is outdated. */
export class Fenced extends Error {
  constructor(id: string) {
    super(`another process has taken over ${id}`);
    this.name = 'Fenced';
  }
}

const collectionOf = (store: ReadStore) => store.named<CheckpointDocument>('_checkpoints');

/** How far a reader of the log has come, and the last known event of the service up to there. */
export type Checkpoint = Pick<Lease, 'position' | 'event'>;

/** Returns the existing checkpoints. */
export async function readCheckpoints(
  store: ReadStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Checkpoint>> {
  const found = await collectionOf(store)
    .find({ _id: { $in: [...ids] } })
    .toArray();
  return new Map(found.map(({ _id, position, event }) => [_id, { position, event: event ?? null }]));
}

/** Returns the positions of existing checkpoints; null for a checkpoint that has not moved yet. */
export async function readPositions(
  store: ReadStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, bigint | null>> {
  const found = await readCheckpoints(store, ids);
  return new Map([...found].map(([id, { position }]) => [id, position]));
}

/** Returns the ids of those checkpoints whose lease is held, by this machine's clock. */
export async function readHeld(store: ReadStore, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const held = { _id: { $in: [...ids] }, lease_until: { $gt: new Date().toISOString() } };
  const found = await collectionOf(store).find(held).project<{ _id: string }>({ _id: 1 }).toArray();
  return new Set(found.map(({ _id }) => _id));
}

/**
 * Whether work under a lease has ended: the lease was released, or is not renewed for its whole duration. The
 * checkpoint is polled, so that clocks of other machines do not matter. A lease that was never acquired
 * counts as not renewed.
 * @param leaseMs how long a lease lasts
 */
export async function isAbandoned(store: ReadStore, id: string, leaseMs: number): Promise<boolean> {
  const before = await collectionOf(store).findOne({ _id: id });
  if (before && before.epoch > 0 && before.owner === null) return true;
  const until = performance.now() + leaseMs;
  const never = new AbortController().signal;
  while (performance.now() < until) {
    await pause(leaseMs / 10, never);
    const now = await collectionOf(store).findOne({ _id: id });
    if (now?.epoch !== before?.epoch || now?.lease_until !== before?.lease_until) return false;
  }
  return true;
}

/** How long a lease lasts without renewal by default, in milliseconds. */
export const defaultLeaseMs = 5_000;

/** Opens the checkpoints of a read store, one for each reader of the log. */
export function openLeases(store: ReadStore, { leaseMs = defaultLeaseMs } = {}): Leases {
  const collection = collectionOf(store);
  const write = openCheckpointWrites(collection);
  const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

  async function acquire(id: string): Promise<Lease | null> {
    await collection.updateOne(
      { _id: id },
      { $setOnInsert: { position: null, epoch: 0, owner: null, lease_until: fromNow(0) } },
      { upsert: true },
    );
    const owner = newId();
    // Measured from the request, because the reply may be late.
    const until = performance.now() + leaseMs;
    const acquired = await collection.findOneAndUpdate(
      { _id: id, lease_until: { $lte: fromNow(0) } },
      { $set: { owner, lease_until: fromNow(leaseMs) }, $inc: { epoch: 1 } },
      { returnDocument: 'after' },
    );
    return acquired && leaseOf({ _id: id, epoch: acquired.epoch, owner }, acquired, until);
  }

  async function unlessFenced(change: CheckpointWrite): Promise<void> {
    if (!(await write(change))) throw new Fenced(change.known._id);
  }

  function leaseOf(
    owned: OwnedCheckpoint,
    { position, event }: Pick<CheckpointDocument, 'position' | 'event'>,
    until: number,
  ): Lease {
    return {
      id: owned._id,
      position,
      event: event ?? null,
      isFirst: owned.epoch === 1,
      until,
      renew: () => unlessFenced({ known: owned, set: { lease_until: fromNow(leaseMs) } }),
      move: (from, to, nextEvent) =>
        unlessFenced({
          known: { ...owned, position: from },
          set: { position: to, ...(nextEvent && { event: nextEvent }) },
        }),
      async reset() {
        const { matchedCount } = await collection.updateOne(owned, { $set: { position: null, event: null } });
        if (matchedCount === 0) throw new Fenced(owned._id);
      },
      async release() {
        await collection.updateOne(owned, { $set: { owner: null, lease_until: fromNow(0) } });
      },
    };
  }

  return { leaseMs, acquire };
}
