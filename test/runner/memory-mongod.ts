import { MongoMemoryReplSet } from 'mongodb-memory-server-core';
import pTimeout from 'p-timeout';

const limitMs = 120_000;

/** A mongod of a version of its own, as a replica set of one. */
export interface MemoryMongod {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the mongod that MONGOMS_SYSTEM_BINARY names, or one that is downloaded.
 * @returns null, with a line on the console, where none can be had within two minutes
 */
export async function startMemoryMongod(): Promise<MemoryMongod | null> {
  const starting = MongoMemoryReplSet.create({ replSet: { count: 1, storageEngine: 'wiredTiger' } });
  try {
    const set = await pTimeout(starting, { milliseconds: limitMs });
    return { url: set.getUri(), close: async () => void (await set.stop()) };
  } catch (error) {
    // The download may come to its end after the limit.
    void starting.then((set) => set.stop()).catch(() => undefined);
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    console.log(`No mongod, so the embedded MongoDB is used: ${reason}`);
    return null;
  }
}
