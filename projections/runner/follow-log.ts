import {
  caughtUp,
  type Batch,
  type EventLog,
  type FeedItem,
  type LogItem,
  type EventPosition,
} from '../../log/event-log.ts';
import type { FeedCursor } from '../../log/feed.ts';
import { pause } from '../../async/pause.ts';

export interface Following {
  /** The position after which to begin; null for the start of the log. */
  readonly after: bigint | null;
  readonly streamPrefixes: readonly string[];
  readonly signal: AbortSignal;
  /** The largest number of items in a batch. */
  readonly most: number;
  /** How long items are gathered into a batch while more arrive, in milliseconds; absent for no gathering. */
  readonly gatherMs?: number | undefined;
}

/** The quiet period after which a gathered batch is returned. */
const quietMs = 20;

/**
 * Yields everything after a position in batches: first from the log, then from the process's feed. The feed
 * cursor is reserved before the log is read, and the log is read up to the event at which the cursor begins.
 * This leaves no gap even if different nodes serve the two; duplicates are dropped. A reader that loses its
 * cursor continues from the log.
 * @throws any error of the log or the feed
 */
export async function* followLog(
  log: Pick<EventLog, 'backlog' | 'feed'>,
  { after, streamPrefixes, signal, most, gatherMs = 0 }: Following,
): AsyncGenerator<Batch> {
  let position = after;
  const isOver = () => signal.aborted;
  while (!isOver()) {
    const place = await log.feed.reserve(signal);
    try {
      for await (const batch of missed(log, place.after, { after: position, streamPrefixes, signal, most })) {
        position = lastOf(batch) ?? position;
        yield batch;
      }
      if (isOver()) return;
      yield [caughtUp];
      const coming = come(place, { after: position, streamPrefixes, signal, most, gatherMs });
      for await (const news of coming) {
        position = lastOf(news) ?? position;
        yield news;
      }
    } finally {
      place.leave();
    }
  }
}

/** Yields the log's items after a position, up to the event at which the feed continues. */
async function* missed(
  log: Pick<EventLog, 'backlog'>,
  upTo: EventPosition | null,
  { most, ...wanted }: Following,
): AsyncGenerator<readonly LogItem[]> {
  const backlog = log.backlog({ ...wanted, upTo });
  try {
    for (let batch; (batch = await backlog.take(most));) {
      const items = batch.filter((item) => item !== caughtUp);
      if (items.length > 0) yield items;
    }
  } finally {
    backlog.close();
  }
}

/** Yields the feed's new items after a position, until the signal or until the cursor is lost. */
async function* come(
  place: FeedCursor<FeedItem>,
  { after, streamPrefixes, signal, most, gatherMs = 0 }: Following,
): AsyncGenerator<readonly LogItem[]> {
  let position = after ?? -1n;
  for (;;) {
    const news: LogItem[] = [];
    let until = Infinity;
    do {
      const taken = await place.take(most - news.length);
      if (taken === 'lost' || taken.length === 0) {
        if (news.length === 0) return;
        // The gathered items come first; the next take reports the same end.
        break;
      }
      if (until === Infinity) until = performance.now() + gatherMs;
      tell(news, taken, position, streamPrefixes);
      position = lastOf(news) ?? position;
      if (news.length >= most || performance.now() >= until) break;
      await pause(quietMs, signal);
    } while (place.isReady());
    if (news.length > 0) yield news;
  }
}

/**
 * Adds the feed's items after a position to `batch`. Of a run of events in other streams only the last
 * position is added, so that gathering does not hold them in memory.
 */
function tell(news: LogItem[], heard: readonly FeedItem[], after: bigint, prefixes: readonly string[]): void {
  for (const one of heard) {
    const { position, stream } = one;
    if (position <= after) continue;
    if (isPassedOver(news.at(-1))) news.pop();
    const isWanted = prefixes.some((prefix) => stream.startsWith(prefix));
    news.push(isWanted ? one.item() : { position, event: null });
  }
}

const isPassedOver = (item: LogItem | undefined): boolean => item?.event === null && !item.unread;

const lastOf = (items: readonly LogItem[]): bigint | null => items.at(-1)?.position ?? null;
