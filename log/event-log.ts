import type { Actor } from '../domain/event.ts';
import type { DomainEvent } from '../domain/event-registry.ts';
import type { Feed } from './feed.ts';
import type { EventPosition } from './log-point.ts';

export type { EventPosition } from './log-point.ts';

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

/** An event that this release cannot decode, as far as it is known. */
export interface UnreadEvent {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  /** Null where its metadata do not name one. */
  readonly accountId: string | null;
  /** Why it cannot be read; null where this release does not know its type. */
  readonly fault: string | null;
}

/** One step of the log: an event, an event that cannot be decoded, or without either a position that was passed over. */
export interface LogItem {
  readonly position: bigint;
  readonly event: RecordedEvent | null;
  readonly unread?: UnreadEvent;
}

/** An event as the feed tells of it. */
export interface FeedItem extends EventPosition {
  /** Its place in its stream, from 0. */
  readonly revision: number;
  /**
   * Decodes it, once for all who ask.
   * @returns null for an event of an unknown type
   * @throws UnreadableEvent
   */
  read(): RecordedEvent | null;
  /** The same as a step of the log, which tells of an event that cannot be decoded as well. */
  item(): LogItem;
}

/** A backlog's last word: the end of the log is reached. */
export const caughtUp = Symbol('caught up');

export type Batch = readonly (LogItem | typeof caughtUp)[];

/** What the log holds after a position, read ahead of being asked for. */
export interface Backlog {
  /**
   * Waits for what comes next, up to the word that the end of the log is reached. One at a time may wait.
   * @returns at least one item; null after `caughtUp`, after the signal, and once it is closed
   * @throws LogUnavailable: after all that came before
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

/** A member of a store whose files may still hold what was erased. */
export interface PendingMember {
  /** `host:port` */
  readonly member: string;
  readonly state: 'away' | 'not ready' | 'working' | 'waiting' | 'failed';
  readonly message: string;
  /** When it came to this state, as far as is known. ISO 8601. */
  readonly since: string;
}

/** How far the files of the log are rid of what was deleted. */
export interface Purge {
  /** No file of any member holds what was deleted before this position; -1 where nothing is known. */
  readonly cleanUpTo: bigint;
  /** The members that may hold something still; none once all that was asked for is done. */
  readonly pending: readonly PendingMember[];
}

/** A scavenge that this service started, and what its member held then. */
export interface StartedScavenge {
  readonly id: string;
  readonly member: string;
  /** The number of the newest scavenge point that the member held; -1 for none. */
  readonly point: number;
  readonly at: Date;
}

/** What has to be remembered of the log's members beside the log, over restarts of this service. */
export interface ScavengeMemory {
  /** Every member that was ever seen, and when it was seen last. */
  members(): Promise<ReadonlyMap<string, Date>>;
  saw(members: readonly string[], at: Date): Promise<void>;
  started(): Promise<readonly StartedScavenge[]>;
  start(scavenge: StartedScavenge): Promise<void>;
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
   * Everything after a position (from the start when null) up to an event, then a step at the position of that event,
   * then `caughtUp`. A node of the event store that lags behind is waited for: it cannot end a backlog early. When the
   * log is lost, the reader begins again from its own checkpoint.
   * @param upTo the event that the backlog ends with; the last one that the log holds now, where it is left out
   * @param streamPrefixes only events of streams that begin so
   */
  backlog(options: {
    readonly after: bigint | null;
    readonly upTo?: EventPosition | null;
    readonly streamPrefixes: readonly string[];
    readonly signal: AbortSignal;
  }): Backlog;
  /** The position of the last event that the log holds, of whatever kind; null in an empty log. @throws LogUnavailable */
  head(): Promise<bigint | null>;
  /** What comes into the log, for those of this process who have read what there is. */
  readonly feed: Feed<FeedItem>;
  /**
   * The events at and after a position (from the start when null) as they were written, and no more once the end of
   * the log is reached. Where no event stands at the position, the log is searched from its start. @throws LogUnavailable
   */
  readStored(range: { from: bigint | null; stream?: string | undefined }): AsyncIterable<StoredEvent>;
  /** Deletes a stream for good: nobody reads it or writes to it again. Once more changes nothing. @throws LogUnavailable */
  eraseStream(stream: string): Promise<void>;
  /**
   * Takes the next step to rid the files of every member of the log of what was deleted: it looks at how far the members
   * have come, and starts at most one scavenge. To be called again until nothing is pending.
   * @param deleted positions that each lie past the deletion of something; none only looks who is a member
   * @throws LogUnavailable
   */
  purge(deleted: readonly bigint[], memory: ScavengeMemory): Promise<Purge>;
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
