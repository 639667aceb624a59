import shared from '@eventstore/db-client/generated/shared_pb.js';
import { invalidArgument } from './errors.ts';
import type { Expected } from './expectations.ts';
import { readProto } from './proto-reader.ts';
import { parseUuid } from './proposals.ts';
import type { ProposedEvent } from './record.ts';

/**
 * A part of an append in a batch, read without the generated classes: there are more of these than of all other
 * messages together. The field numbers are those of streams.proto and shared.proto.
 */
export interface BatchRequest {
  /** An encoded `UUID`: answers carry it as it came. */
  readonly correlationId: Buffer;
  /** With the first part of each append. */
  readonly options: BatchOptions | undefined;
  /** Encoded `ProposedMessage`s. */
  readonly proposals: readonly Buffer[];
  readonly isFinal: boolean;
}

export interface BatchOptions {
  readonly streamName: Buffer;
  readonly expected: Expected | undefined;
  /** Milliseconds since the epoch. */
  readonly deadline: number | undefined;
}

const nothing: Buffer = Buffer.alloc(0);

/** @throws RangeError for what is no protobuf */
export function readBatchRequest(message: Buffer): BatchRequest {
  let correlationId = nothing;
  let options: BatchOptions | undefined;
  let isFinal = false;
  const proposals: Buffer[] = [];
  readProto(message, (field, value) => {
    if (typeof value === 'number') isFinal = field === 4 ? value !== 0 : isFinal;
    else if (field === 1) correlationId = value;
    else if (field === 2) options = readOptions(value);
    else if (field === 3) proposals.push(value);
  });
  return { correlationId, options, proposals, isFinal };
}

function readOptions(message: Buffer): BatchOptions {
  let streamName = nothing;
  let expected: Expected | undefined;
  let deadline: number | undefined;
  readProto(message, (field, value) => {
    if (typeof value === 'number') expected = field === 2 ? value : expected;
    else if (field === 1) streamName = bytesAt(value, 3);
    else if (field === 3) expected = 'no_stream';
    else if (field === 4) expected = 'any';
    else if (field === 5) expected = 'stream_exists';
    else if (field === 6) deadline = readTimestamp(value);
  });
  return { streamName, expected, deadline };
}

function readTimestamp(message: Buffer): number {
  let ms = 0;
  readProto(message, (field, value) => {
    if (typeof value === 'number') ms += field === 1 ? value * 1_000 : value / 1_000_000;
  });
  return ms;
}

/** An event as proposed. @throws CallError if something it needs is missing */
export function readProposal(message: Buffer): ProposedEvent {
  let id = nothing;
  let [data, metadata] = [nothing, nothing];
  let type = '';
  let contentType = '';
  readProto(message, (field, value) => {
    if (typeof value === 'number') return;
    if (field === 1) id = value;
    else if (field === 3) metadata = value;
    else if (field === 4) data = value;
    else if (field === 2) {
      const name = bytesAt(value, 1).toString();
      if (name === 'type') type = bytesAt(value, 2).toString();
      else if (name === 'content-type') contentType = bytesAt(value, 2).toString();
    }
  });
  if (type === '') throw invalidArgument('an event needs the metadata property type');
  if (contentType === '') throw invalidArgument('an event needs the metadata property content-type');
  return { id: readUuid(id), type, isJson: contentType === 'application/json', metadata, data };
}

const uuidText = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The 16 bytes of an encoded `UUID`. @throws CallError if there is none */
export function readUuid(message: Buffer): Buffer {
  const text = bytesAt(message, 2).toString('latin1');
  if (uuidText.test(text)) return Buffer.from(text.replaceAll('-', ''), 'hex');
  return parseUuid(shared.UUID.deserializeBinary(message));
}

/** The bytes of one field of a message; none where it has none. */
function bytesAt(message: Buffer, wanted: number): Buffer {
  let found = nothing;
  readProto(message, (field, value) => {
    if (field === wanted && typeof value !== 'number') found = value;
  });
  return found;
}
