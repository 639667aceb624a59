import { MongoClient, ReadConcern, type Collection, type DbOptions, type MongoClientOptions } from 'mongodb';
import { watchHeartbeats } from './heartbeat-watchdog.ts';
import { parseMongoUrl } from './mongodb-url.ts';
import { clockOf, storeMembers, type StoreMember } from './store-members.ts';

/** The database of the read models. */
export interface ReadStore {
  /** A collection of documents that can be rebuilt from the log: reads do not wait for a majority. */
  collection<T extends { _id: string }>(name: string): Collection<T>;
  /** A collection of leases, claims and the like: reads see only documents that a majority has. */
  named<T extends { _id: string }>(name: string): Collection<T>;
  /** The names of all collections. */
  names(): Promise<readonly string[]>;
  /** Removes a collection, if there is one. */
  drop(name: string): Promise<void>;
  /** The members that hold the data: of a replica set all of them, else the one server. @throws when they are unknown */
  members(): Promise<readonly StoreMember[]>;
  /** No write that was answered is later than this, by the clock of the store. */
  clock(): Promise<Date>;
  /** Answers when the database does. @throws when it does not, within some seconds */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ReadStoreOptions {
  /** As MONGODB_URL has it; its database is the one that is used. */
  readonly url: string;
  /** Another database than that of the URL. */
  readonly database?: string;
}

/** How long a write waits for a majority, in milliseconds: what was written alone may still be rolled back. */
const majorityMs = 10_000;

/**
 * Documents and checkpoint are written by different commands, perhaps to different primaries: were the documents taken by
 * one primary alone, they could be rolled back under a checkpoint that stays. What a read model says is in the log whether
 * or not it is rolled back, so reading it need not wait; leases, claims and aliases are true only once a majority has them.
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
  // A member that refuses a write tells the version of its set as a bigint then, which a check that streams does not take:
  // the driver (7.8) throws where nothing catches it, and the process ends.
  serverMonitoringMode: 'poll',
  heartbeatFrequencyMS: 5_000,
  serverSelectionTimeoutMS: 5_000,
  // A member that accepts connections and never answers counts as lost after 15 s, not 40.
  connectTimeoutMS: 10_000,
  // A server that hangs counts as lost in the end.
  socketTimeoutMS: 60_000,
};

/**
 * Connects to MongoDB, or to the embedded server that speaks its protocol. Every write waits for a majority of the
 * replica set, and so does what is read of `named` collections, see docs/adr/0017. The embedded server's address alone
 * asks for less, since it has one member; settings refuse that of any other.
 * @throws when it does not answer within some seconds, or saying what is wrong with the address
 */
export async function openReadStore({ url, database }: ReadStoreOptions): Promise<ReadStore> {
  const parsed = parseMongoUrl(url);
  if (!parsed.ok) throw new Error(`the address of MongoDB ${parsed.error}`);
  const isPinned = parsed.value.weaker === null;
  const client = new MongoClient(url, driverOptions);
  const unwatch = watchHeartbeats(client);
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
