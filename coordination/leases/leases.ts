import { MongoServerError } from 'mongodb';
import type { EventIdentity } from '../../log/event-log.ts';
import type { ReadStore } from '../read-store.ts';
import { openCheckpointWrites } from './checkpoint-writes.ts';
import {
  type Checkpoint,
  type CheckpointDocument,
  checkpointsOf,
  isHeldByEarlierRelease,
  type OwnedCheckpoint,
} from './checkpoints.ts';
import { endIfDead, Session } from './session.ts';

/**
 * The exclusive right to work on something, until it is released or not renewed in time, with the checkpoint as it was
 * when the lease was acquired.
 */
export interface Lease extends Checkpoint {
  readonly id: string;
  /** Whether the checkpoint has never been owned before: nothing was written under it. */
  readonly isFirst: boolean;
  /** When the lease ends without renewal, by this machine's clock (`performance.now`). */
  readonly until: number;
  /**
   * Renews the lease, with all leases of the process.
   * @returns the new `until`
   * @throws Fenced if another process may hold the lease
   */
  renew(): Promise<number>;
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

/** How long a lease lasts without renewal by default, in milliseconds. */
export const defaultLeaseMs = 5_000;

const duplicateKey = 11_000;

export interface LeasesOptions {
  readonly leaseMs?: number | undefined;
  /** The session of this process; by default a session of these leases alone. */
  readonly session?: Session;
}

/** Opens the checkpoints of a read store, one for each reader of the log. */
export function openLeases(
  store: ReadStore,
  { leaseMs = defaultLeaseMs, session }: LeasesOptions = {},
): Leases {
  return new MongoLeases(store, session ?? new Session(store, { leaseMs }));
}

class MongoLeases implements Leases {
  readonly leaseMs: number;
  readonly #store: ReadStore;
  readonly #session: Session;
  readonly #write: ReturnType<typeof openCheckpointWrites>;
  /** The leases that this process holds or is about to acquire, each with its session. */
  readonly #held = new Map<string, string>();
  /** Leases whose release failed. */
  readonly #unreleased = new Map<string, OwnedCheckpoint>();

  constructor(store: ReadStore, session: Session) {
    this.leaseMs = session.leaseMs;
    this.#store = store;
    this.#session = session;
    this.#write = openCheckpointWrites(checkpointsOf(store));
    session.onRenewal(() => this.#releaseAgain());
  }

  async acquire(id: string): Promise<Lease | null> {
    const { id: owner, until } = await this.#session.current();
    if (this.#held.get(id) === owner) return null;
    this.#held.set(id, owner);
    let lease: Lease | null = null;
    try {
      const acquired = (await this.#takeFree(id, owner)) ?? (await this.#takeOver(id, owner));
      if (acquired) lease = this.#leaseOf({ _id: id, epoch: acquired.epoch, owner }, acquired, until);
      return lease;
    } finally {
      if (!lease) this.#forget(id, owner);
    }
  }

  #forget(id: string, owner: string | null): void {
    if (this.#held.get(id) === owner) this.#held.delete(id);
  }

  /** Takes a lease without an owner; null if it has one. */
  async #takeFree(id: string, owner: string): Promise<CheckpointDocument | null> {
    try {
      return await checkpointsOf(this.#store).findOneAndUpdate(
        { _id: id, owner: null },
        { ...taking(owner), $setOnInsert: { position: null } },
        { upsert: true, returnDocument: 'after' },
      );
    } catch (error) {
      if (error instanceof MongoServerError && error.code === duplicateKey) return null;
      throw error;
    }
  }

  /** Takes a lease whose owner is dead, or did not release it although it does not hold it; null while it is held. */
  async #takeOver(id: string, owner: string): Promise<CheckpointDocument | null> {
    const found = await checkpointsOf(this.#store).findOne({ _id: id });
    if (!found || found.owner === null || isHeldByEarlierRelease(found)) return null;
    if (found.owner !== owner && !(await endIfDead(this.#store, found.owner))) return null;
    const known = { _id: id, epoch: found.epoch, owner: found.owner };
    return checkpointsOf(this.#store).findOneAndUpdate(known, taking(owner), { returnDocument: 'after' });
  }

  #leaseOf(
    owned: OwnedCheckpoint,
    { position, event }: Pick<CheckpointDocument, 'position' | 'event'>,
    until: number,
  ): Lease {
    const collection = checkpointsOf(this.#store);
    let isReleased = false;
    return {
      id: owned._id,
      position,
      event: event ?? null,
      isFirst: owned.epoch === 1,
      until,
      renew: async () => {
        const renewed = await this.#session.renew();
        if (isReleased || renewed.id !== owned.owner) throw new Fenced(owned._id);
        return renewed.until;
      },
      move: async (from, to, nextEvent) => {
        const set = { position: to, ...(nextEvent && { event: nextEvent }) };
        if (!(await this.#write({ known: { ...owned, position: from }, set }))) throw new Fenced(owned._id);
      },
      async reset() {
        const { matchedCount } = await collection.updateOne(owned, { $set: { position: null, event: null } });
        if (matchedCount === 0) throw new Fenced(owned._id);
      },
      release: async () => {
        isReleased = true;
        await this.#release(owned).finally(() => this.#forget(owned._id, owned.owner));
      },
    };
  }

  async #release(owned: OwnedCheckpoint): Promise<void> {
    this.#unreleased.set(owned._id, owned);
    // Earlier releases take a lease whose time is over.
    const free = { owner: null, lease_until: new Date().toISOString() };
    await checkpointsOf(this.#store).updateOne(owned, { $set: free });
    this.#unreleased.delete(owned._id);
  }

  /** While this process lives, no other process can take a lease that it did not release. */
  async #releaseAgain(): Promise<void> {
    for (const owned of [...this.#unreleased.values()])
      if (!this.#held.has(owned._id)) await this.#release(owned);
  }
}

const taking = (owner: string) =>
  ({ $set: { owner }, $inc: { epoch: 1 }, $unset: { lease_until: '' } }) as const;
