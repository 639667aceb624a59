import { MongoBinary, MongoMemoryReplSet } from 'mongodb-memory-server-core';
import pTimeout from 'p-timeout';

const downloadLimitMs = 120_000;

/** A mongod of its own, as a replica set of one. */
export interface MemoryMongod {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the mongod that MONGOMS_SYSTEM_BINARY names, or one that is downloaded.
 * @returns null, with a line on the console, where none can be had within two minutes
 */
export async function startMemoryMongod(): Promise<MemoryMongod | null> {
  try {
    const systemBinary = await pTimeout(MongoBinary.getPath(), { milliseconds: downloadLimitMs });
    const set = await MongoMemoryReplSet.create({
      binary: { systemBinary },
      replSet: { count: 1, storageEngine: 'wiredTiger' },
    });
    return {
      url: set.getUri(),
      async close() {
        await set.stop();
      },
    };
  } catch (error) {
    const [reason = ''] = String(error).split('\n');
    console.log(
      `MONGODB_URL is not set and no mongod can be had, so the embedded server is used (${reason})`,
    );
    return null;
  }
}
