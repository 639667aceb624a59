import type { Actor } from '../domain/event.ts';
import type { DomainEvent } from '../domain/event-registry.ts';
import type { EventIdentity, EventPosition } from './event-position.ts';
import type { Feed } from './feed.ts';
import type { Purge, ScavengeMemory } from './purge-types.ts';

export type { EventIdentity, EventPosition } from './event-position.ts';

/** The context of an event. Never contains personal data. */
export interface EventMetadata {
  readonly accountId: string;
  readonly actor: Actor;
  /** Shared by everything that one request caused. */
  readonly correlationId: string;
  /** The event or request that caused this event. */
  readonly causationId: string;
  /** The W3C trace context of the request, if any. */
  readonly traceparent?: string;
}

/** An event to append. Its id makes the append idempotent. */
export interface NewEvent {
  readonly id: string;
  readonly event: DomainEvent;
  readonly metadata: EventMetadata;
}

/** A recorded event, decoded and upcast to the newest version of its type. */
export interface RecordedEvent<E extends DomainEvent = DomainEvent> {
  readonly id: string;
  readonly event: E;
  readonly metadata: EventMetadata;
  readonly stream: string;
  /** Its revision in its stream, from 0. */
  readonly revision: number;
  /** Its position in the log; positions increase, with gaps. */
  readonly position: bigint;
  readonly recordedAt: Date;
}

/** An event as stored, in any version and of any type. */
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

/** The known parts of an event that this release cannot decode. */
export interface UndecodedEvent {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  /** Null if the metadata contain no account. */
  readonly accountId: string | null;
  /** Why the event cannot be decoded; null if this release does not know its type. */
  readonly fault: string | null;
}

/**
 * An item of the log: an event, an event that cannot be decoded, or a position without an event for the
 * reader.
 */
export interface LogItem {
  readonly position: bigint;
  readonly event: RecordedEvent | null;
  readonly undecoded?: UndecodedEvent;
  /** The event at a position that has no event for the reader, where it is known. */
  readonly passed?: EventIdentity;
}

/** An event in the feed. */
export interface FeedItem extends EventIdentity {
  /** Its revision in its stream, from 0. */
  readonly revision: number;
  /** The length of the message that contained it. */
  readonly bytes: number;
  /**
   * Decodes the event, once for all readers.
   * @returns null for an event of an unknown type
   * @throws UnreadableEvent
   */
  read(): RecordedEvent | null;
  /** Returns the event as a log item, which also represents an event that cannot be decoded. */
  item(): LogItem;
}

/** Marks the end of a backlog. */
export const caughtUp = Symbol('caught up');

export type Batch = readonly (LogItem | typeof caughtUp)[];

/** The log's events after a position, read ahead. */
export interface Backlog {
  /**
   * Waits for the next items, or for the end of the log. Only one caller at a time may wait.
   * @returns at least one item; null after `caughtUp`, after the signal, and once closed
   * @throws LogUnavailable, after all earlier items
   */
  take(most: number): Promise<Batch | null>;
  /** Stops reading. */
  close(): void;
}

/** The reply to an append. A repetition, recognised by the ids of its events, gets the reply of the first run. */
export interface Appended {
  readonly revision: number;
  readonly position: bigint;
  /** The append was sent more than once, so that even events with new ids may be a repetition. */
  readonly resent?: true;
}

export const noStream = -1;

export interface StreamPageRequest {
  readonly direction: 'forwards' | 'backwards';
  /** The first revision; by default the stream's first, or for backwards its last. */
  readonly from?: number | undefined;
  readonly limit: number;
}

export interface StreamPage {
  /** Without events of unknown types, so that a page may be shorter than its limit. */
  readonly events: readonly RecordedEvent[];
  /** The first revision of the next page; null on the last page. */
  readonly next: number | null;
}

export interface LogPageRequest {
  readonly direction: 'forwards' | 'backwards';
  /** The position of an event, which is left out; by default the page begins at the end of the log. */
  readonly from?: bigint | undefined;
  readonly limit: number;
}

export interface LogPage {
  /** The service's events that can be decoded, in the direction of the page. */
  readonly events: readonly RecordedEvent[];
  /** The position from which the next page in the same direction begins; null at the end of the log. */
  readonly next: bigint | null;
}

export interface EventLog {
  /**
   * Appends all of `events` or none, if the stream is at revision `expected` (`noStream` for a new stream).
   * @throws ConcurrencyConflict if the stream is at another revision, StreamErased, LogUnavailable if the log
   * did not respond in time, UnreadableEvent for an event that fails its schema
   */
  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended>;
  /**
   * Reads a stream's events from a revision on; none for a stream that does not exist. @throws StreamErased
   */
  readStream(stream: string, fromRevision?: number): AsyncIterable<RecordedEvent>;
  /**
   * Reads a page of a stream, oldest or newest first; empty for a stream that does not exist.
   * @throws StreamErased
   */
  readPage(stream: string, request: StreamPageRequest): Promise<StreamPage>;
  /**
   * Reads a page of the whole log, which may hold events of erased streams until they are scavenged.
   * @returns null for a position at which no event begins
   * @throws LogUnavailable
   */
  readLogPage(request: LogPageRequest): Promise<LogPage | null>;
  /** Reads one event of a stream; null if it does not exist. @throws StreamErased */
  readEvent(stream: string, revision: number): Promise<RecordedEvent | null>;
  /**
   * Reads everything after a position (null for the start) up to an event, then an item at that event's
   * position, then `caughtUp`. If a node of the event store lags, the reader waits for it: a lagging node
   * cannot end a backlog early. After an error, the reader must continue from its own checkpoint.
   */
  backlog(options: {
    readonly after: bigint | null;
    /** The event at which the backlog ends; by default the present last event of the log. */
    readonly upTo?: EventPosition | null;
    /** Prefixes of the names of the streams to read. */
    readonly streamPrefixes: readonly string[];
    readonly signal: AbortSignal;
  }): Backlog;
  /**
   * Returns the position of the log's last event of any kind; null for an empty log. @throws LogUnavailable
   */
  head(): Promise<bigint | null>;
  /** Returns the event at exactly this position; null if there is none. @throws LogUnavailable */
  eventAt(position: bigint): Promise<EventIdentity | null>;
  /** New events, for the followers in this process that have read the backlog. */
  readonly feed: Feed<FeedItem>;
  /**
   * Reads the events as stored, from a position (null for the start) to the end of the log. If there is no
   * event at the position, the log is searched from its start. @throws LogUnavailable
   */
  readStored(range: { from: bigint | null; stream?: string | undefined }): AsyncIterable<StoredEvent>;
  /**
   * Deletes a stream for good: it can be neither read nor written again. Repeating has no effect. @throws
   * LogUnavailable
   */
  eraseStream(stream: string): Promise<void>;
  /**
   * Takes the next step to purge deleted events from the files of every member: checks the members' progress,
   * and starts at most one scavenge. Call it repeatedly until nothing is pending.
   * @param deleted positions past the deletions; if empty, only the members are recorded
   * @throws LogUnavailable
   */
  purge(deleted: readonly bigint[], memory: ScavengeMemory): Promise<Purge>;
  /** Resolves if the log can be read. @throws LogUnavailable */
  ping(): Promise<void>;
  close(): Promise<void>;
}
