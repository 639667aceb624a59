/**
 * Records of versions before layout 2: a header, the names, and the complete `ReadResp`, which repeats them.
 */
import streams from '@eventstore/db-client/generated/streams_pb.js';

const createdOffset = 16;
const revisionOffset = 24;
const streamLengthOffset = 32;
const typeLengthOffset = 34;
const namesOffset = 38;

const streamEnd = (record: Buffer): number => namesOffset + record.readUInt16BE(streamLengthOffset);
const typeEnd = (record: Buffer): number => streamEnd(record) + record.readUInt32BE(typeLengthOffset);

export const createdOf = (record: Buffer): number => record.readDoubleBE(createdOffset);
export const revisionOf = (record: Buffer): number => record.readDoubleBE(revisionOffset);
export const streamOf = (record: Buffer): string => record.toString('utf8', namesOffset, streamEnd(record));
export const typeOf = (record: Buffer): string => record.toString('utf8', streamEnd(record), typeEnd(record));
export const responseOf = (record: Buffer): Buffer => record.subarray(typeEnd(record));
export const dataOf = (record: Buffer): Uint8Array =>
  streams.ReadResp.deserializeBinary(responseOf(record)).getEvent()?.getEvent()?.getData_asU8() ??
  new Uint8Array();
