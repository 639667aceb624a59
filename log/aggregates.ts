import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { mutex } from '../async/mutex.ts';
import { type Decider, fold } from '../domain/decider.ts';
import type { Actor } from '../domain/event.ts';
import type { DomainEvent } from '../domain/event-registry.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { type EventLog, type EventMetadata, noStream } from './event-log.ts';
import { type FoldedStreams, openFoldedStreams, type ReadableLog } from './folded-streams.ts';
import { eventIdUnder } from './ids.ts';
import { ConcurrencyConflict } from './log-errors.ts';
import { findRequest } from './repeated-requests.ts';
import type { Folded } from './stream-cache.ts';

/** The actor and cause of a command. */
export interface CommandContext {
  readonly accountId: string;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string;
  readonly traceparent?: string;
  /** If set, the events' ids are derived from it, so that a repeated command appends once. */
  readonly idempotencyKey?: string;
  /**
   * Names a request that may be repeated. For 24 hours it takes place once in each stream: a repetition appends
   * nothing, and returns the state right after the events of the first run. A request that writes to a stream
   * several times must omit this for all but one of the writes.
   */
  readonly requestKey?: string;
}

/** The state after the events. Under an idempotency key, the stream may have changed since these were first appended. */
export interface Executed<State, Event> extends Folded<State> {
  /** The events that this run appended; empty if the command had no effect. */
  readonly events: readonly Event[];
}

export interface Aggregates extends Pick<
  FoldedStreams,
  'load' | 'loadAhead' | 'loadAsOf' | 'readAhead' | 'ageOfEvent' | 'follow'
> {
  /**
   * Runs commands in order against a stream, and appends all their events or none. After a conflict with
   * another writer, the new events are read and the commands decided again. A refusal is returned only from
   * the newest state.
   * @throws LogUnavailable
   */
  execute<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    commands: readonly C[],
    context: CommandContext,
    options?: ExecuteOptions,
  ): Promise<Result<Executed<S, E>, R>>;
  /**
   * Runs commands as `execute` does, and refuses with `revision_mismatch` unless the stream is at a revision.
   * @param revision `noStream` for a stream that must not exist
   * @throws LogUnavailable
   */
  executeAt<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    revision: number,
    commands: readonly C[],
    context: CommandContext,
  ): Promise<Result<Executed<S, E>, R | RevisionMismatch>>;
  /** Resolves once no command runs: some run in the background, such as the release of reservations. */
  settled(): Promise<void>;
}

export interface ExecuteOptions {
  /** The stream most likely does not exist: skips the read before the append, and nothing else. */
  readonly isNew?: boolean;
}

/** The stream is at another revision than the caller expected. */
export interface RevisionMismatch {
  readonly code: 'revision_mismatch';
  readonly revision: number;
}

/** How long a command competes for a stream with other writers, in milliseconds. */
const maxConflictMs = 8_000;
const maxDoublings = 6;
const longestPauseMs = 1_000;

/**
 * Returns the pause after a number of conflicts, in milliseconds: random, so that writers do not collide
 * again, and proportional to the time of an attempt and the number of competing writers.
 */
const pauseMs = (conflicts: number, attemptMs: number): number =>
  Math.random() * Math.min(longestPauseMs, attemptMs * 2 ** Math.min(conflicts, maxDoublings));

/**
 * Opens the aggregates of a log: streams are folded, cached by revision, and written through their deciders.
 * @param cacheSize the number of streams whose states are cached
 * @param now tells when the 24 hours of a request have passed
 */
export function openAggregates(
  log: Pick<EventLog, 'append'> & ReadableLog,
  cacheSize = 10_000,
  now = () => new Date(),
): Aggregates {
  const streams = openFoldedStreams(log, cacheSize);
  const exclusively = mutex();
  const running = new Set<Promise<unknown>>();

  /** @param check refuses to run the commands at a revision */
  async function run<S, C, E extends DomainEvent, R, M>(
    decider: Decider<S, C, E, R>,
    stream: string,
    commands: readonly C[],
    context: CommandContext,
    isNew: boolean,
    check: (revision: number) => Result<null, M>,
  ): Promise<Result<Executed<S, E>, R | M>> {
    const { requestKey } = context;
    let isFresh = !isNew && !streams.isKnown(stream);
    let current: Folded<S> = isNew
      ? { state: decider.initial, revision: noStream, position: null }
      : await streams.load(decider, stream, Infinity);
    const startedAt = performance.now();
    for (let conflicts = 0; ;) {
      // After the state was read: if another run appends in between, the revision differs and the append is refused.
      const request = requestKey === undefined ? null : await requestIn(decider, stream, requestKey);
      if (request?.done) return ok({ ...request.done, events: [] });
      const decided = decideAll(decider, commands, current);
      const checked = check(current.revision);
      const isSettled = !decided.ok || decided.value.length === 0 || !checked.ok;
      if (isSettled && !isFresh) {
        current = await streams.catchUp(decider, stream, current);
        isFresh = true;
        continue;
      }
      if (!checked.ok) return checked;
      if (!decided.ok) return decided;
      if (decided.value.length === 0) return ok({ ...current, events: [] });
      const attemptedAt = performance.now();
      try {
        const appended = await append(decider, stream, current, decided.value, context, request?.eventKey);
        if (requestKey === undefined) return ok(appended);
        // The append may have been a repetition, of events with other times and ids inside.
        return ok({ ...appended, ...(await requestIn(decider, stream, requestKey)).done });
      } catch (error) {
        if (!(error instanceof ConcurrencyConflict) || performance.now() - startedAt > maxConflictMs)
          throw error;
        await delay(pauseMs(++conflicts, performance.now() - attemptedAt));
        current = await streams.catchUp(decider, stream, current);
        isFresh = true;
      }
    }
  }

  const requestIn = <S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    requestKey: string,
  ) => findRequest(log, decider, stream, requestKey, now());

  async function append<S, C, E extends DomainEvent, R>(
    decider: Decider<S, C, E, R>,
    stream: string,
    current: Folded<S>,
    events: readonly E[],
    { idempotencyKey, requestKey: _, ...metadata }: CommandContext,
    eventKey = idempotencyKey,
  ): Promise<Executed<S, E>> {
    const written = await streams.append(decider, stream, async () => {
      const { resent, ...appended } = await log.append(
        stream,
        current.revision,
        events.map((event, index) => ({
          id: eventKey === undefined ? randomUUID() : eventIdUnder(eventKey, stream, index),
          event,
          metadata: metadata satisfies EventMetadata,
        })),
      );
      const state = fold(decider, current.state, events, current.revision + 1);
      // Only ids that the log cannot hold yet, sent once, show that the append is not a repetition.
      return { ...appended, state, mayBeRepeated: eventKey !== undefined || resent === true };
    });
    return { ...written, events };
  }

  async function inTurn<T>(stream: string, task: () => Promise<T>): Promise<T> {
    const execution = exclusively(stream, task);
    running.add(execution);
    try {
      return await execution;
    } finally {
      running.delete(execution);
    }
  }

  return {
    load: streams.load,
    loadAhead: streams.loadAhead,
    loadAsOf: streams.loadAsOf,
    readAhead: streams.readAhead,
    ageOfEvent: streams.ageOfEvent,
    follow: streams.follow,
    execute: (decider, stream, commands, context, { isNew = false } = {}) =>
      inTurn(stream, () => run(decider, stream, commands, context, isNew, () => ok(null))),
    executeAt: (decider, stream, expected, commands, context) =>
      inTurn(stream, () =>
        run(decider, stream, commands, context, expected === noStream, (revision) =>
          revision === expected ? ok(null) : err({ code: 'revision_mismatch', revision } as const),
        ),
      ),
    async settled() {
      while (running.size > 0) {
        await Promise.allSettled(running);
        // What awaits a command may begin another one.
        await nextTurn();
      }
    },
  };
}

/** Decides each command on the state after the previous ones. */
function decideAll<S, C, E, R>(
  decider: Decider<S, C, E, R>,
  commands: readonly C[],
  from: Folded<S>,
): Result<readonly E[], R> {
  const events: E[] = [];
  let { state } = from;
  for (const command of commands) {
    const decided = decider.decide(command, state);
    if (!decided.ok) return decided;
    state = fold(decider, state, decided.value, from.revision + 1 + events.length);
    events.push(...decided.value);
  }
  return ok(events);
}
