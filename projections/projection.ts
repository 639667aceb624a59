import type { DomainEvent, EventType } from '../domain/event-registry.ts';
import type { RecordedEvent } from '../log/event-log.ts';

/** What a projection keeps of one thing: plain values that BSON can hold, without `_id` and `_position`. */
export type Document = Readonly<Record<string, unknown>>;

/** The recorded event of one type. */
export type Recorded<T extends EventType> = RecordedEvent<Extract<DomainEvent, { type: T }>>;

/** An index of the collection, as MongoDB takes it. */
export interface Index {
  readonly keys: Readonly<Record<string, 1 | -1>>;
  readonly unique?: boolean;
}

/**
 * A read model as data: which events it follows, which document each belongs to, and how that document
 * changes. Pure: the same history gives the same documents, whenever and however often it is run.
 * A handler that answers null deletes the document.
 */
export interface Projection<D extends Document = Document> {
  readonly name: string;
  /** Raised with each change of shape or meaning: the model is then built anew. */
  readonly version: number;
  readonly on: { readonly [T in EventType]?: (doc: D | null, event: Recorded<T>) => D | null };
  /** The `_id` of the document that an event belongs to; null where it belongs to none. */
  readonly key: (event: RecordedEvent) => string | null;
  readonly indexes: readonly Index[];
  /** The streams to read: names begin with one of these. */
  readonly streamPrefixes: readonly string[];
}

/**
 * A projection that also acts. `react` says what each event calls for, given the document as it is right
 * after that event; the runner performs it before it stores the documents, so that a crash repeats it:
 * what is performed must come out the same when it is done twice.
 */
export interface ProcessManager<D extends Document = Document, Action = unknown> extends Projection<D> {
  readonly react: (doc: D | null, event: RecordedEvent) => readonly Action[];
}

/** The document after one event. The one place that calls a handler, so that types meet here alone. */
export function project<D extends Document>(
  { on }: Projection<D>,
  doc: D | null,
  event: RecordedEvent,
): D | null {
  const handler = on[event.event.type] as ((doc: D | null, event: RecordedEvent) => D | null) | undefined;
  return handler ? handler(doc, event) : doc;
}
