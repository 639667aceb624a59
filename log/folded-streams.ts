import { LRUCache } from 'lru-cache';
import type { Decider } from '../domain/decider.ts';
import type { DomainEvent } from '../domain/event-registry.ts';
import { streamOf } from '../domain/stream-names.ts';
import { noStream, type EventLog } from './event-log.ts';
import { createTransientMap } from './transient-map.ts';

/** A stream folded up to a revision. `position` is that of its last event. */
export interface Folded<State> {
  readonly state: State;
  readonly revision: number;
  readonly position: bigint | null;
}

/** The streams of a log, folded by their deciders and remembered by revision. */
export interface FoldedStreams {
  /**
   * Folds a stream.
   * @param maxAgeMs answer from memory if what is there was read or written so lately; 0 asks the log
   * @param fits what memory may answer with; for any other state the log is asked, as for a stream that is not there
   */
  load<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    maxAgeMs?: number,
    fits?: (state: S) => boolean,
  ): Promise<Folded<S>>;
  /**
   * As `load`, for what is asked for all the time: halfway to its greatest age it is read again, so that nobody waits
   * for a log that takes its time.
   */
  loadAhead<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    maxAgeMs: number,
    fits?: (state: S) => boolean,
  ): Promise<Folded<S>>;
  /** Folds what came after a state that is known, the whole stream without one, and remembers that. */
  readOn<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    from?: Folded<S>,
  ): Promise<Folded<S>>;
  /** Takes in what a stream has become, unless more is known. @returns what it was given */
  remember<S>(stream: string, folded: Folded<S>): Folded<S>;
  isRemembered(stream: string): boolean;
}

interface Cached extends Folded<unknown> {
  readonly readAt: number;
}

interface Reading {
  readonly begun: number;
  readonly folded: Promise<Folded<unknown>>;
}

/** Answers are large, rarely asked for again, and must be gone from here too once they are erased. */
const isPersonal = (stream: string): boolean => stream.startsWith(streamOf.submission(''));

export function openFoldedStreams(log: Pick<EventLog, 'readStream'>, cacheSize: number): FoldedStreams {
  const cache = new LRUCache<string, Cached>({ max: cacheSize });
  /** Reads under way of what memory holds and is too old: under load many find it so at once, and share one. */
  const readings = createTransientMap<string, Reading>();

  async function load<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    maxAgeMs = 0,
    fits: (state: S) => boolean = () => true,
  ): Promise<Folded<S>> {
    // A stream belongs to one decider, so what is known under its name is that decider's state.
    const cached = cache.get(stream) as (Folded<S> & Cached) | undefined;
    if (maxAgeMs === 0 || !cached || !fits(cached.state)) return readOn(decider, stream, cached);
    const now = performance.now();
    if (now - cached.readAt < maxAgeMs) return cached;
    const underWay = readings.get(stream);
    if (underWay && now - underWay.begun < maxAgeMs) return underWay.folded as Promise<Folded<S>>;
    const folded = readOn(decider, stream, cached);
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
    const { readAt = Infinity } = cache.peek(stream) ?? {};
    if (performance.now() - readAt > maxAgeMs / 2)
      // Where it fails, whoever needs it later on is told.
      load(decider, stream, maxAgeMs / 2).catch(() => undefined);
    return load(decider, stream, maxAgeMs, fits);
  }

  async function readOn<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    from: Folded<S> = { state: decider.initial, revision: noStream, position: null },
  ): Promise<Folded<S>> {
    let { state, revision, position } = from;
    for await (const recorded of log.readStream(stream, revision + 1)) {
      // Written by this decider, or the codec would have refused it.
      state = decider.evolve(state, recorded.event as E);
      ({ revision, position } = recorded);
    }
    return remember(stream, { state, revision, position });
  }

  function remember<S>(stream: string, folded: Folded<S>): Folded<S> {
    if (isPersonal(stream)) return folded;
    const known = cache.peek(stream);
    if (folded.revision !== noStream && (!known || known.revision <= folded.revision))
      cache.set(stream, { ...folded, readAt: performance.now() });
    return folded;
  }

  return { load, loadAhead, readOn, remember, isRemembered: (stream) => cache.has(stream) };
}
