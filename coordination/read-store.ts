import { type Collection, type DbOptions, MongoClient, type MongoClientOptions, ReadConcern } from 'mongodb';
import type { StallWatch } from '../async/stall-watch.ts';
import { watchHeartbeats } from './heartbeat-watchdog.ts';
import { parseMongoUrl } from './mongodb-url.ts';
import { watchPool } from './pool-watch.ts';
import { clockOf, type StoreMember, storeMembers } from './store-members.ts';

/** The database of the read models. */
export interface ReadStore {
  /**
   * Returns a collection of documents that can be rebuilt from the log: its reads do not wait for a majority.
   */
  collection<T extends { _id: string }>(name: string): Collection<T>;
  /**
   * Returns a collection of leases, claims and the like: its reads return only documents that a majority has
   * acknowledged.
   */
  named<T extends { _id: string }>(name: string): Collection<T>;
  /** Returns the names of all collections. */
  names(): Promise<readonly string[]>;
  /** Drops a collection, if it exists. */
  drop(name: string): Promise<void>;
  /**
   * Returns the members that hold the data: all of a replica set, otherwise the only server. @throws if they
   * are unknown
   */
  members(): Promise<readonly StoreMember[]>;
  /** Returns the store's time. No acknowledged write is later. */
  clock(): Promise<Date>;
  /** Resolves if the database responds. @throws after some seconds without a response */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ReadStoreOptions {
  /** In the form of MONGODB_URL, including the database. */
  readonly url: string;
  /** Overrides the database in the URL. */
  readonly database?: string;
  /** Watches for commands that do not end. */
  readonly watch?: StallWatch['watch'];
}

/** How long a write waits for a majority, in milliseconds: a write on a single member may be rolled back. */
const majorityMs = 10_000;

/**
 * Documents and checkpoints are written by separate commands, perhaps to different primaries: documents on
 * one primary alone could be rolled back under a checkpoint that stays. The log holds what a read model shows
 * whether or not it is rolled back, so reads of it need not wait; leases, claims and aliases are valid only
 * once a majority has them.
 */
const concerns: DbOptions = {
  writeConcern: { w: 'majority', wtimeoutMS: majorityMs },
  readConcern: new ReadConcern('local'),
  readPreference: 'primary',
};

const driverOptions: MongoClientOptions = {
  appName: 'formlog',
  // Log positions are 64-bit: a double would lose their last digits.
  useBigInt64: true,
  ignoreUndefined: true,
  // A member that refuses a write reports the version of its set as a bigint, which a streaming check does
  // not accept: the driver (7.8) throws an uncaught exception, and the process ends.
  serverMonitoringMode: 'poll',
  heartbeatFrequencyMS: 5_000,
  serverSelectionTimeoutMS: 5_000,
  // A member that accepts connections and never responds counts as lost after 15 s, not 40.
  connectTimeoutMS: 10_000,
  // A hanging server counts as lost after this time.
  socketTimeoutMS: 60_000,
  // By default a command waits for a free connection without a limit.
  waitQueueTimeoutMS: 20_000,
};

/**
 * Connects to MongoDB, or to the embedded server with the same protocol. Every write waits for a majority of
 * the replica set, and so do reads of `named` collections, see docs/adr/0017. Only the embedded server's URL
 * has weaker concerns, since it has one member; settings refuse them for any other server.
 * @throws if the server does not respond within some seconds, or an error that describes what is wrong with
 * the address
 */
export async function openReadStore({ url, database, watch }: ReadStoreOptions): Promise<ReadStore> {
  const parsed = parseMongoUrl(url);
  if (!parsed.ok) throw new Error(`the address of MongoDB ${parsed.error}`);
  const isPinned = parsed.value.weaker === null;
  const client = new MongoClient(url, driverOptions);
  const endHeartbeats = watchHeartbeats(client);
  const endPool = watch && watchPool(client, watch);
  const unwatch = (): void => {
    endHeartbeats();
    endPool?.();
  };
  try {
    await client.connect();
  } catch (error) {
    unwatch();
    await client.close();
    throw error;
  }
  const db = client.db(database ?? parsed.value.database, isPinned ? concerns : {});
  return {
    collection: (name) => db.collection(name),
    named: (name) => db.collection(name, isPinned ? { readConcern: { level: 'majority' } } : {}),
    async names() {
      const found = await db.listCollections({}, { nameOnly: true }).toArray();
      return found.map(({ name }) => name);
    },
    async drop(name) {
      await db.collection(name).drop();
    },
    members: () => storeMembers(client, url, db.databaseName),
    clock: () => clockOf(client),
    async ping() {
      await db.command({ ping: 1 });
    },
    close() {
      unwatch();
      return client.close();
    },
  };
}
