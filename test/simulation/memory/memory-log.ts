import {
  type Appended,
  type EventLog,
  type NewEvent,
  noStream,
  type RecordedEvent,
  type UndecodedEvent,
} from '../../../log/event-log.ts';
import { ConcurrencyConflict, StreamErased } from '../../../log/log-errors.ts';

/** What of the log the dispatcher uses. */
export type UsedLog = Pick<
  EventLog,
  'append' | 'readStream' | 'readEvent' | 'eraseStream' | 'head' | 'purge'
>;

/** One place of the log; without an event where it was erased, or where its reader cannot decode it. */
export interface Place {
  readonly position: bigint;
  readonly event: RecordedEvent | null;
  readonly undecoded?: UndecodedEvent;
}

/** A log in memory, with what a follower needs beside it. */
export interface MemoryLog {
  /**
   * As EventStoreDB does it: the same events again at the same place are an append that succeeded before.
   * @throws ConcurrencyConflict, StreamErased
   */
  append(stream: string, expected: number, events: readonly NewEvent[]): Appended;
  /** @throws StreamErased */
  stream(name: string): readonly RecordedEvent[];
  /** Appends an event that no follower of the log can decode until a moment. */
  appendUnknown(stream: string, event: NewEvent, until: number): void;
  /** Everything after a position: what was erased as well, until a scavenge takes it away. */
  after(position: bigint): readonly Place[];
  head(): bigint;
  /** Deletes a stream for good. Those that follow the log still come by what it held. */
  erase(stream: string): void;
  /** Takes away what erased streams held. */
  scavenge(): void;
  /** Settles with the next append, or with the signal. */
  changed(signal: AbortSignal): Promise<void>;
  /** Whoever must see every event, in the order of the log, and every stream that is deleted for good. */
  watch(recorded: (event: RecordedEvent) => void, erased?: (stream: string) => void): void;
}

export function openMemoryLog(now: () => Date): MemoryLog {
  const streams = new Map<string, RecordedEvent[]>();
  const erased = new Set<string>();
  const all: Place[] = [];
  const watchers: ((event: RecordedEvent) => void)[] = [];
  const erasers: ((stream: string) => void)[] = [];
  /** Until when the event at a position is unknown to all releases that run. */
  const unknownUntil = new Map<bigint, number>();
  let waiting: (() => void)[] = [];

  function stream(name: string): readonly RecordedEvent[] {
    if (erased.has(name)) throw new StreamErased(name);
    return streams.get(name) ?? [];
  }

  function append(name: string, expected: number, events: readonly NewEvent[]): Appended {
    const held = stream(name);
    if (held.length - 1 !== expected) {
      const before = held.slice(expected + 1, expected + 1 + events.length);
      const last = before.at(-1);
      const isRepeated =
        before.length === events.length && before.every(({ id }, index) => id === events[index]?.id);
      if (last && isRepeated) return { revision: last.revision, position: last.position };
      throw new ConcurrencyConflict(name, expected);
    }
    const added = events.map((event, index) => ({
      ...event,
      stream: name,
      revision: held.length + index,
      position: BigInt(all.length + index + 1),
      recordedAt: now(),
    }));
    streams.set(name, [...held, ...added]);
    all.push(...added.map((event) => ({ position: event.position, event })));
    for (const event of added) for (const watcher of watchers) watcher(event);
    wakeAll();
    return { revision: held.length + added.length - 1, position: BigInt(all.length) };
  }

  function seen({ position, event }: Place): Place {
    if (!event || (unknownUntil.get(position) ?? 0) <= now().getTime()) return { position, event };
    const { accountId } = event.metadata;
    const type = `New${event.event.type}`;
    const undecoded: UndecodedEvent = {
      id: event.id,
      type,
      stream: event.stream,
      revision: event.revision,
      accountId,
      fault: null,
    };
    return { position, event: null, undecoded };
  }

  function wakeAll(): void {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  }

  function scavenge(): void {
    for (const name of erased)
      for (const { position } of streams.get(name) ?? [])
        all[Number(position) - 1] = { position, event: null };
    for (const name of erased) streams.delete(name);
  }

  return {
    append,
    stream,
    scavenge,
    appendUnknown(name, event, until) {
      unknownUntil.set(BigInt(all.length + 1), until);
      append(name, noStream, [event]);
    },
    after: (position) => {
      const places = all.slice(Number(position));
      return unknownUntil.size === 0 ? places : places.map(seen);
    },
    head: () => BigInt(all.length),
    erase(name) {
      if (erased.has(name)) return;
      erased.add(name);
      for (const tell of erasers) tell(name);
    },
    changed: (signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          signal.removeEventListener('abort', wake);
          resolve();
        };
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', wake);
        waiting.push(wake);
      }),
    watch(recorded, onErased) {
      watchers.push(recorded);
      if (onErased) erasers.push(onErased);
    },
  };
}

/** The log as one process sees it. @param call decides what becomes of each call on its way */
export function logOf(log: MemoryLog, call: <T>(effect: () => T) => Promise<T>): UsedLog {
  return {
    append: (stream, expected, events) => call(() => log.append(stream, expected, events)),
    readEvent: (stream, revision) => call(() => log.stream(stream)[revision] ?? null),
    async *readStream(stream, from = 0) {
      yield* await call(() => log.stream(stream).slice(Math.max(from, noStream + 1)));
    },
    head: () => call(() => (log.head() === 0n ? null : log.head())),
    eraseStream: (stream) => call(() => log.erase(stream)),
    purge: (deleted) =>
      call(() => {
        if (deleted.length > 0) log.scavenge();
        return { cleanUpTo: log.head() + 1n, pending: [] };
      }),
  };
}
