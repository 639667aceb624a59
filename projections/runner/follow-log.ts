import { pause } from '../../async/pause.ts';
import {
  type Batch,
  caughtUp,
  type EventLog,
  type EventPosition,
  type FeedItem,
  type LogItem,
} from '../../log/event-log.ts';
import type { FeedCursor } from '../../log/feed-cursor.ts';
import type { Interest } from '../../log/feed-run.ts';

export interface FollowOptions {
  /** The position after which to begin; null for the start of the log. */
  readonly after: bigint | null;
  readonly streamPrefixes: readonly string[];
  readonly signal: AbortSignal;
  /** The largest number of items in a batch. */
  readonly maxItems: number;
  /** How long items are gathered into a batch while more arrive, in milliseconds; absent for no gathering. */
  readonly gatherMs?: number | undefined;
  /** Called, instead of a batch, with the last of some events in other streams that arrive while the follower waits. */
  readonly passedOver?: (last: LogItem) => void;
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
  { after, passedOver = () => undefined, ...options }: FollowOptions,
): AsyncGenerator<Batch> {
  const { streamPrefixes, signal } = options;
  let position = after;
  const isOver = () => signal.aborted;
  const interest: Interest<FeedItem> = {
    wants: ({ stream }) => isIn(streamPrefixes, stream),
    passedOver(last) {
      if (last.position <= (position ?? -1n)) return;
      ({ position } = last);
      passedOver(otherItem(last));
    },
  };
  while (!isOver()) {
    const cursor = await log.feed.reserve(signal, interest);
    try {
      for await (const batch of catchUp(log, cursor.after, { ...options, after: position })) {
        position = lastOf(batch) ?? position;
        yield batch;
      }
      if (isOver()) return;
      yield [caughtUp];
      for await (const batch of liveItems(cursor, { ...options, after: position })) {
        position = lastOf(batch) ?? position;
        yield batch;
      }
    } finally {
      cursor.close();
    }
  }
}

/** Yields the log's items after a position, up to the event at which the feed continues. */
async function* catchUp(
  log: Pick<EventLog, 'backlog'>,
  upTo: EventPosition | null,
  { maxItems, ...wanted }: FollowOptions,
): AsyncGenerator<readonly LogItem[]> {
  const backlog = log.backlog({ ...wanted, upTo });
  try {
    for (let batch; (batch = await backlog.take(maxItems));) {
      const items = batch.filter((item) => item !== caughtUp);
      if (items.length > 0) yield items;
    }
  } finally {
    backlog.close();
  }
}

/** Yields the feed's new items after a position, until the signal or until the cursor is lost. */
async function* liveItems(
  cursor: FeedCursor<FeedItem>,
  { after, streamPrefixes, signal, maxItems, gatherMs = 0 }: FollowOptions,
): AsyncGenerator<readonly LogItem[]> {
  let position = after ?? -1n;
  for (;;) {
    const gathered: LogItem[] = [];
    let gatherUntil = Infinity;
    do {
      const received = await cursor.take(maxItems - gathered.length);
      if (received === 'lost' || received.length === 0) {
        if (gathered.length === 0) return;
        // The gathered items come first; the next take reports the same end.
        break;
      }
      if (gatherUntil === Infinity) gatherUntil = performance.now() + gatherMs;
      addItems(gathered, received, position, streamPrefixes);
      position = lastOf(gathered) ?? position;
      if (gathered.length >= maxItems || performance.now() >= gatherUntil) break;
      await pause(quietMs, signal);
    } while (cursor.isReady());
    if (gathered.length > 0) yield gathered;
  }
}

/**
 * Adds the feed's items after a position to `batch`. Of a run of events in other streams only the last
 * position is added, so that gathering does not hold them in memory.
 */
function addItems(
  batch: LogItem[],
  feedItems: readonly FeedItem[],
  after: bigint,
  prefixes: readonly string[],
): void {
  for (const feedItem of feedItems) {
    const { position, stream } = feedItem;
    if (position <= after) continue;
    if (isPassedOver(batch.at(-1))) batch.pop();
    batch.push(isIn(prefixes, stream) ? feedItem.item() : otherItem(feedItem));
  }
}

/** The item of an event that the follower does not read. It holds nothing of the event's content. */
const otherItem = ({ position, id, stream }: FeedItem): LogItem => ({
  position,
  event: null,
  passed: { position, id, stream },
});

const isIn = (prefixes: readonly string[], stream: string): boolean =>
  prefixes.some((prefix) => stream.startsWith(prefix));

const isPassedOver = (item: LogItem | undefined): boolean => item?.event === null && !item.undecoded;

const lastOf = (items: readonly LogItem[]): bigint | null => items.at(-1)?.position ?? null;
