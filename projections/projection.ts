import type { DomainEvent, EventType } from '../domain/event-registry.ts';
import type { RecordedEvent } from '../log/event-log.ts';

/** A document of a read model: plain values that BSON can hold, without `_id` and `_position`. */
export type Document = Readonly<Record<string, unknown>>;

/** A recorded event of one type. */
export type Recorded<T extends EventType> = RecordedEvent<Extract<DomainEvent, { type: T }>>;

/**
 * Changes a document by an event of one type. Declared as a method, so that handlers of different documents
 * fit one list: the runner passes each handler only the documents of its own projection.
 */
type Handler<D extends Document, T extends EventType> = {
  handle(doc: D | null, event: Recorded<T>): D | null;
}['handle'];

/** An index of the collection, in MongoDB's terms. */
export interface Index {
  readonly keys: Readonly<Record<string, 1 | -1>>;
  /** Leaves out the documents that have none of the fields. Queries name such an index. */
  readonly sparse?: true;
}

/**
 * Counts the documents of a model by a shared value, in counting documents of the same collection. The
 * counting document is stored before the documents that it counts; after a crash, a stored document has
 * therefore been counted. An event that removes a missing document changes no count, because the document's
 * first events may have been purged from the log.
 */
export interface Counter<D extends Document = Document> {
  /** The prefix of the `_id` of each counting document; no other `_id` has it. */
  readonly prefix: string;
  /** The value under which the event's document is counted; null for an event that changes no count. */
  readonly of: (event: RecordedEvent) => string | null;
  /** The counts, none of them with a document. */
  readonly none: Count;
  /** What an event adds, by its type: a replay counts it also where it starts with the document of later events. */
  readonly adds: { readonly [T in EventType]?: Count };
  readonly removes: EventType;
  /** Returns what the events of a document have added: its removal takes that away. */
  counted(doc: D): Count;
}

/** The order in which the documents of one account are listed, newest first, by an index. */
export interface AccountListing {
  /** The field with the timestamp that orders the list. */
  readonly at: string;
  /** All values of the fields that stand between the account and the timestamp in the index. */
  readonly each?: Readonly<Record<string, readonly unknown[]>>;
}

/** A document that an event of another stream begins. */
export interface Beginning {
  readonly id: string;
  readonly doc: Document;
}

/**
 * The documents that begin with events of other streams. Which ones begin follows from the event and from a state of its
 * account as of that event. The state is a document of the same collection, and is stored after the documents that began
 * before its last change: an event up to that change has therefore begun its documents.
 */
export interface Beginnings<S extends Document = Document> {
  /** The prefix of the `_id` of each state, before the account's id; no other `_id` has it. */
  readonly prefix: string;
  /** Prefixes of the streams that change the state or begin documents: an unknown event in them may have done so. */
  readonly streamPrefixes: readonly string[];
  /** Changes the state of an account by an event of one type. */
  readonly on: { readonly [T in EventType]?: Handler<S, T> };
  readonly begunBy: readonly EventType[];
  /** Whether `begin` needs the first event of the event's stream. */
  readonly needsFirst: (event: RecordedEvent) => boolean;
  /**
   * Returns the documents that an event begins.
   * @param first the first event of its stream, if that is needed and the log has it
   */
  begin(state: S | null, event: RecordedEvent, first: RecordedEvent | null): readonly Beginning[];
}

/** A counting document: numbers by name. */
export type Count = Readonly<Record<string, number>>;

/**
 * A read model as data: the events that it follows, the document that each event belongs to, and how the
 * event changes that document. Handlers are pure: the same history gives the same documents. A handler that
 * returns null deletes the document.
 */
export interface Projection<D extends Document = Document> {
  readonly name: string;
  /** Raised with each change of a document's shape or meaning; the model is then rebuilt. */
  readonly version: number;
  readonly on: { readonly [T in EventType]?: Handler<D, T> };
  /**
   * Events that leave a tombstone even where there is no document. The events that they erase may be gone
   * from the log by the time of a rebuild, and the rebuilt documents must be the same.
   */
  readonly erasedBy?: readonly EventType[];
  /** Returns the `_id` of the document that an event belongs to; null if the event belongs to no document. */
  readonly key: (event: RecordedEvent) => string | null;
  /**
   * Returns the `_id` of the one document that all events of a stream belong to; null if there are several.
   * It names the document that an undecodable event would have changed; without it, the whole account is
   * parked.
   */
  readonly keyOfStream?: (stream: string) => string | null;
  readonly indexes: readonly Index[];
  /**
   * `id` if a document's id is the account's id, `none` if documents belong to no account. If absent, an account's documents have no list index.
   */
  readonly accountListing?: AccountListing | 'id' | 'none';
  readonly counter?: Counter<D>;
  readonly beginnings?: Beginnings;
  /** The name of a former process manager whose skipped events the model skips too. */
  readonly skipsAlso?: string;
  /** Prefixes of the names of the streams to read. */
  readonly streamPrefixes: readonly string[];
  /**
   * How long events are gathered before they are written together, in milliseconds, while more events arrive.
   * For models whose writes no request waits for.
   */
  readonly gatherMs?: number;
  /** The number of this build of the version, from 1; absent on the first build. */
  readonly generation?: number;
  /** The previous version, which is kept up to date until this version is built. */
  readonly previous?: Projection;
}

/**
 * A projection that also acts. `react` returns the actions that an event requires, given the document right
 * after that event. The runner performs them before it stores the documents, so that a crash repeats them:
 * every action must be idempotent.
 */
export interface ProcessManager<D extends Document = Document, Action = unknown> extends Projection<D> {
  react(doc: D | null, event: RecordedEvent): readonly Action[];
}

/**
 * Returns the name of a model's collection and checkpoint: `name@version`, with `.gN` from the second
 * generation on.
 */
export const modelId = ({
  name,
  version,
  generation = 1,
}: Pick<Projection, 'name' | 'version' | 'generation'>): string =>
  generation === 1 ? `${name}@${version}` : `${name}@${version}.g${generation}`;

/** Returns the name of the model in a `modelId`. */
export const nameOf = (id: string): string => id.slice(0, id.lastIndexOf('@'));

/** Returns the id that follows `prefix` in a stream's name; null if the name has another prefix. */
export const idAfter = (prefix: string, stream: string): string | null =>
  stream.startsWith(prefix) ? stream.slice(prefix.length) : null;

/**
 * Returns the document after an event. All handlers are called here, so that only this function casts their
 * types.
 */
export function project<D extends Document>(
  { on }: Pick<Projection<D>, 'on'>,
  doc: D | null,
  event: RecordedEvent,
): D | null {
  const handler = on[event.event.type] as ((doc: D | null, event: RecordedEvent) => D | null) | undefined;
  return handler ? handler(doc, event) : doc;
}

/** Returns a log position padded with zeros: the text sorts as the number does. */
export const comparable = (position: string | bigint): string => String(position).padStart(20, '0');

/** Anything that a runner feeds with the events of the log. */
export type EventProcessor = Projection | ProcessManager;
