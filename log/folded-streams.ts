import { createTransientMap } from '../async/transient-map.ts';
import type { Decider } from '../domain/decider.ts';
import type { DomainEvent } from '../domain/event-registry.ts';
import { type EventLog, noStream, type RecordedEvent } from './event-log.ts';
import { readFromSummary } from './read-summary.ts';
import { type Folded, openStreamCache, type StreamCache, type StreamRules } from './stream-cache.ts';

/** Folds streams by their deciders, and caches the states by revision. */
export interface FoldedStreams extends Pick<StreamCache, 'follow' | 'ageOfEvent'> {
  /**
   * Returns the state of a stream.
   * @param maxAgeMs the cached state is returned if it was known to be current this recently: through a read,
   * a write, or the feed; 0 always reads the log
   * @param isUsable whether a cached state may be returned; otherwise the log is read, as for a stream that
   * is not cached
   */
  load<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    maxAgeMs?: number,
    isUsable?: (state: S) => boolean,
  ): Promise<Folded<S>>;
  /**
   * As `load`, for streams that are loaded all the time: the state is refreshed in the background at half its
   * maximum age, so that callers do not wait for a slow log.
   */
  loadAhead<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    maxAgeMs: number,
    isUsable?: (state: S) => boolean,
  ): Promise<Folded<S>>;
  /**
   * Returns the state of a stream as of a log position that is known to be in the log. Reads nothing if the cached state is
   * certain to be that state.
   */
  loadAsOf<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    position: bigint,
  ): Promise<Folded<S>>;
  /**
   * Begins to read a stream that a caller is about to load, unless it is cached or being read. A failure is reported to the
   * caller that needs the state.
   */
  readAhead<S, C, E extends DomainEvent, R>(decider: Decider<S, C, E, R>, stream: string): void;
  /** Folds the events after a known state, or the whole stream, and caches the result. */
  catchUp<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    from?: Folded<S>,
  ): Promise<Folded<S>>;
  /**
   * Runs an append, and caches the state after it if the append certainly wrote its events now. @returns the state
   * after the events
   */
  append<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    run: () => Promise<Written<S>>,
  ): Promise<Folded<S>>;
  /** Whether a state is cached or being read, so that `load` may return one from before its call. */
  isKnown(stream: string): boolean;
}

/** The state after an append. */
export interface Written<State> extends Folded<State> {
  /** Whether the log may hold the events from before, so that the stream may have changed since. */
  readonly mayBeRepeated: boolean;
}

interface ReadInProgress {
  readonly startedAt: number;
  readonly folded: Promise<Folded<unknown>>;
}

/** Without `readPage`, summaries are not used: every stream is read from its beginning. */
export type ReadableLog = Pick<EventLog, 'readStream'> & Partial<Pick<EventLog, 'readPage'>>;

export function openFoldedStreams(log: ReadableLog, cacheSize: number): FoldedStreams {
  const cache = openStreamCache(cacheSize);
  /** Reads in progress of streams that are not cached, or too old. Under load, many callers share one read. */
  const readings = createTransientMap<string, ReadInProgress>();

  async function load<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    maxAgeMs = 0,
    isUsable: (state: S) => boolean = () => true,
  ): Promise<Folded<S>> {
    if (maxAgeMs > 0 && cache.ageOf(stream) >= maxAgeMs) await cache.confirm(stream);
    // A stream belongs to one decider, so the state under its name is that decider's.
    const cached = cache.get(stream) as Folded<S> | undefined;
    const isUseless = cached && !isUsable(cached.state);
    if (maxAgeMs === 0 || isUseless) return catchUp(decider, stream, cached);
    if (cached && cache.ageOf(stream) < maxAgeMs) return cached;
    const now = performance.now();
    const inProgress = readings.get(stream);
    if (inProgress && now - inProgress.startedAt < maxAgeMs) {
      const found = (await inProgress.folded) as Folded<S>;
      // What was created since the read began must be found.
      const exists = found.revision !== noStream || cache.has(stream);
      const isFound = cached !== undefined || (exists && isUsable(found.state));
      return isFound ? found : catchUp(decider, stream, found);
    }
    const folded = catchUp(decider, stream, cached);
    const reading = { startedAt: now, folded };
    readings.set(stream, reading);
    try {
      return await folded;
    } finally {
      if (readings.get(stream) === reading) readings.take(stream);
    }
  }

  function loadAhead<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    maxAgeMs: number,
    isUsable?: (state: S) => boolean,
  ): Promise<Folded<S>> {
    if (cache.has(stream) && cache.ageOf(stream) > maxAgeMs / 2)
      // A failure is reported to the caller that needs the state later.
      load(decider, stream, maxAgeMs / 2).catch(() => undefined);
    return load(decider, stream, maxAgeMs, isUsable);
  }

  function readAhead<S, C, E extends DomainEvent, R>(decider: Decider<S, C, E, R>, stream: string): void {
    if (!isKnown(stream)) load(decider, stream, Infinity).catch(() => undefined);
  }

  const isKnown = (stream: string): boolean => cache.has(stream) || readings.get(stream) !== undefined;

  async function loadAsOf<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    position: bigint,
  ): Promise<Folded<S>> {
    const cached = cache.get(stream) as Folded<S> | undefined;
    const known =
      cached && cache.isCompleteTo(stream, position) ? cached : await catchUp(decider, stream, cached);
    if (known.position === null || known.position <= position) return known;
    let folded: Folded<S> = { state: decider.initial, revision: noStream, position: null };
    for await (const recorded of log.readStream(stream)) {
      if (recorded.position > position) break;
      const { revision, position: at } = recorded;
      folded = { state: decider.evolve(folded.state, recorded.event as E, revision), revision, position: at };
    }
    return folded;
  }

  async function catchUp<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    from: Folded<S> = { state: decider.initial, revision: noStream, position: null },
  ): Promise<Folded<S>> {
    const end = cache.beginRead(stream);
    let folded: Folded<S> | null = null;
    try {
      folded = await foldAfter(log, decider, stream, from);
      return folded;
    } finally {
      end(folded, rulesOf(decider));
    }
  }

  return {
    load,
    loadAhead,
    loadAsOf,
    readAhead,
    catchUp,
    follow: cache.follow,
    ageOfEvent: cache.ageOfEvent,
    isKnown,
    async append(decider, stream, run) {
      const { written, mayBeRepeated, failed } = cache.beginAppend(stream);
      try {
        const { mayBeRepeated: isUncertain, ...folded } = await run();
        // No caller that comes now may join a read that began before.
        readings.take(stream);
        if (isUncertain) mayBeRepeated(folded.revision);
        else written(folded, rulesOf(decider));
        return folded;
      } catch (error) {
        failed();
        throw error;
      }
    },
  };
}

async function foldAfter<S, C, E extends DomainEvent, R>(
  log: ReadableLog,
  decider: Decider<S, C, E, R>,
  stream: string,
  { state, revision, position }: Folded<S>,
): Promise<Folded<S>> {
  for await (const recorded of await eventsAfter(log, decider, stream, revision)) {
    // The codec validated the event, which was written by this decider.
    state = decider.evolve(state, recorded.event as E, recorded.revision);
    ({ revision, position } = recorded);
  }
  return { state, revision, position };
}

/** Returns the events after a revision; for an unknown stream, those from its last summary on. */
async function eventsAfter<S, C, E extends DomainEvent, R>(
  log: ReadableLog,
  { isSummary }: Decider<S, C, E, R>,
  stream: string,
  revision: number,
): Promise<Iterable<RecordedEvent> | AsyncIterable<RecordedEvent>> {
  const { readPage } = log;
  const recent =
    revision === noStream && isSummary && readPage
      ? await readFromSummary({ readPage }, stream, (event) => isSummary(event as E))
      : null;
  return recent ?? log.readStream(stream, revision + 1);
}

/** Returns a decider's rules for a cache that holds the states of all deciders: a stream belongs to one decider. */
const rulesOf = <S, C, E extends DomainEvent, R>(decider: Decider<S, C, E, R>): StreamRules => ({
  evolve: (state, event, revision) => decider.evolve(state as S, event as E, revision),
  isOver: (state) => decider.isOver?.(state as S) ?? false,
});
