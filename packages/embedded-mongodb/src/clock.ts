import { refuse } from './error.ts';
import { bsonType, type Doc, doc, Opaque } from './wire/value.ts';

/** The logical time of a replica set: seconds since the epoch in the upper 32 bits, a counter in the lower. */
export interface Clock {
  /** Moves on, for a write. */
  tick(): void;
  /** Lets a reader see no earlier time than this. @throws MongoError for one that is far ahead */
  waitFor(time: bigint): void;
  /** What every reply carries for causally consistent sessions. */
  stamps(): Doc;
}

const secondsNow = (): bigint => BigInt(Math.floor(Date.now() / 1_000));
const aYear = 365n * 24n * 3_600n;

/** There is no key that would sign the time. */
const signature = doc({ hash: new Opaque(bsonType.binary, Buffer.alloc(25).fill(20, 0, 1)), keyId: 0n });

export function openClock(): Clock {
  let now = (secondsNow() << 32n) | 1n;
  const stamp = (): Opaque => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(now);
    return new Opaque(bsonType.timestamp, bytes);
  };
  return {
    tick: () => {
      const second = (secondsNow() << 32n) | 1n;
      now = second > now ? second : now + 1n;
    },
    // All that was written is there already: only a time from before a restart, or of another clock, is ahead.
    waitFor: (time) => {
      if (time >> 32n > secondsNow() + aYear)
        refuse(
          'InvalidOptions',
          'readConcern afterClusterTime value is too far ahead of the clock of this server',
        );
      if (time > now) now = time;
    },
    stamps: () => {
      const operationTime = stamp();
      return doc({ operationTime, $clusterTime: doc({ clusterTime: operationTime, signature }) });
    },
  };
}
