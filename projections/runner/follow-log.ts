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
  /** Null at the start of the log. */
  readonly after: bigint | null;
  readonly streamPrefixes: readonly string[];
  readonly signal: AbortSignal;
  /** How many items a batch holds at most. */
  readonly most: number;
  /** For how long at most what comes is gathered, while more keeps coming; without it, not at all. */
  readonly gatherMs?: number | undefined;
}

/** Nothing may come for so long before what was gathered is handed out. */
const quietMs = 20;

/**
 * Everything after a position, and what comes, in batches of what there is: first from the log itself,
 * then from the feed of the process. The place in the feed is taken before, and the log is read up to the event that
 * the place goes on from, so that there is no gap between the two even where different nodes serve them; duplicates
 * are dropped. A reader that loses its place goes on from the log again.
 * @throws what the log or the feed throw
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

/** What there is after a position, up to the event that the feed goes on from. */
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

/** What comes after a position, until the signal or until the place is lost. */
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
        // What was gathered comes first; the next take says the same.
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
 * Adds to `news` what was heard, for somebody who follows some streams and knows all up to a position. Of events that
 * are none of theirs the last one's position is enough, and the others are not held in memory while more is gathered.
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
