import type { DomainEvent, EventType } from '../domain/event-registry.ts';
import type { RecordedEvent } from '../log/event-log.ts';

/** What a projection keeps of one thing: plain values that BSON can hold, without `_id` and `_position`. */
export type Document = Readonly<Record<string, unknown>>;

/** The recorded event of one type. */
export type Recorded<T extends EventType> = RecordedEvent<Extract<DomainEvent, { type: T }>>;

/**
 * How an event of one type changes a document. Declared as a method, so that projections of different
 * documents fit one list: the runner hands each only documents of its own making.
 */
type Handler<D extends Document, T extends EventType> = {
  handle(doc: D | null, event: Recorded<T>): D | null;
}['handle'];

/** An index of the collection, as MongoDB takes it. */
export interface Index {
  readonly keys: Readonly<Record<string, 1 | -1>>;
  readonly unique?: boolean;
}

/**
 * Counts the documents of a model by something that they share, in documents of the same collection. Such a document is
 * stored before the documents that it counts, so that what it holds is known to be counted after a crash. An event that
 * removes a document that is not there counts for nothing: its beginning may be gone from the log for good.
 */
export interface Counter {
  /** What the `_id` of each counting document begins with, and no other `_id` does. */
  readonly prefix: string;
  readonly adds: EventType;
  readonly removes: EventType;
  /** What the event's document is counted under; null for an event that adds and removes nothing. */
  readonly of: (event: RecordedEvent) => string | null;
}

/** How the documents of one account are listed, newest first, by an index. */
export interface OfAccount {
  /** The moment that they are ordered by. */
  readonly at: string;
  /** All values of the fields that stand between the account and the moment in the index. */
  readonly each?: Readonly<Record<string, readonly unknown[]>>;
}

/** A counting document. */
export type Count = Readonly<{ count: number }>;

/**
 * A read model as data: which events it follows, which document each belongs to, and how that document
 * changes. Pure: the same history gives the same documents, whenever and however often it is run.
 * A handler that answers null deletes the document.
 */
export interface Projection<D extends Document = Document> {
  readonly name: string;
  /** Raised with each change of shape or meaning: the model is then built anew. */
  readonly version: number;
  readonly on: { readonly [T in EventType]?: Handler<D, T> };
  /**
   * Events that leave a tombstone even where there is no document: what they erase may be gone from the log by the
   * time that the model is built again, and what is built then must be the same.
   */
  readonly erasedBy?: readonly EventType[];
  /** The `_id` of the document that an event belongs to; null where it belongs to none. */
  readonly key: (event: RecordedEvent) => string | null;
  /**
   * The `_id` of the document that every event of a stream belongs to; null where they belong to several. It says what
   * an event that cannot be decoded would have changed: without it, that is anything of the account.
   */
  readonly keyOfStream?: (stream: string) => string | null;
  readonly indexes: readonly Index[];
  /** `id` where a document's id is that of the account. Without it, documents of an account are looked for one by one. */
  readonly ofAccount?: OfAccount | 'id';
  readonly counter?: Counter;
  /** The streams to read: names begin with one of these. */
  readonly streamPrefixes: readonly string[];
  /** While more keeps coming, what comes within so long is written together; nobody waits for it meanwhile. */
  readonly patienceMs?: number;
  /** Which build of this version it is, from 1, where it is not the first. */
  readonly generation?: number;
  /** The version before, which goes on being kept up to date until this one is built. */
  readonly former?: Projection;
}

/**
 * A projection that also acts. `react` says what each event calls for, given the document as it is right
 * after that event; the runner performs it before it stores the documents, so that a crash repeats it:
 * what is performed must come out the same when it is done twice.
 */
export interface ProcessManager<D extends Document = Document, Action = unknown> extends Projection<D> {
  react(doc: D | null, event: RecordedEvent): readonly Action[];
}

/** Names a model's collection and its checkpoint. */
export const modelId = ({
  name,
  version,
  generation = 1,
}: Pick<Projection, 'name' | 'version' | 'generation'>): string =>
  generation === 1 ? `${name}@${version}` : `${name}@${version}.g${generation}`;

/** The name of the model that a `modelId` names. */
export const nameOf = (id: string): string => id.slice(0, id.lastIndexOf('@'));

/** The id that follows `prefix` in a stream's name, or null in a name that begins otherwise. */
export const idAfter = (prefix: string, stream: string): string | null =>
  stream.startsWith(prefix) ? stream.slice(prefix.length) : null;

/** The document after one event. The one place that calls a handler, so that types meet here alone. */
export function project<D extends Document>(
  { on }: Projection<D>,
  doc: D | null,
  event: RecordedEvent,
): D | null {
  const handler = on[event.event.type] as ((doc: D | null, event: RecordedEvent) => D | null) | undefined;
  return handler ? handler(doc, event) : doc;
}
