import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { fold, type Decider } from '../domain/decider.ts';
import type { Actor } from '../domain/event.ts';
import type { DomainEvent } from '../domain/event-registry.ts';
import { ok, type Result } from '../domain/result.ts';
import { streamOf } from '../domain/stream-names.ts';
import { ConcurrencyConflict, noStream, type EventLog, type EventMetadata } from './event-log.ts';
import { derivedUuid } from './ids.ts';
import { createTransientMap } from './transient-map.ts';

/** On whose behalf a command runs, and what it follows from. */
export interface CommandContext {
  readonly accountId: string;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string;
  readonly traceparent?: string;
  /** Where set, the events' ids derive from it: running the command twice appends once. */
  readonly idempotencyKey?: string;
}

/** A stream folded up to a revision. `position` is that of its last event. */
export interface Folded<State> {
  readonly state: State;
  readonly revision: number;
  readonly position: bigint | null;
}

export interface Executed<State, Event> extends Folded<State> {
  /** What this run appended; nothing when the command found its work done. */
  readonly events: readonly Event[];
}

export interface Aggregates {
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
   * Runs commands one after the other against a stream, and appends all their events or none. A conflict
   * with another writer reads on and decides again; a refusal is answered only from the newest state.
   * @throws LogUnavailable
   */
  execute<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    commands: readonly C[],
    context: CommandContext,
    options?: ExecuteOptions,
  ): Promise<Result<Executed<S, E>, R | RevisionMismatch>>;
}

export interface ExecuteOptions {
  /** Refuse with `revision_mismatch` unless the stream is at this revision. */
  readonly expectedRevision?: number;
  /** The stream most likely does not exist: spares the read before the append, and nothing else. */
  readonly isNew?: boolean;
}

/** The caller asked for one revision and the stream is at another. */
export interface RevisionMismatch {
  readonly code: 'revision_mismatch';
  readonly revision: number;
}

interface Cached extends Folded<unknown> {
  readonly readAt: number;
}

interface Reading {
  readonly begun: number;
  readonly folded: Promise<Folded<unknown>>;
}

const maxConflicts = 20;

/** Answers are large, rarely asked for again, and must be gone from here too once they are erased. */
const isPersonal = (stream: string): boolean => stream.startsWith(streamOf.submission(''));

/** The aggregates of a log: streams folded, remembered by revision, and written through their deciders. */
export function openAggregates(log: Pick<EventLog, 'append' | 'readStream'>, cacheSize = 10_000): Aggregates {
  const cache = new LRUCache<string, Cached>({ max: cacheSize });
  /** Reads under way of what memory holds and is too old: under load many find it so at once, and share one. */
  const readings = createTransientMap<string, Reading>();
  const exclusively = mutex();

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

  async function run<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    commands: readonly C[],
    context: CommandContext,
    { expectedRevision: expected, isNew = false }: ExecuteOptions,
  ): Promise<Result<Executed<S, E>, R | RevisionMismatch>> {
    let fresh = !isNew && !cache.has(stream);
    let current: Folded<S> = isNew
      ? { state: decider.initial, revision: noStream, position: null }
      : await load(decider, stream, Infinity);
    for (let conflicts = 0; ;) {
      const decided = decideAll(decider, commands, current.state);
      const mismatch = expected !== undefined && expected !== current.revision;
      const settled = !decided.ok || decided.value.length === 0 || mismatch;
      if (settled && !fresh) {
        current = await readOn(decider, stream, current);
        fresh = true;
        continue;
      }
      if (mismatch) return { ok: false, error: { code: 'revision_mismatch', revision: current.revision } };
      if (!decided.ok) return decided;
      if (decided.value.length === 0) return ok({ ...current, events: [] });
      try {
        return ok(await append(decider, stream, current, decided.value, context));
      } catch (error) {
        if (!(error instanceof ConcurrencyConflict) || ++conflicts > maxConflicts) throw error;
        current = await readOn(decider, stream, current);
        fresh = true;
      }
    }
  }

  async function append<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    current: Folded<S>,
    events: readonly E[],
    context: CommandContext,
  ): Promise<Executed<S, E>> {
    const { idempotencyKey, ...metadata } = context;
    const appended = await log.append(
      stream,
      current.revision,
      events.map((event, index) => ({
        id: idempotencyKey ? derivedUuid(idempotencyKey, stream, String(index)) : randomUUID(),
        event,
        metadata: metadata satisfies EventMetadata,
      })),
    );
    const { revision, position } = appended;
    return {
      ...remember(stream, { state: fold(decider, current.state, events), revision, position }),
      events,
    };
  }

  return {
    load,
    execute: (decider, stream, commands, context, options = {}) =>
      exclusively(stream, () => run(decider, stream, commands, context, options)),
  };
}

/** Decides each command on the state that the ones before it lead to. */
function decideAll<S, C, E, R>(
  decider: Decider<S, C, E, R>,
  commands: readonly C[],
  initial: S,
): Result<readonly E[], R> {
  const events: E[] = [];
  let state = initial;
  for (const command of commands) {
    const decided = decider.decide(command, state);
    if (!decided.ok) return decided;
    state = fold(decider, state, decided.value);
    events.push(...decided.value);
  }
  return ok(events);
}

/** Runs tasks of one name one after the other: a process must not conflict with itself. */
function mutex() {
  const tails = createTransientMap<string, Promise<unknown>>();
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const previous = tails.get(name) ?? Promise.resolve();
    const mine = previous.then(task, task);
    tails.set(name, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(name) === mine) void tails.take(name);
    }
  };
}
