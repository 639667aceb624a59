import { MongoServerError } from 'mongodb';
import type { ReadStore } from '../read-store.ts';
import { isHeldByEarlierRelease } from './checkpoints.ts';
import { endIfDead } from './end-session.ts';
import { HeldLease } from './held-lease.ts';
import type { Lease } from './lease.ts';
import { type CheckpointDocument, checkpointsOf } from './lease-documents.ts';
import { Session } from './session.ts';

export interface Leases {
  /** How long a lease lasts without renewal, in milliseconds. */
  readonly leaseMs: number;
  /** Acquires the lease of `id`; null while another process holds it. */
  acquire(id: string): Promise<Lease | null>;
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

/** Differences between the held leases and the owners in the checkpoints are noticed within this time, in milliseconds. */
const verifyEveryMs = 60_000;

class MongoLeases implements Leases {
  readonly leaseMs: number;
  readonly #store: ReadStore;
  readonly #session: Session;
  /** The sessions for which leases are being acquired, by lease. */
  readonly #acquiring = new Map<string, string>();
  readonly #held = new Map<string, HeldLease>();
  /** Leases whose release failed. */
  readonly #unreleased = new Map<string, HeldLease>();
  #verifyAt = performance.now() + verifyEveryMs;

  constructor(store: ReadStore, session: Session) {
    this.leaseMs = session.leaseMs;
    this.#store = store;
    this.#session = session;
    session.onRenewal(async (isAnother) => {
      if (isAnother) this.#loseFormer();
      await this.#releaseAgain();
      await this.#verify();
    });
  }

  async acquire(id: string): Promise<Lease | null> {
    const { id: owner, until } = await this.#session.current();
    if (this.#acquiring.get(id) === owner || this.#held.get(id)?.isOf(owner)) return null;
    this.#acquiring.set(id, owner);
    try {
      if (!this.#unreleased.has(id)) await this.#session.forgetPosition(id);
      const acquired = (await this.#takeFree(id, owner)) ?? (await this.#takeOver(id, owner));
      return acquired && this.#hold(acquired, owner, until);
    } catch (error) {
      // The lease may be taken although the reply is lost.
      this.#verifyAt = performance.now();
      throw error;
    } finally {
      if (this.#acquiring.get(id) === owner) this.#acquiring.delete(id);
    }
  }

  #hold(acquired: CheckpointDocument, owner: string, until: number): Lease {
    const { _id: id } = acquired;
    const store = this.#store;
    const session = this.#session;
    const lease: HeldLease = new HeldLease({ ...acquired, owner }, until, {
      store,
      session,
      releasing: () => void this.#unreleased.set(id, lease),
      released: () => {
        if (this.#unreleased.get(id) === lease) this.#unreleased.delete(id);
      },
      ended: () => {
        if (this.#held.get(id) === lease) this.#held.delete(id);
      },
    });
    this.#held.set(id, lease);
    return lease;
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

  /** While this process lives, no other process can take a lease that it did not release. */
  async #releaseAgain(): Promise<void> {
    for (const lease of [...this.#unreleased.values()]) if (!this.#held.has(lease.id)) await lease.release();
  }

  /** Another session has begun: the leases of the former one are lost. */
  #loseFormer(): void {
    for (const lease of this.#held.values()) if (!lease.isOf(this.#session.id)) lease.lose();
  }

  /** Finds leases whose checkpoints were removed, and releases those that were acquired although the reply was lost. */
  async #verify(): Promise<void> {
    if (performance.now() < this.#verifyAt) return;
    this.#verifyAt = performance.now() + verifyEveryMs;
    try {
      const held = [...this.#held.values()];
      const owned = await checkpointsOf(this.#store).find({ owner: this.#session.id }).toArray();
      const ids = new Set(owned.map(({ _id }) => _id));
      for (const lease of held) if (!ids.has(lease.id)) lease.lose();
      for (const checkpoint of owned) if (this.#isUnknown(checkpoint._id)) await this.#free(checkpoint);
    } catch (error) {
      // With the next renewal.
      this.#verifyAt = performance.now();
      throw error;
    }
  }

  #isUnknown(id: string): boolean {
    return !this.#held.has(id) && !this.#unreleased.has(id) && !this.#acquiring.has(id);
  }

  /** Frees a lease that this process owns without holding it: its session would keep every other process from it. */
  async #free({ _id, epoch, owner }: CheckpointDocument): Promise<void> {
    await checkpointsOf(this.#store).updateOne({ _id, epoch, owner }, { $set: { owner: null } });
  }
}

const taking = (owner: string) =>
  ({ $set: { owner }, $inc: { epoch: 1 }, $unset: { lease_until: '' } }) as const;
