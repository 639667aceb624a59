import type { ReadStore } from '../../read-store/read-store.ts';

/** Up to a position, no event of some streams was recorded later than `latest`. */
export interface TimeMark {
  /** Of an event. */
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

/** Where readers of the log were at a time, so that later ones need not begin at its start. */
export interface TimeMarks {
  /** The last place before which no event was recorded after `until`; null where none is known. */
  before(until: Date): Promise<TimeMark | null>;
  /** Keeps some marks; known ones may come again. */
  keep(marks: readonly TimeMark[]): Promise<void>;
}

/** The marks of the streams that begin with some prefixes. They may be dropped at any time: reading leaves them again. */
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
    async keep(marks) {
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
