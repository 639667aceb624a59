import shared from '@eventstore/db-client/generated/shared_pb.js';
import { invalidArgument } from '../errors.ts';
import type { ProposedEvent } from '../storage/record.ts';
import { ProtoReader } from '../wire/proto-reader.ts';
import { uuidFromText } from '../wire/uuid-text.ts';
import type { Expected } from './expectations.ts';
import { parseUuid } from './proposals.ts';

/**
 * A part of an append in a batch, read without the generated classes: these messages outnumber all others together. The field numbers are those of streams.proto and shared.proto.
 */
export interface BatchRequest {
  /** An encoded `UUID`, which the answer repeats. */
  readonly correlationId: Buffer;
  /** In the first part of each append. */
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

/** @throws RangeError for malformed protobuf */
export function readBatchRequest(message: Buffer): BatchRequest {
  let correlationId = nothing;
  let options: BatchOptions | undefined;
  let isFinal = false;
  const proposals: Buffer[] = [];
  const part = new ProtoReader(message);
  while (part.next()) {
    if (part.isNumber) isFinal = part.field === 4 ? part.number !== 0 : isFinal;
    else if (part.field === 1) correlationId = part.bytes();
    else if (part.field === 2) options = readOptions(part.inside());
    else if (part.field === 3) proposals.push(part.bytes());
  }
  return { correlationId, options, proposals, isFinal };
}

function readOptions(part: ProtoReader): BatchOptions {
  let streamName = nothing;
  let expected: Expected | undefined;
  let deadline: number | undefined;
  while (part.next()) {
    if (part.isNumber) expected = part.field === 2 ? part.number : expected;
    else if (part.field === 1) streamName = bytesAt(part.inside(), 3);
    else if (part.field === 3) expected = 'no_stream';
    else if (part.field === 4) expected = 'any';
    else if (part.field === 5) expected = 'stream_exists';
    else if (part.field === 6) deadline = readMs(part.inside());
    else if (part.field === 7) deadline = Date.now() + readMs(part.inside());
  }
  return { streamName, expected, deadline };
}

/** Reads milliseconds from a Timestamp (since the epoch) or a Duration of protobuf. */
function readMs(part: ProtoReader): number {
  let ms = 0;
  while (part.next())
    if (part.isNumber) ms += part.field === 1 ? signed(part.number) * 1_000 : signed(part.number) / 1_000_000;
  return ms;
}

/** Numbers below 0 come as their two's complement of 64 bits. */
const signed = (number: number): number => (number < 2 ** 63 ? number : number - 2 ** 64);

/** An event as proposed. @throws CallError if a required field is missing */
export function readProposal(message: Buffer): ProposedEvent {
  let id: Buffer | undefined;
  let [data, metadata] = [nothing, nothing];
  let type = '';
  let contentType = '';
  const part = new ProtoReader(message);
  while (part.next()) {
    if (part.isNumber) continue;
    if (part.field === 1) id = part.bytes();
    else if (part.field === 3) metadata = part.bytes();
    else if (part.field === 4) data = part.bytes();
    else if (part.field === 2) {
      const name = textAt(part.inside(), 1);
      if (name === 'type') type = textAt(part.inside(), 2);
      else if (name === 'content-type') contentType = textAt(part.inside(), 2);
    }
  }
  if (type === '') throw invalidArgument('an event needs the metadata property type');
  if (contentType === '') throw invalidArgument('an event needs the metadata property content-type');
  return { id: readUuid(id ?? nothing), type, isJson: contentType === 'application/json', metadata, data };
}

/** The 16 bytes of an encoded `UUID`. @throws CallError if there is none */
export function readUuid(message: Buffer): Buffer {
  const part = new ProtoReader(message);
  const id = part.find(2) ? uuidFromText(message, part.start, part.end) : undefined;
  return id ?? parseUuid(shared.UUID.deserializeBinary(message));
}

const bytesAt = (part: ProtoReader, field: number): Buffer => (part.find(field) ? part.bytes() : nothing);
const textAt = (part: ProtoReader, field: number): string => (part.find(field) ? part.text() : '');
