import { LRUCache } from 'lru-cache';
import type { DomainEvent } from '../domain/event-registry.ts';
import { streamOf } from '../domain/stream-names.ts';
import { noStream, type EventLog, type FeedItem } from './event-log.ts';
import { createTransientMap, type TransientMap } from '../async/transient-map.ts';
import { openWatermark, type Watermark } from './watermark.ts';

/** The state of a stream at a revision; `position` is the log position of that event. */
export interface Folded<State> {
  readonly state: State;
  readonly revision: number;
  readonly position: bigint | null;
}

/** The rules of a stream's decider, as in `Decider`. */
export interface StreamRules {
  readonly evolve: (state: unknown, event: DomainEvent, revision: number) => unknown;
  readonly isOver: (state: unknown) => boolean;
}

interface Cached extends Folded<unknown> {
  readonly rules: StreamRules;
  /** When the state was last known to be current, in monotonic milliseconds. */
  readonly readAt: number;
  /** The watermark of the subscription that delivers every later event of the stream; null if none does. */
  readonly watermark: Watermark | null;
}

/** The reads of a stream in progress, and the newest revision that the feed delivered meanwhile. */
interface Reads {
  count: number;
  newestDelivered: number;
}

/** Caches the states of streams by name; evicts the least recently used. */
export interface StreamCache {
  get(stream: string): Folded<unknown> | undefined;
  has(stream: string): boolean;
  /**
   * Returns for how long a cached state may have been outdated, in milliseconds: since it was read or
   * written, or since the feed was last known to be complete. Infinity if the stream is not cached.
   */
  ageOf(stream: string): number;
  /**
   * Checks that the feed is complete, if it keeps this stream current. Takes at most a quarter of a second.
   */
  confirm(stream: string): Promise<void>;
  /**
   * Records the start of a read. The caller must call the returned function with the result, or with null
   * after a failure.
   */
  beginRead(stream: string): (folded: Folded<unknown> | null, rules: StreamRules) => void;
  /** Caches a state that this process has just written. */
  written(stream: string, folded: Folded<unknown>, rules: StreamRules): void;
  /** Applies the feed's events until the signal. @throws the error that ended the feed, LogUnavailable */
  follow(log: Pick<EventLog, 'feed' | 'head'>, signal: AbortSignal): Promise<void>;
}

/** However reliable the feed is, a state is read again after this long. */
const maxAgeMs = 300_000;
const batchSize = 500;

/** Answers are large and rarely read again, and must leave memory too once they are erased. */
const isPersonal = (stream: string): boolean => stream.startsWith(streamOf.submission(''));

export function openStreamCache(size: number): StreamCache {
  const cache = new LRUCache<string, Cached>({ max: size });
  const reads = createTransientMap<string, Reads>();
  /** Null while the feed is not followed. */
  let current: Watermark | null = null;

  function ageOf(stream: string): number {
    const { readAt, watermark } = cache.peek(stream) ?? { readAt: -Infinity, watermark: null };
    return performance.now() - Math.max(readAt, Math.min(watermark?.at ?? -Infinity, readAt + maxAgeMs));
  }

  async function confirm(stream: string): Promise<void> {
    if (current && cache.peek(stream)?.watermark === current) await current.advance();
  }

  function store(stream: string, cached: Cached): void {
    if (isPersonal(stream) || cached.revision === noStream) return;
    const known = cache.peek(stream);
    if (!known || known.revision <= cached.revision) keep(cache, stream, cached);
  }

  function beginRead(stream: string) {
    const readAt = performance.now();
    const watermarkAtStart = current;
    const inProgress = reads.get(stream) ?? { count: 0, newestDelivered: noStream };
    inProgress.count += 1;
    reads.set(stream, inProgress);
    return (folded: Folded<unknown> | null, rules: StreamRules): void => {
      if (--inProgress.count === 0) reads.take(stream);
      if (!folded) return;
      // An event that the feed delivered during the read, and that the read missed, is not delivered again.
      const isComplete = watermarkAtStart === current && inProgress.newestDelivered <= folded.revision;
      store(stream, { ...folded, rules, readAt, watermark: isComplete ? current : null });
    };
  }

  function written(stream: string, folded: Folded<unknown>, rules: StreamRules): void {
    // The feed may have delivered later events before the log responded; a state cached by then includes
    // them.
    const watermark = cache.peek(stream)?.watermark ?? null;
    store(stream, { ...folded, rules, readAt: performance.now(), watermark });
  }

  async function followOnce({ feed, head }: Pick<EventLog, 'feed' | 'head'>, signal: AbortSignal) {
    const cursor = await feed.reserve(signal);
    try {
      const watermark = openWatermark(head, await head());
      current = watermark;
      for (let batch; (batch = await cursor.take(batchSize)) !== 'lost' && batch.length > 0;) {
        for (const feedItem of batch) apply(feedItem, cache, reads);
        watermark.received(batch.at(-1)?.position ?? -1n);
      }
    } finally {
      current = null;
      cursor.close();
    }
  }

  return {
    ageOf,
    confirm,
    beginRead,
    written,
    get: (stream) => cache.get(stream),
    has: (stream) => cache.has(stream),
    async follow(log, signal) {
      while (!signal.aborted) await followOnce(log, signal);
    },
  };
}

/** Applies an event of the feed to the cached state of its stream. */
function apply(
  feedItem: FeedItem,
  cache: LRUCache<string, Cached>,
  reads: Pick<TransientMap<string, Reads>, 'get'>,
): void {
  const { stream, revision, position } = feedItem;
  const inProgress = reads.get(stream);
  if (inProgress) inProgress.newestDelivered = Math.max(inProgress.newestDelivered, revision);
  const known = cache.peek(stream);
  if (!known || revision <= known.revision) return;
  const event = revision === known.revision + 1 ? eventOf(feedItem) : null;
  if (event)
    keep(cache, stream, {
      ...known,
      state: known.rules.evolve(known.state, event, revision),
      revision,
      position,
    });
  else cache.delete(stream);
}

/** Caches a state, unless it is over: most streams are deliveries that have ended, and would evict all others. */
function keep(cache: LRUCache<string, Cached>, stream: string, cached: Cached): void {
  if (cached.rules.isOver(cached.state)) cache.delete(stream);
  else cache.set(stream, cached);
}

/** Returns null for an event that cannot be decoded: a reader of the stream gets the error. */
function eventOf(feedItem: FeedItem): DomainEvent | null {
  try {
    return feedItem.read()?.event ?? null;
  } catch {
    return null;
  }
}
