// Encoded here because the client library takes three times the CPU: npm run bench -- log
import { FieldReader } from './field-reader.ts';
import type { Stored } from './recorded.ts';
import { delimited, text, varint } from './protobuf.ts';

/** The field numbers of `ReadReq` and `ReadResp` in EventStoreDB's streams.proto. */
const options = { all: 2, subscription: 6, filter: 7, noFilter: 8, uuid: 9 } as const;
const all = { after: 1, fromStart: 2 } as const;
const positionFields = { commit: 1, prepare: 2 } as const;
const filter = { streams: 1, window: 3, windowsToCheckpoint: 5 } as const;
const prefix = 2;
const uuidAsText = 2;
const response = { event: 1, checkpoint: 3, caughtUp: 8 } as const;
const resolved = 1;
const recorded = {
  id: 1,
  stream: 2,
  revision: 3,
  commit: 5,
  frames: 6,
  metadata: 7,
  data: 8,
} as const;
const streamName = 3;
const frame = { key: 1, value: 2 } as const;

/** Encodes a `ReadReq` that subscribes to the whole log after an event; null for the start. */
export const everythingAfter = (after: Position | null): Buffer =>
  delimited(
    1,
    delimited(options.all, after === null ? delimited(all.fromStart) : placeAfter(after)),
    delimited(options.subscription),
    delimited(options.noFilter),
    delimited(options.uuid, delimited(uuidAsText)),
  );

/**
 * The number of non-matching events after which a position is sent instead of an event: a wide window keeps
 * the server's reads large.
 */
const searchWindow = 1_000;

/**
 * Encodes a `ReadReq` for the events of some streams after a position; null for the start. @param prefixes
 * prefixes of the streams' names
 */
export const eventsAfter = (after: bigint | null, prefixes: readonly string[]): Buffer =>
  delimited(
    1,
    delimited(
      options.all,
      after === null ? delimited(all.fromStart) : placeAfter({ commit: after, prepare: after }),
    ),
    delimited(options.subscription),
    delimited(
      options.filter,
      delimited(filter.streams, ...prefixes.map((name) => text(prefix, name))),
      varint(filter.window, searchWindow),
      varint(filter.windowsToCheckpoint, 1),
    ),
    delimited(options.uuid, delimited(uuidAsText)),
  );

/** A position in the event store's form: an event of a transaction has a position before its commit. */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

const placeAfter = ({ commit, prepare }: Position): Buffer =>
  delimited(all.after, varint64(positionFields.commit, commit), varint64(positionFields.prepare, prepare));

/** As `varint`, for numbers beyond the safe integers. */
function varint64(field: number, value: bigint): Buffer {
  const bytes = [field * 8];
  let rest = value;
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

/** The parts of a `ReadResp` that readers of the log use. */
export interface ReadMessage {
  readonly event: FeedEvent | null;
  readonly checkpoint: Checkpoint | null;
  readonly isCaughtUp: boolean;
}

/**
 * How far the event store has searched without a match: past the event at `through`, or past everything
 * before `before`, where the next record begins. No event has the position `before`.
 */
export type Checkpoint = { readonly through: bigint } | { readonly before: bigint };

/** An event whose content is not decoded yet. */
export interface FeedEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  /** The message that contains the event, and the event's range in it. */
  readonly message: Buffer;
  readonly from: number;
  readonly to: number;
}

const emptyMessage: ReadMessage = { event: null, checkpoint: null, isCaughtUp: false };

/** Decodes a `ReadResp`. @throws RangeError for another message */
export function decodeReadMessage(message: Buffer): ReadMessage {
  const reader = new FieldReader(message);
  while (reader.next()) {
    if (reader.field === response.caughtUp) return { ...emptyMessage, isCaughtUp: true };
    if (reader.field === response.event) {
      const event = reader.inside();
      return { ...emptyMessage, event: event.find(resolved) ? eventIn(message, event) : null };
    }
    if (reader.field === response.checkpoint)
      return { ...emptyMessage, checkpoint: checkpointIn(reader.inside()) };
  }
  return emptyMessage;
}

/** EventStoreDB 24 sends -1 as an unsigned number before it has searched anything. */
const unknownPosition = 2n ** 64n - 1n;

/** Returns null for a checkpoint without information: the start of the log, or a position before it. */
function checkpointIn(at: FieldReader): Checkpoint | null {
  // A field of 0 is omitted.
  let [commit, prepare] = [0n, 0n];
  while (at.next()) {
    if (at.field === positionFields.commit) commit = at.number();
    if (at.field === positionFields.prepare) prepare = at.number();
  }
  if (commit === 0n || commit === unknownPosition) return null;
  return commit === prepare ? { through: commit } : { before: commit };
}

function eventIn(message: Buffer, { from, to }: FieldReader): FeedEvent {
  let [id, stream] = ['', ''];
  let revision = 0;
  let position = 0n;
  const event = new FieldReader(message, from, to);
  while (event.next()) {
    if (event.field === recorded.id) id = textWithin(event, uuidAsText);
    if (event.field === recorded.stream) stream = textWithin(event, streamName);
    if (event.field === recorded.revision) revision = Number(event.number());
    if (event.field === recorded.commit) position = event.number();
  }
  return { id, stream, revision, position, message, from, to };
}

/** Decodes the content of an event. @throws RangeError for a malformed message */
export function storedOf({ id, stream, position, message, from, to }: FeedEvent): Stored {
  let [type, ticks] = ['', ''];
  let revision = 0n;
  let data: unknown;
  let metadata: unknown;
  const event = new FieldReader(message, from, to);
  while (event.next())
    switch (event.field) {
      case recorded.revision:
        revision = event.number();
        break;
      case recorded.frames: {
        const key = textWithin(event, frame.key);
        if (key === 'type') type = textWithin(event, frame.value);
        if (key === 'created') ticks = textWithin(event, frame.value);
        break;
      }
      case recorded.metadata:
        metadata = parse(event.text());
        break;
      case recorded.data:
        data = parse(event.text());
    }
  const created = new Date(Number(ticks.slice(0, -ticksDigits)));
  return { id, type, created, streamId: stream, revision, position: { commit: position }, data, metadata };
}

/** Ten thousand ticks are a millisecond. */
const ticksDigits = 4;

/** Returns a field of a nested message as text. */
function textWithin(message: FieldReader, wanted: number): string {
  const part = message.inside();
  return part.find(wanted) ? part.text() : '';
}

/** Returns undefined for invalid JSON, which no event contains. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
