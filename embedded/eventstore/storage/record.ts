import { encodeProto, type ProtoWriter } from '../wire/proto-writer.ts';

/** An event as a client proposes it. */
export interface ProposedEvent {
  /** 16 bytes. */
  readonly id: Buffer;
  readonly type: string;
  readonly isJson: boolean;
  readonly metadata: Uint8Array;
  readonly data: Uint8Array;
}

/** Where an event ends up. */
export interface Placement {
  readonly stream: string;
  readonly revision: number | bigint;
  readonly position: number;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

/** A stored event and where it was found: its position in `$all`, or its revision in a stream. */
export interface Found {
  readonly at: number;
  readonly record: Buffer;
}

/** The revision of a tombstone. */
export const tombstoneRevision = (1n << 63n) - 1n;

const createdOffset = 16;
const revisionOffset = 24;
const streamLengthOffset = 32;
const typeLengthOffset = 34;
const namesOffset = 38;
/** Room for everything in a response but names, data and metadata. */
const responseOverhead = 320;

/**
 * Encodes an event for storage: a short header for the server's own questions, then the whole read response
 * as it goes to clients, so that reading is copying.
 */
export function encodeRecord(event: ProposedEvent, place: Placement): Buffer {
  const stream = Buffer.from(place.stream);
  const type = Buffer.from(event.type);
  const record = encodeResponse(event, place, stream, type);
  record.set(event.id, 0);
  record.writeDoubleBE(place.created, createdOffset);
  record.writeDoubleBE(Number(place.revision), revisionOffset);
  record.writeUInt16BE(stream.length, streamLengthOffset);
  record.writeUInt32BE(type.length, typeLengthOffset);
  record.set(stream, namesOffset);
  record.set(type, namesOffset + stream.length);
  return record;
}

/** A `ReadResp` with the event, and room before it; the numbers are those of streams.proto and shared.proto. */
function encodeResponse(event: ProposedEvent, place: Placement, stream: Buffer, type: Buffer): Buffer {
  const { data, metadata } = event;
  const capacity = responseOverhead + stream.length + type.length + data.length + metadata.length;
  const write = (out: ProtoWriter): void =>
    out.message(1, () => {
      out.varint(3, place.position);
      out.message(1, () => {
        if (data.length > 0) out.bytes(8, data);
        if (metadata.length > 0) out.bytes(7, metadata);
        writeEntry(out, 'created', Buffer.from(`${place.created}0000`));
        writeEntry(out, 'content-type', event.isJson ? jsonType : binaryType);
        writeEntry(out, 'type', type);
        out.varint(5, place.position);
        out.varint(4, place.position);
        out.varint(3, place.revision);
        out.message(2, () => out.bytes(3, stream));
        out.message(1, () => out.text(2, formatUuid(event.id)));
      });
    });
  return encodeProto(capacity, write, namesOffset + stream.length + type.length);
}

function writeEntry(out: ProtoWriter, key: string, value: Uint8Array): void {
  out.message(6, () => {
    out.bytes(2, value);
    out.text(1, key);
  });
}

const jsonType = Buffer.from('application/json');
const binaryType = Buffer.from('application/octet-stream');

const streamEnd = (record: Buffer): number => namesOffset + record.readUInt16BE(streamLengthOffset);
const typeEnd = (record: Buffer): number => streamEnd(record) + record.readUInt32BE(typeLengthOffset);

/** The id of a stored event, 16 bytes. */
export const idOf = (record: Buffer): Buffer => record.subarray(0, createdOffset);

/** When a stored event was written, in milliseconds since the epoch. */
export const createdOf = (record: Buffer): number => record.readDoubleBE(createdOffset);

/** The revision of a stored event; that of a tombstone is rounded. */
export const revisionOf = (record: Buffer): number => record.readDoubleBE(revisionOffset);

/** The stream of a stored event. */
export const streamOf = (record: Buffer): string => record.toString('utf8', namesOffset, streamEnd(record));

/** The type of a stored event. */
export const typeOf = (record: Buffer): string => record.toString('utf8', streamEnd(record), typeEnd(record));

/** The encoded `ReadResp` of a stored event, to be sent as it is. */
export const responseOf = (record: Buffer): Buffer => record.subarray(typeEnd(record));

/** A UUID of 16 bytes as text. */
export function formatUuid(id: Buffer): string {
  const hex = id.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
