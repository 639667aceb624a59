import type { Decider } from '../domain/decider.ts';
import type { DomainEvent } from '../domain/event-registry.ts';
import { noStream, type EventLog, type RecordedEvent } from './event-log.ts';
import { readFromSummary } from './read-summary.ts';
import { openStreamCache, type Folded, type StreamCache } from './stream-cache.ts';
import { createTransientMap } from '../async/transient-map.ts';

/** The streams of a log, folded by their deciders and remembered by revision. */
export interface FoldedStreams extends Pick<StreamCache, 'follow'> {
  /**
   * Folds a stream.
   * @param maxAgeMs answer from memory if that was the newest state so lately: because it was read or written then, or
   * because the feed has delivered everything up to then; 0 asks the log
   * @param fits what memory may answer with; for any other state the log is asked, as for a stream that is not there
   */
  load<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    maxAgeMs?: number,
    fits?: (state: S) => boolean,
  ): Promise<Folded<S>>;
  /**
   * As `load`, for what is asked for all the time: halfway to its greatest age it is confirmed or read again, so that
   * nobody waits for a log that takes its time.
   */
  loadAhead<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    maxAgeMs: number,
    fits?: (state: S) => boolean,
  ): Promise<Folded<S>>;
  /** Folds what came after a state that is known, the whole stream without one, and remembers that. */
  catchUp<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    from?: Folded<S>,
  ): Promise<Folded<S>>;
  /** Takes in what this process has made of a stream, unless more is known. @returns what it was given */
  remember<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    folded: Folded<S>,
  ): Folded<S>;
  isRemembered(stream: string): boolean;
}

interface Reading {
  readonly begun: number;
  readonly folded: Promise<Folded<unknown>>;
}

/** Without `readPage`, summaries are not looked for: every stream is read from its beginning. */
export type ReadableLog = Pick<EventLog, 'readStream'> & Partial<Pick<EventLog, 'readPage'>>;

export function openFoldedStreams(log: ReadableLog, cacheSize: number): FoldedStreams {
  const cache = openStreamCache(cacheSize);
  /** Reads under way of what memory holds and is too old: under load many find it so at once, and share one. */
  const readings = createTransientMap<string, Reading>();

  async function load<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    maxAgeMs = 0,
    fits: (state: S) => boolean = () => true,
  ): Promise<Folded<S>> {
    if (maxAgeMs > 0 && cache.ageOf(stream) >= maxAgeMs) await cache.confirm(stream);
    // A stream belongs to one decider, so what is known under its name is that decider's state.
    const cached = cache.get(stream) as Folded<S> | undefined;
    if (maxAgeMs === 0 || !cached || !fits(cached.state)) return catchUp(decider, stream, cached);
    if (cache.ageOf(stream) < maxAgeMs) return cached;
    const now = performance.now();
    const underWay = readings.get(stream);
    if (underWay && now - underWay.begun < maxAgeMs) return underWay.folded as Promise<Folded<S>>;
    const folded = catchUp(decider, stream, cached);
    const reading = { begun: now, folded };
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
    fits?: (state: S) => boolean,
  ): Promise<Folded<S>> {
    if (cache.has(stream) && cache.ageOf(stream) > maxAgeMs / 2)
      // Where it fails, whoever needs it later on is told.
      load(decider, stream, maxAgeMs / 2).catch(() => undefined);
    return load(decider, stream, maxAgeMs, fits);
  }

  async function catchUp<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    from: Folded<S> = { state: decider.initial, revision: noStream, position: null },
  ): Promise<Folded<S>> {
    const end = cache.beginRead(stream);
    let folded: Folded<S> | null = null;
    try {
      folded = await foldOn(decider, stream, from);
      return folded;
    } finally {
      end(folded, evolving(decider));
    }
  }

  async function foldOn<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    { state, revision, position }: Folded<S>,
  ): Promise<Folded<S>> {
    for await (const recorded of await eventsAfter(decider, stream, revision)) {
      // Written by this decider, or the codec would have refused it.
      state = decider.evolve(state, recorded.event as E, recorded.revision);
      ({ revision, position } = recorded);
    }
    return { state, revision, position };
  }

  /** What a state follows from whose stream is known up to a revision. */
  async function eventsAfter<S, C, E extends DomainEvent, R>(
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

  return {
    ...{ load, loadAhead, catchUp },
    follow: cache.follow,
    isRemembered: cache.has,
    remember(decider, stream, folded) {
      cache.wrote(stream, folded, evolving(decider));
      return folded;
    },
  };
}

/** A decider's `evolve` for a cache that holds states of all deciders: a stream belongs to one of them. */
const evolving =
  <S, C, E extends DomainEvent, R>(decider: Decider<S, C, E, R>) =>
  (state: unknown, event: DomainEvent, revision: number): unknown =>
    decider.evolve(state as S, event as E, revision);
