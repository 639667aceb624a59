import type { Collection } from 'mongodb';
import { newId } from '../../log/ids.ts';
import type { ReadStore } from '../read-store.ts';
import { endSession } from './end-session.ts';
import { type SessionDocument, sessionsOf } from './lease-documents.ts';
import { ReachedPositions } from './reached-positions.ts';

/** A session as of its last renewal. */
export interface Renewed {
  readonly id: string;
  /** When the session ends without another renewal, by this machine's clock (`performance.now`). */
  readonly until: number;
}

export interface SessionOptions {
  /** How long the session lasts without renewal, in milliseconds. */
  readonly leaseMs: number;
  /**
   * The process that embeds the read store: this process, so that no earlier process of the store can be alive, or the
   * process that started this one; null if the store runs by itself.
   */
  readonly embedder?: 'own' | 'parent' | null;
}

/** A session is renewed after this share of its length, early enough to survive a failed renewal. */
export const renewalShare = 0.4;

/** After so many times its length without a renewal, a session is removed although no process wants its leases. */
const removalFactor = 20;

const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();

/**
 * The session of a process: one document, which the process renews for all of its leases. A session that is not renewed
 * in time may be ended by any process that wants one of its leases; the process then begins another session.
 */
export class Session {
  readonly leaseMs: number;
  /** The positions of the readers of this process, which each renewal stores. */
  readonly positions: ReachedPositions;
  readonly #store: ReadStore;
  readonly #collection: Collection<SessionDocument>;
  readonly #embedder: 'own' | 'parent' | null;
  readonly #reports = new Map<string, () => unknown>();
  readonly #afterRenewal: ((isAnother: boolean) => Promise<void>)[] = [];
  #current: Renewed | null = null;
  #renewing: Promise<Renewed> | null = null;
  #hasBegun = false;
  /** Whether no other process was alive when this one looked last. */
  #isAlone = false;

  constructor(store: ReadStore, { leaseMs, embedder = null }: SessionOptions) {
    this.leaseMs = leaseMs;
    this.#store = store;
    this.#collection = sessionsOf(store);
    this.#embedder = embedder;
    // No other process waits for the positions of a process that is alone: they go with its usual renewals.
    const lazyMs = (): number | null => (this.#isAlone ? renewalShare * 1.25 * leaseMs : null);
    this.positions = new ReachedPositions(() => this.#savePositions(), lazyMs);
  }

  /** The id of the present session; null before the first. */
  get id(): string | null {
    return this.#current?.id ?? null;
  }

  /** Adds a report, which each renewal stores. */
  addReport(name: string, report: () => unknown): void {
    this.#reports.set(name, report);
  }

  /**
   * Calls a function after each renewal, with whether another session has begun because the former one was gone. The
   * function must not depend on a single call: its failures are ignored.
   */
  onRenewal(callback: (isAnother: boolean) => Promise<void>): void {
    this.#afterRenewal.push(callback);
  }

  /** Returns the session, renewed unless so much of its time is left: by default, enough for a lease that begins. */
  async current(minMs = 0.7 * this.leaseMs): Promise<Renewed> {
    const known = this.#current;
    return known && known.until > performance.now() + minMs ? known : this.renew();
  }

  /** Renews the session, or begins another if it was ended. Calls at the same time share one renewal. */
  renew(): Promise<Renewed> {
    this.#renewing ??= this.#renewAndCall().finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  /** Renews the session until all positions that were reached before are stored. @throws an error of the store */
  async save(): Promise<void> {
    await this.#renewing;
    if (this.positions.isPending) await this.renew();
  }

  /** Removes the position of an earlier lease, which would hide that of the checkpoint. @throws an error of the store */
  async forgetPosition(id: string): Promise<void> {
    this.positions.forget(id);
    if (this.positions.isStored(id)) await this.save();
  }

  /** Returns the live sessions, this one included. */
  async live(): Promise<readonly SessionDocument[]> {
    const alive = await liveSessions(this.#store);
    this.#isAlone = alive.every(({ _id }) => _id === this.#current?.id);
    return alive;
  }

  /** Ends the session: its leases are free. */
  async end(): Promise<void> {
    this.positions.close();
    await this.#renewing?.catch(() => undefined);
    if (this.#current) await endSession(this.#store, this.#current.id);
    this.#current = null;
  }

  #savePositions(): void {
    // A failed write is repeated with the next renewal; a session that cannot be renewed loses its leases.
    void this.renew().catch(() => this.positions.retryIn(renewalShare * this.leaseMs));
  }

  async #renewAndCall(): Promise<Renewed> {
    const before = this.#current?.id;
    const renewed = await this.#renewNow();
    const isAnother = before !== undefined && renewed.id !== before;
    for (const callback of this.#afterRenewal) void callback(isAnother).catch(() => undefined);
    return renewed;
  }

  async #renewNow(): Promise<Renewed> {
    // Measured from the request, because the reply may be late.
    const until = performance.now() + this.leaseMs;
    const change = { until: fromNow(this.leaseMs), reports: this.#reported() };
    if (this.#current) {
      const { positions, stored } = this.positions.take();
      const known = { _id: this.#current.id, ended: { $exists: false } };
      const { matchedCount } = await this.#collection.updateOne(known, { $set: { ...change, positions } });
      if (matchedCount > 0) {
        stored();
        return (this.#current = { ...this.#current, until });
      }
      this.positions.clear();
    }
    await this.#removeDead();
    this.#hasBegun = true;
    const id = newId();
    const embeds = this.#embedder && { embeds: true as const };
    await this.#collection.insertOne({ _id: id, ...change, positions: [], ...embeds });
    return (this.#current = { id, until });
  }

  /** Removes sessions that ended long ago, and those of earlier processes that embedded the store. */
  async #removeDead(): Promise<void> {
    const longOver = { until: { $lte: fromNow(-removalFactor * this.leaseMs) } };
    const isFirstOfStore = this.#embedder === 'own' && !this.#hasBegun;
    const dead = isFirstOfStore ? { $or: [longOver, { embeds: true as const }] } : longOver;
    const found = await this.#collection.find(dead, { projection: { _id: 1 } }).toArray();
    for (const { _id } of found) await endSession(this.#store, _id);
  }

  #reported(): Readonly<Record<string, unknown>> {
    return Object.fromEntries([...this.#reports].map(([name, report]) => [name, report()]));
  }
}

/** Returns the sessions that are alive by this machine's clock. */
export const liveSessions = (
  store: ReadStore,
  ids?: readonly string[],
): Promise<readonly SessionDocument[]> =>
  sessionsOf(store)
    .find({ until: { $gt: fromNow(0) }, ended: { $exists: false }, ...(ids && { _id: { $in: [...ids] } }) })
    .sort({ _id: 1 })
    .toArray();
