import type { Collection } from 'mongodb';
import { newId } from '../../log/ids.ts';
import type { ReadStore } from '../read-store.ts';

/** A process that is alive, for the other processes: its leases are held while it is. */
export interface SessionDocument {
  readonly _id: string;
  /** ISO 8601; after this time the process counts as dead. */
  readonly until: string;
  /** Whether the read store is embedded in the process: the store then serves only while this process lives. */
  readonly embeds?: true;
  /** What the process reports of itself, by the names of the reports. */
  readonly reports: Readonly<Record<string, unknown>>;
}

/** A session as of its last renewal. */
export interface Renewed {
  readonly id: string;
  /** When the session ends without another renewal, by this machine's clock (`performance.now`). */
  readonly until: number;
}

export interface SessionOptions {
  /** How long the session lasts without renewal, in milliseconds. */
  readonly leaseMs: number;
  /** Whether this process embeds the read store, so that no earlier process that embedded it can be alive. */
  readonly embedsStore?: boolean;
}

export const sessionsOf = (store: ReadStore): Collection<SessionDocument> =>
  store.named<SessionDocument>('_sessions');

/** After so many times its length without a renewal, a session is removed although no process wants its leases. */
const removalFactor = 20;

const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();

/**
 * The session of a process: one document, which the process renews for all of its leases. A session that is not renewed
 * in time may be ended by any process that wants one of its leases; the process then begins another session.
 */
export class Session {
  readonly leaseMs: number;
  readonly #collection: Collection<SessionDocument>;
  readonly #embedsStore: boolean;
  readonly #reports = new Map<string, () => unknown>();
  readonly #afterRenewal: ((isAnother: boolean) => Promise<void>)[] = [];
  #current: Renewed | null = null;
  #renewing: Promise<Renewed> | null = null;

  constructor(store: ReadStore, { leaseMs, embedsStore = false }: SessionOptions) {
    this.leaseMs = leaseMs;
    this.#collection = sessionsOf(store);
    this.#embedsStore = embedsStore;
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

  async #renewAndCall(): Promise<Renewed> {
    const before = this.#current?.id;
    const renewed = await this.#renewNow();
    const isAnother = before !== undefined && renewed.id !== before;
    for (const callback of this.#afterRenewal) void callback(isAnother).catch(() => undefined);
    return renewed;
  }

  /** Ends the session: its leases are free. */
  async end(): Promise<void> {
    await this.#renewing?.catch(() => undefined);
    if (this.#current) await this.#collection.deleteOne({ _id: this.#current.id });
    this.#current = null;
  }

  async #renewNow(): Promise<Renewed> {
    // Measured from the request, because the reply may be late.
    const until = performance.now() + this.leaseMs;
    const change = { until: fromNow(this.leaseMs), reports: this.#reported() };
    if (this.#current) {
      const { matchedCount } = await this.#collection.updateOne({ _id: this.#current.id }, { $set: change });
      if (matchedCount > 0) return (this.#current = { ...this.#current, until });
    }
    await this.#removeDead();
    const id = newId();
    await this.#collection.insertOne({ _id: id, ...change, ...(this.#embedsStore && { embeds: true }) });
    return (this.#current = { id, until });
  }

  /** Removes sessions that ended long ago, and those of earlier processes that embedded the store. */
  async #removeDead(): Promise<void> {
    await this.#collection.deleteMany({ until: { $lte: fromNow(-removalFactor * this.leaseMs) } });
    if (this.#embedsStore) await this.#collection.deleteMany({ embeds: true });
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
    .find({ until: { $gt: fromNow(0) }, ...(ids && { _id: { $in: [...ids] } }) })
    .sort({ _id: 1 })
    .toArray();

/**
 * Ends a session whose time is over, so that its process cannot renew it any more.
 * @returns whether the session has ended; false if its process is alive
 */
export async function endIfDead(store: ReadStore, id: string): Promise<boolean> {
  const collection = sessionsOf(store);
  const session = await collection.findOne({ _id: id });
  if (!session) return true;
  if (session.until > fromNow(0)) return false;
  const { deletedCount } = await collection.deleteOne({ _id: id, until: session.until });
  return deletedCount > 0;
}
