import type { Actor } from '../domain/event.ts';
import type { DomainEvent } from '../domain/event-registry.ts';
import type { Feed } from './feed.ts';

/** What is known of an event beside its data. Never personal data. */
export interface EventMetadata {
  readonly accountId: string;
  readonly actor: Actor;
  /** Shared by everything that one request set in motion. */
  readonly correlationId: string;
  /** The event or request that caused this one. */
  readonly causationId: string;
  /** W3C trace context, where the request carried one. */
  readonly traceparent?: string;
}

/** An event on its way into the log. The id makes the append idempotent. */
export interface NewEvent {
  readonly id: string;
  readonly event: DomainEvent;
  readonly metadata: EventMetadata;
}

/** An event as the log holds it, decoded and lifted to the newest version of its type. */
export interface RecordedEvent<E extends DomainEvent = DomainEvent> {
  readonly id: string;
  readonly event: E;
  readonly metadata: EventMetadata;
  readonly stream: string;
  /** Its place in its stream, from 0. */
  readonly revision: number;
  /** Its place in the whole log: grows, with gaps. */
  readonly position: bigint;
  readonly recordedAt: Date;
}

/** An event as it was written, in whatever version and of whatever type. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly recordedAt: Date;
  readonly data: unknown;
  readonly metadata: unknown;
}

/** One step of the log. A null event is one of an unknown type, or a position that was passed over. */
export interface LogItem {
  readonly position: bigint;
  readonly event: RecordedEvent | null;
}

/** An event as the feed tells of it. */
export interface Heard {
  readonly position: bigint;
  readonly stream: string;
  /**
   * Decodes it, once for all who ask.
   * @returns null for an event of an unknown type
   * @throws UnreadableEvent
   */
  read(): RecordedEvent | null;
}

/** A backlog's last word: the end of the log is reached. */
export const caughtUp = Symbol('caught up');

export type Batch = readonly (LogItem | typeof caughtUp)[];

/** What the log holds after a position, read ahead of being asked for. */
export interface Backlog {
  /**
   * Waits for what comes next, up to the word that the end of the log is reached. One at a time may wait.
   * @returns at least one item; null after that word, after the signal, and once it is closed
   * @throws UnreadableEvent, LogUnavailable: after all that came before
   */
  take(most: number): Promise<Batch | null>;
  /** Reads no further. */
  close(): void;
}

export interface Appended {
  readonly revision: number;
  readonly position: bigint;
}

export const noStream = -1;

export interface StreamPageRequest {
  readonly direction: 'forwards' | 'backwards';
  /** The revision to begin with; the stream's first, or backwards its last, where it is left out. */
  readonly from?: number | undefined;
  readonly limit: number;
}

export interface StreamPage {
  /** Without those of unknown types, so that there may be fewer than asked for. */
  readonly events: readonly RecordedEvent[];
  /** The revision that the next page begins with; null on the last. */
  readonly next: number | null;
}

export interface EventLog {
  /**
   * Appends all of `events` or none, if the stream's last revision is `expected` (`noStream` for a new one).
   * @throws ConcurrencyConflict when it is not, StreamErased, LogUnavailable when the log did not answer in time,
   * UnreadableEvent for one that fails its schema
   */
  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended>;
  /** A stream's events from a revision on; nothing for a stream that does not exist. @throws StreamErased */
  readStream(stream: string, fromRevision?: number): AsyncIterable<RecordedEvent>;
  /**
   * Some events of a stream in either direction, oldest or newest first; none for a stream that does not exist.
   * @throws StreamErased
   */
  readPage(stream: string, request: StreamPageRequest): Promise<StreamPage>;
  /** One event of a stream, or null. @throws StreamErased */
  readEvent(stream: string, revision: number): Promise<RecordedEvent | null>;
  /**
   * Everything after a position (from the start when null) up to the end of the log, and then the word that it was
   * reached. What comes from then on is the feed's. When the log is lost, whoever reads begins again from its own
   * checkpoint.
   * @param streamPrefixes only events of streams that begin so
   */
  backlog(options: {
    readonly after: bigint | null;
    readonly streamPrefixes: readonly string[];
    readonly signal: AbortSignal;
  }): Backlog;
  /** The position of the last event that the log holds, of whatever kind; null in an empty log. @throws LogUnavailable */
  head(): Promise<bigint | null>;
  /** What comes into the log, for those of this process who have read what there is. */
  readonly feed: Feed<Heard>;
  /**
   * The events after a position (from the start when null) as they were written, and no more once the end of
   * the log is reached. @throws LogUnavailable
   */
  readStored(from: { after: bigint | null; stream?: string | undefined }): AsyncIterable<StoredEvent>;
  /** Deletes a stream for good: nobody reads it or writes to it again. Once more changes nothing. @throws LogUnavailable */
  eraseStream(stream: string): Promise<void>;
  /**
   * Removes from the files of the log what erased streams held, as far as the event store can.
   * @throws LogUnavailable when that did not come to its end, or the signal came first
   */
  scavenge(signal: AbortSignal): Promise<void>;
  /** Answers when the log can be read. @throws LogUnavailable */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Somebody else wrote to the stream first. */
export class ConcurrencyConflict extends Error {
  constructor(stream: string, expected: number) {
    super(`stream ${stream} is no longer at revision ${expected}`);
    this.name = 'ConcurrencyConflict';
  }
}

/** The stream was deleted for good, with whatever it held. */
export class StreamErased extends Error {
  readonly stream: string;

  constructor(stream: string) {
    super(`stream ${stream} is erased`);
    this.name = 'StreamErased';
    this.stream = stream;
  }
}

/** What is to be appended is more than the log takes at once: nothing of it was written, and nothing will be. */
export class AppendTooLarge extends Error {
  constructor(stream: string) {
    super(`what is to be appended to ${stream} is too large`);
    this.name = 'AppendTooLarge';
  }
}

/** The log gave no answer, so that it is not known whether a write took place. Repeating it is safe. */
export class LogUnavailable extends Error {
  constructor(cause: unknown) {
    super('the event log does not answer', { cause });
    this.name = 'LogUnavailable';
  }
}
