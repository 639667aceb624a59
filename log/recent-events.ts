import { LRUCache } from 'lru-cache';
import { purgingExpired } from '../async/purge-expired.ts';
import type { EventLog, FeedItem, RecordedEvent } from './event-log.ts';

/** Reads single events, the newest of them from memory: the feed has just brought them to this process. */
export interface RecentEvents extends Pick<EventLog, 'readEvent'> {
  /** Keeps the newest events of the feed until the signal. @throws the error that ended the feed, LogUnavailable */
  follow(signal: AbortSignal): Promise<void>;
}

/** The time to live is short, because answers are personal data. */
const maxAgeMs = 10_000;
const cacheOptions = { ttl: maxAgeMs, ttlResolution: 100, maxSize: 16 * 1024 * 1024 };
const batchSize = 500;

const nameOf = (stream: string, revision: number): string => `${revision}@${stream}`;

/** @param streamPrefixes prefixes of the names of the streams whose events are kept */
export function openRecentEvents(
  log: Pick<EventLog, 'feed' | 'readEvent'>,
  streamPrefixes: readonly string[],
): RecentEvents {
  const recent = new LRUCache<string, FeedItem>(cacheOptions);
  const purgeLater = purgingExpired(recent, maxAgeMs);
  const isKept = ({ stream }: FeedItem) => streamPrefixes.some((prefix) => stream.startsWith(prefix));

  return {
    async readEvent(stream, revision) {
      return decoded(recent.get(nameOf(stream, revision))) ?? log.readEvent(stream, revision);
    },
    async follow(signal) {
      while (!signal.aborted) {
        const cursor = await log.feed.reserve(signal);
        try {
          for (let batch; (batch = await cursor.take(batchSize)) !== 'lost' && batch.length > 0;) {
            for (const item of batch)
              if (isKept(item)) recent.set(nameOf(item.stream, item.revision), item, { size: item.bytes });
            purgeLater();
          }
        } finally {
          cursor.close();
        }
      }
    },
  };
}

/** Returns null for an event that is not kept or cannot be decoded: a read of the log reports the error. */
function decoded(item: FeedItem | undefined): RecordedEvent | null {
  try {
    return item?.read() ?? null;
  } catch {
    return null;
  }
}
