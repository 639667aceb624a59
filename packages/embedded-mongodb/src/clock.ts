import { refuse } from './error.ts';
import { bsonType, type Doc, doc, Opaque } from './wire/value.ts';

const secondsNow = (): bigint => BigInt(Math.floor(Date.now() / 1_000));
const aYear = 365n * 24n * 3_600n;

/** No key signs the time. */
const signature = doc({ hash: new Opaque(bsonType.binary, Buffer.alloc(25).fill(20, 0, 1)), keyId: 0n });

/** The logical time of a replica set: seconds since the epoch in the upper 32 bits, a counter in the lower. */
export class Clock {
  #now = (secondsNow() << 32n) | 1n;

  /** Moves on, for a write. */
  tick(): void {
    const second = (secondsNow() << 32n) | 1n;
    this.#now = second > this.#now ? second : this.#now + 1n;
  }

  /**
   * Lets a reader see no earlier time than this. Every write is visible already: only a time from before a restart, or
   * of another clock, is ahead.
   * @throws MongoError for a time that is far ahead
   */
  waitFor(time: bigint): void {
    if (time >> 32n > secondsNow() + aYear)
      refuse(
        'InvalidOptions',
        'readConcern afterClusterTime value is too far ahead of the clock of this server',
      );
    if (time > this.#now) this.#now = time;
  }

  /** The fields of every reply by which sessions are causally consistent. */
  stamps(): Doc {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(this.#now);
    const operationTime = new Opaque(bsonType.timestamp, bytes);
    return doc({ operationTime, $clusterTime: doc({ clusterTime: operationTime, signature }) });
  }
}
