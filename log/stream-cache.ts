import { LRUCache } from 'lru-cache';
import { createTransientMap, type TransientMap } from '../async/transient-map.ts';
import type { DomainEvent } from '../domain/event-registry.ts';
import { streamOf } from '../domain/stream-names.ts';
import { type EventLog, type FeedItem, noStream } from './event-log.ts';
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

/** The reads and appends of a stream in progress, and the newest revision that became known meanwhile. */
interface InProgress {
  count: number;
  newestKnown: number;
}

/** An append in progress; one of the functions must be called. */
export interface AppendInProgress {
  /** The append wrote these events now: caches the state after them. */
  written(folded: Folded<unknown>, rules: StreamRules): void;
  /**
   * The append may be a repetition, whose reply has the revision of the first run. The stream may have changed since:
   * nothing of it stays cached.
   */
  mayBeRepeated(revision: number): void;
  /** The append failed. */
  failed(): void;
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
  /** Whether the cached state of a stream is certain to have all of the stream's events up to a log position. */
  isCompleteTo(stream: string, position: bigint): boolean;
  /** Returns for how long the event at a position may have been in the log, in milliseconds; Infinity if that is not known. */
  ageOfEvent(position: bigint): number;
  /**
   * Checks that the feed is complete, if it keeps this stream current. Takes at most a quarter of a second.
   */
  confirm(stream: string): Promise<void>;
  /**
   * Records the start of a read. The caller must call the returned function with the result, or with null
   * after a failure.
   */
  beginRead(stream: string): (folded: Folded<unknown> | null, rules: StreamRules) => void;
  /** Records the start of an append. */
  beginAppend(stream: string): AppendInProgress;
  /** Applies the feed's events until the signal. @throws the error that ended the feed, LogUnavailable */
  follow(log: Pick<EventLog, 'feed' | 'head'>, signal: AbortSignal): Promise<void>;
}

/** However reliable the feed is, a state is read again after this long. */
const maxAgeMs = 300_000;
const batchSize = 500;

const quotaPrefix = 'quota-';

/** Answers are large and rarely read again, and must leave memory too once they are erased. */
const isPersonal = (stream: string): boolean => stream.startsWith(streamOf.submission(''));

/**
 * Each attempt of a webhook asks for the erasures of its account, and most accounts have none. A month's quota is read ahead of
 * its first reservation.
 */
const isOftenAbsent = (stream: string): boolean =>
  stream.startsWith(streamOf.audit('')) || stream.startsWith(quotaPrefix);

export function openStreamCache(size: number): StreamCache {
  const cache = new LRUCache<string, Cached>({ max: size });
  const inProgress = createTransientMap<string, InProgress>();
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
    if (isPersonal(stream) || (cached.revision === noStream && !isOftenAbsent(stream))) return;
    const known = cache.peek(stream);
    if (!known || known.revision <= cached.revision) keep(cache, stream, cached);
  }

  function begin(stream: string) {
    const startedAt = performance.now();
    const watermarkAtStart = current;
    const progress = inProgress.get(stream) ?? { count: 0, newestKnown: noStream };
    progress.count += 1;
    inProgress.set(stream, progress);
    return {
      /** Caches the result, null after a failure. It was certainly current only when the operation started. */
      end(folded: Folded<unknown> | null, rules: StreamRules | null): void {
        if (--progress.count === 0) inProgress.take(stream);
        if (!folded || !rules) return;
        // Later events are known already: the state is of use only to read them from there.
        const isOutdated = progress.newestKnown > folded.revision;
        const readAt = isOutdated ? -Infinity : startedAt;
        const isFollowed = !isOutdated && watermarkAtStart === current;
        store(stream, { ...folded, rules, readAt, watermark: isFollowed ? current : null });
      },
      /** Later events exist up to this revision. */
      know: (revision: number) => void (progress.newestKnown = Math.max(progress.newestKnown, revision)),
    };
  }

  function beginAppend(stream: string): AppendInProgress {
    const { end, know } = begin(stream);
    return {
      failed: () => end(null, null),
      written(folded, rules) {
        know(folded.revision);
        end(folded, rules);
      },
      mayBeRepeated(revision) {
        know(revision);
        end(null, null);
        cache.delete(stream);
      },
    };
  }

  async function followOnce({ feed, head }: Pick<EventLog, 'feed' | 'head'>, signal: AbortSignal) {
    const cursor = await feed.reserve(signal);
    try {
      const startedAt = performance.now();
      const watermark = openWatermark(head, await head(), startedAt);
      current = watermark;
      for (let batch; (batch = await cursor.take(batchSize)) !== 'lost' && batch.length > 0;) {
        for (const feedItem of batch) apply(feedItem, cache, inProgress);
        watermark.received(batch.at(-1)?.position ?? -1n);
      }
    } finally {
      current = null;
      cursor.close();
    }
  }

  function isCompleteTo(stream: string, position: bigint): boolean {
    return current !== null && cache.peek(stream)?.watermark === current && current.receivedTo >= position;
  }

  return {
    ageOf,
    ageOfEvent: (position) => performance.now() - (current?.timeBefore(position) ?? -Infinity),
    isCompleteTo,
    confirm,
    beginRead: (stream) => begin(stream).end,
    beginAppend,
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
  inProgress: Pick<TransientMap<string, InProgress>, 'get'>,
): void {
  const { stream, revision, position } = feedItem;
  const progress = inProgress.get(stream);
  if (progress) progress.newestKnown = Math.max(progress.newestKnown, revision);
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
