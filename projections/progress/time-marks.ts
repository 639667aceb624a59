import type { ReadStore } from '../../coordination/read-store.ts';

/** A mark in the log: up to this position, no event of the streams was recorded later than `latest`. */
export interface TimeMark {
  /** The position of an event. */
  readonly position: bigint;
  readonly latest: Date;
}

interface MarkDocument {
  readonly _id: string;
  readonly streams: string;
  readonly position: bigint;
  /** ISO 8601. */
  readonly latest: string;
}

/** Marks of earlier searches of the log by time, so that later searches need not begin at its start. */
export interface TimeMarks {
  /** Returns the last mark before which no event was recorded after `until`; null if none is known. */
  before(until: Date): Promise<TimeMark | null>;
  /** Stores marks; a mark may be stored repeatedly. */
  store(marks: readonly TimeMark[]): Promise<void>;
}

/**
 * Opens the marks of the streams that begin with some prefixes. They are a cache and may be dropped at any
 * time.
 */
export function openTimeMarks(store: Pick<ReadStore, 'named'>, streamPrefixes: readonly string[]): TimeMarks {
  const collection = store.named<MarkDocument>('_time_marks');
  const streams = [...streamPrefixes].sort().join(' ');
  return {
    async before(until) {
      const found = await collection
        .find({ streams, latest: { $lte: until.toISOString() } })
        .sort({ latest: -1, position: -1 })
        .limit(1)
        .next();
      return found && { position: found.position, latest: new Date(found.latest) };
    },
    async store(marks) {
      if (marks.length === 0) return;
      await collection.createIndexes([{ key: { streams: 1, latest: 1, position: 1 } }]);
      const writes = marks.map(({ position, latest }) => {
        const _id = `${streams} @${position}`;
        return {
          replaceOne: {
            filter: { _id },
            replacement: { streams, position, latest: latest.toISOString() },
            upsert: true,
          },
        };
      });
      await collection.bulkWrite(writes, { ordered: false });
    },
  };
}
