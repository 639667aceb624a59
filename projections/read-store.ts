import { MongoClient, MongoServerError, type Collection } from 'mongodb';
import { watchChecks } from './lost-checks.ts';
import { modelId, type Document, type Projection } from './projection.ts';

/** A document as it is stored. A deleted one leaves only this frame, with `_deleted`. */
export type Stored<D> = D & {
  readonly _id: string;
  /** The log position of the last event that went into it. */
  readonly _position: bigint;
  readonly _deleted?: true;
};

/** The database of the read models. */
export interface ReadStore {
  /** The documents of a read model. */
  collection<D extends Document>(projection: Projection<D>): Collection<Stored<D>>;
  /** A collection that is none of a read model's. */
  named<T extends { _id: string }>(name: string): Collection<T>;
  /** Removes a collection, if there is one. */
  drop(name: string): Promise<void>;
  /** Rids the files of the database of what was removed from a collection, if there is one. */
  compact(name: string): Promise<void>;
  /** Answers when the database does. @throws when it does not, within some seconds */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects to MongoDB, or to the embedded server that speaks its protocol.
 * @throws when it does not answer within some seconds
 */
export async function openReadStore({
  url,
  database = 'formlog',
}: {
  url: string;
  database?: string;
}): Promise<ReadStore> {
  const client = new MongoClient(url, {
    appName: 'formlog',
    // Log positions are 64-bit: a double would lose their last digits.
    useBigInt64: true,
    ignoreUndefined: true,
    serverSelectionTimeoutMS: 5_000,
    // A server that hangs counts as lost in the end.
    socketTimeoutMS: 60_000,
  });
  const unwatch = watchChecks(client);
  try {
    await client.connect();
  } catch (error) {
    unwatch();
    await client.close();
    throw error;
  }
  const db = client.db(database);
  return {
    collection: (projection) => db.collection(modelId(projection)),
    named: (name) => db.collection(name),
    async drop(name) {
      await db.collection(name).drop();
    },
    async compact(name) {
      try {
        await db.command({ compact: name, force: true });
      } catch (error) {
        if (!(error instanceof MongoServerError && error.codeName === 'NamespaceNotFound')) throw error;
      }
    },
    async ping() {
      await db.command({ ping: 1 });
    },
    close() {
      unwatch();
      return client.close();
    },
  };
}
