/**
 * The two messages of which there are more than of all others, by hand on the primitives of the generated code.
 * Without their JSON, the append of a submission takes 2.5 µs here and 6 µs with the generated code, an event of the feed
 * 2.2 µs and 3.2 µs, of which its head is 0.5 µs (Node 24).
 */
import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';

/** An event to append, encoded as JSON. */
export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string | Uint8Array;
  readonly metadata: string;
}

/** An append of all of `events`, or of none. */
export interface Append {
  readonly stream: string;
  /** The revision at which the stream must be. */
  readonly expected: number | 'no stream';
  readonly events: readonly ProposedEvent[];
  readonly timeoutMs: number;
}

const varint = (field: number): number => field * 8;
const delimited = (field: number): number => field * 8 + 2;

/** The fields of `BatchAppendReq`, as tags. */
const request = {
  correlationId: delimited(1),
  options: delimited(2),
  event: delimited(3),
  isFinal: varint(4),
};
const options = { stream: delimited(1), revision: varint(2), noStream: delimited(3), timeout: delimited(7) };
const duration = { seconds: varint(1), nanos: varint(2) };
const proposed = {
  id: delimited(1),
  metadata: delimited(2),
  customMetadata: delimited(3),
  data: delimited(4),
};
const entry = { key: delimited(1), value: delimited(2) };
const uuidText = delimited(2);
const streamName = delimited(3);

/** A writer keeps the buffer of its longest message. */
const longestKept = 64 * 1_024;
let writer = new BinaryWriter();

/** Encodes a `BatchAppendReq` with a complete append. @param id a UUID, repeated in the reply */
export function encodeAppend(id: string, { stream, expected, events, timeoutMs }: Append): Buffer {
  writer.uint32(request.correlationId).fork().uint32(uuidText).string(id).join();
  writer.uint32(request.options).fork();
  writer.uint32(options.stream).fork().uint32(streamName).string(stream).join();
  if (expected === 'no stream') writer.uint32(options.noStream).fork().join();
  else writer.uint32(options.revision).uint64(expected);
  // A duration, because the clocks of both sides may differ.
  writer.uint32(options.timeout).fork();
  writer.uint32(duration.seconds).uint64(Math.floor(timeoutMs / 1_000));
  writer
    .uint32(duration.nanos)
    .uint32((timeoutMs % 1_000) * 1_000_000)
    .join();
  writer.join();
  for (const { id: eventId, type, data, metadata } of events) {
    writer.uint32(request.event).fork();
    writer.uint32(proposed.id).fork().uint32(uuidText).string(eventId).join();
    writer.raw(entriesOf(type));
    writer.uint32(proposed.customMetadata).string(metadata);
    writer.uint32(proposed.data);
    if (typeof data === 'string') writer.string(data);
    else writer.bytes(data);
    writer.join();
  }
  const bytes = writer.uint32(request.isFinal).bool(true).finish();
  if (bytes.length > longestKept) writer = new BinaryWriter();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const entries = new Map<string, Uint8Array>();

/** Returns the metadata that the event store requires of every event of a type, encoded once. */
function entriesOf(type: string): Uint8Array {
  const known = entries.get(type);
  if (known) return known;
  const made = new BinaryWriter();
  for (const [key, value] of [
    ['type', type],
    ['content-type', 'application/json'],
  ] as const)
    made
      .uint32(proposed.metadata)
      .fork()
      .uint32(entry.key)
      .string(key)
      .uint32(entry.value)
      .string(value)
      .join();
  const bytes = made.finish();
  entries.set(type, bytes);
  return bytes;
}

/** The fields of a `ReadResp` with an event, as tags. */
const responseEvent = delimited(1);
const resolvedEvent = delimited(1);
const recorded = {
  id: delimited(1),
  stream: delimited(2),
  revision: varint(3),
  prepare: varint(4),
  commit: varint(5),
  entry: delimited(6),
  metadata: delimited(7),
  data: delimited(8),
} as const;

/** An event whose content is not decoded yet. */
export interface FeedEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  /** The message that contains the event, its reader, and the event's range in it. */
  readonly message: Buffer;
  readonly reader: BinaryReader;
  readonly from: number;
  readonly to: number;
}

/**
 * Decodes the head of the event in a `ReadResp`.
 * @returns null for a message without an event: one that says something else, or a link to an event that is gone
 * @throws RangeError for a message that is cut short
 */
export function decodeEvent(message: Buffer): FeedEvent | null {
  const reader = new BinaryReader(message);
  if (message.length === 0 || reader.uint32() !== responseEvent) return null;
  const end = endOf(reader);
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === resolvedEvent) return headOf(message, reader, endOf(reader));
    skip(reader, tag);
  }
  return null;
}

function headOf(message: Buffer, reader: BinaryReader, to: number): FeedEvent {
  const from = reader.pos;
  let [id, stream] = ['', ''];
  let revision = 0;
  let position = 0n;
  while (reader.pos < to) {
    const tag = reader.uint32();
    if (tag === recorded.id) id = textWithin(message, reader, uuidText);
    else if (tag === recorded.stream) stream = textWithin(message, reader, streamName);
    else if (tag === recorded.revision) revision = Number(reader.uint64());
    else if (tag === recorded.commit) position = BigInt(reader.uint64());
    else skip(reader, tag);
  }
  return { id, stream, revision, position, message, reader, from, to };
}

/** An event as the event store has it. */
export interface Stored {
  readonly id: string;
  readonly type: string;
  readonly streamId: string;
  readonly revision: number;
  readonly created: Date;
  readonly position: { readonly commit: bigint; readonly prepare: bigint };
  /** Undefined for content that is no JSON. */
  readonly data: unknown;
  readonly metadata: unknown;
}

/** Decodes the content of an event. @throws RangeError for a malformed message */
export function storedOf({ id, stream, revision, position, message, reader, from, to }: FeedEvent): Stored {
  let [type, ticks] = ['', ''];
  let prepare = 0n;
  let data: unknown;
  let metadata: unknown;
  reader.pos = from;
  while (reader.pos < to) {
    const tag = reader.uint32();
    if (tag === recorded.prepare) prepare = BigInt(reader.uint64());
    else if (tag === recorded.entry) {
      const at = reader.pos;
      const key = textWithin(message, reader, entry.key);
      if (key !== 'type' && key !== 'created') continue;
      reader.pos = at;
      const value = textWithin(message, reader, entry.value);
      if (key === 'type') type = value;
      else ticks = value;
    } else if (tag === recorded.metadata) metadata = parse(nextText(message, reader));
    else if (tag === recorded.data) data = parse(nextText(message, reader));
    else skip(reader, tag);
  }
  const created = new Date(Number(ticks.slice(0, -ticksDigits)));
  const place = { commit: position, prepare };
  return { id, type, created, streamId: stream, revision, position: place, data, metadata };
}

/** Ten thousand ticks are a millisecond. */
const ticksDigits = 4;

/** Skips a field. @throws RangeError for a format that these messages do not have */
function skip(reader: BinaryReader, tag: number): void {
  const format = tag % 8;
  if (format === delimited(0)) reader.pos = endOf(reader);
  // Reads as many bytes as a number has.
  else if (format === varint(0)) reader.uint32();
  else throw new RangeError(`a message has a field of the unknown format ${format}`);
}

/** Reads a length. @returns the position after as many bytes */
function endOf(reader: BinaryReader): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new RangeError('a message is cut short');
  return end;
}

function nextText(message: Buffer, reader: BinaryReader): string {
  const end = endOf(reader);
  const text = message.toString('utf8', reader.pos, end);
  reader.pos = end;
  return text;
}

/** Reads a message, and returns a field of it as text; empty without that field. */
function textWithin(message: Buffer, reader: BinaryReader, wanted: number): string {
  const end = endOf(reader);
  let text = '';
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === wanted) text = nextText(message, reader);
    else skip(reader, tag);
  }
  return text;
}

/** Returns undefined for invalid JSON, which no event of the service contains. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
