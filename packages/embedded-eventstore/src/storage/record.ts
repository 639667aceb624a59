import { encodeResponse } from '../wire/read-response.ts';
import * as layout1 from './record-layout-1.ts';

/** An event as a client proposes it. */
export interface ProposedEvent {
  /** 16 bytes. */
  readonly id: Buffer;
  readonly type: string;
  readonly isJson: boolean;
  readonly metadata: Uint8Array;
  readonly data: Uint8Array;
}

/** The place and time of an event. */
export interface Placement {
  readonly stream: string;
  readonly revision: number | bigint;
  readonly position: number;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

/** A stored event, and its position in `$all` or its revision in a stream. */
export interface Found {
  readonly at: number;
  readonly record: Buffer;
}

/** The revision of a tombstone. */
export const tombstoneRevision = (1n << 63n) - 1n;

/**
 * The layout of the rest of a record. Layout 1, of earlier versions, has the first byte of a time here, which is another
 * number.
 */
const layout = 2;
const layoutOffset = 16;
const flagsOffset = 17;
const createdOffset = 18;
const positionOffset = 24;
const revisionOffset = 30;
const streamLengthOffset = 36;
const typeLengthOffset = 38;
const metadataLengthOffset = 42;
const namesOffset = 46;
/** Bytes of a time, a position and a revision. */
const wide = 6;

const flags = { json: 1, tombstone: 2 } as const;

/** Encodes an event for storage: a header of fixed length, then stream, type, metadata and data. */
export function encodeRecord(event: ProposedEvent, place: Placement): Buffer {
  const { metadata, data } = event;
  const streamLength = Buffer.byteLength(place.stream);
  const typeLength = Buffer.byteLength(event.type);
  const metadataStart = namesOffset + streamLength + typeLength;
  const record = Buffer.allocUnsafe(metadataStart + metadata.length + data.length);
  const isTombstone = place.revision === tombstoneRevision;
  record.set(event.id, 0);
  record[layoutOffset] = layout;
  record[flagsOffset] = (event.isJson ? flags.json : 0) | (isTombstone ? flags.tombstone : 0);
  record.writeUIntBE(place.created, createdOffset, wide);
  record.writeUIntBE(place.position, positionOffset, wide);
  record.writeUIntBE(isTombstone ? 0 : Number(place.revision), revisionOffset, wide);
  record.writeUInt16BE(streamLength, streamLengthOffset);
  record.writeUInt32BE(typeLength, typeLengthOffset);
  record.writeUInt32BE(metadata.length, metadataLengthOffset);
  record.write(place.stream, namesOffset);
  record.write(event.type, namesOffset + streamLength);
  record.set(metadata, metadataStart);
  record.set(data, metadataStart + metadata.length);
  return record;
}

const isLayout1 = (record: Buffer): boolean => record[layoutOffset] !== layout;
const streamEnd = (record: Buffer): number => namesOffset + record.readUInt16BE(streamLengthOffset);
const typeEnd = (record: Buffer): number => streamEnd(record) + record.readUInt32BE(typeLengthOffset);
const metadataEnd = (record: Buffer): number => typeEnd(record) + record.readUInt32BE(metadataLengthOffset);
const hasFlag = (record: Buffer, flag: number): boolean => ((record[flagsOffset] ?? 0) & flag) !== 0;

/** The id of a stored event, 16 bytes. */
export const idOf = (record: Buffer): Buffer => record.subarray(0, layoutOffset);

/** The time of a stored event, in milliseconds since the epoch. */
export const createdOf = (record: Buffer): number =>
  isLayout1(record) ? layout1.createdOf(record) : record.readUIntBE(createdOffset, wide);

const exactRevisionOf = (record: Buffer): number | bigint =>
  hasFlag(record, flags.tombstone) ? tombstoneRevision : record.readUIntBE(revisionOffset, wide);

/** The revision of a stored event; that of a tombstone is rounded. */
export const revisionOf = (record: Buffer): number =>
  isLayout1(record) ? layout1.revisionOf(record) : Number(exactRevisionOf(record));

/** The stream of a stored event. */
export const streamOf = (record: Buffer): string =>
  isLayout1(record) ? layout1.streamOf(record) : record.toString('utf8', namesOffset, streamEnd(record));

/** The type of a stored event. */
export const typeOf = (record: Buffer): string =>
  isLayout1(record) ? layout1.typeOf(record) : record.toString('utf8', streamEnd(record), typeEnd(record));

/** The data of a stored event. */
export const dataOf = (record: Buffer): Uint8Array =>
  isLayout1(record) ? layout1.dataOf(record) : record.subarray(metadataEnd(record));

/** The `ReadResp` of a stored event. */
export function responseOf(record: Buffer): Buffer {
  if (isLayout1(record)) return layout1.responseOf(record);
  const [stream, type, metadata] = [streamEnd(record), typeEnd(record), metadataEnd(record)];
  return encodeResponse({
    id: formatUuid(idOf(record)),
    isJson: hasFlag(record, flags.json),
    created: createdOf(record),
    position: record.readUIntBE(positionOffset, wide),
    revision: exactRevisionOf(record),
    stream: record.subarray(namesOffset, stream),
    type: record.subarray(stream, type),
    metadata: record.subarray(type, metadata),
    data: record.subarray(metadata),
  });
}

/** A UUID of 16 bytes as text. */
export function formatUuid(id: Buffer): string {
  const hex = id.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
