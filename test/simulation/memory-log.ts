import {
  ConcurrencyConflict,
  noStream,
  type Appended,
  type EventLog,
  type NewEvent,
  type RecordedEvent,
} from '../../log/event-log.ts';

/** What of the log the dispatcher uses. */
export type UsedLog = Pick<EventLog, 'append' | 'readStream' | 'readEvent'>;

/** A log in memory, with what a follower needs beside it. */
export interface MemoryLog {
  /** As EventStoreDB does it: the same events again at the same place are an append that succeeded before. */
  append(stream: string, expected: number, events: readonly NewEvent[]): Appended;
  stream(name: string): readonly RecordedEvent[];
  /** Everything after a position. */
  after(position: bigint): readonly RecordedEvent[];
  head(): bigint;
  /** Settles with the next append, or with the signal. */
  changed(signal: AbortSignal): Promise<void>;
  /** Whoever must see every event, in the order of the log. */
  watch(watcher: (event: RecordedEvent) => void): void;
}

export function openMemoryLog(now: () => Date): MemoryLog {
  const streams = new Map<string, RecordedEvent[]>();
  const all: RecordedEvent[] = [];
  const watchers: ((event: RecordedEvent) => void)[] = [];
  let waiting: (() => void)[] = [];

  function append(stream: string, expected: number, events: readonly NewEvent[]): Appended {
    const held = streams.get(stream) ?? [];
    if (held.length - 1 !== expected) {
      const before = held.slice(expected + 1, expected + 1 + events.length);
      const last = before.at(-1);
      const isRepeated =
        before.length === events.length && before.every(({ id }, index) => id === events[index]?.id);
      if (last && isRepeated) return { revision: last.revision, position: last.position };
      throw new ConcurrencyConflict(stream, expected);
    }
    const added = events.map((event, index) => ({
      ...event,
      stream,
      revision: held.length + index,
      position: BigInt(all.length + index + 1),
      recordedAt: now(),
    }));
    streams.set(stream, [...held, ...added]);
    all.push(...added);
    for (const event of added) for (const watcher of watchers) watcher(event);
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
    return { revision: held.length + added.length - 1, position: BigInt(all.length) };
  }

  return {
    append,
    stream: (name) => streams.get(name) ?? [],
    after: (position) => all.slice(Number(position)),
    head: () => BigInt(all.length),
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
    watch: (watcher) => void watchers.push(watcher),
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
  };
}
