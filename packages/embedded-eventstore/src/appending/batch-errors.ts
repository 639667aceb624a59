import rpcCode, { type Code } from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpc, { type Status } from '@eventstore/db-client/generated/status_pb.js';
import anyProto from 'google-protobuf/google/protobuf/any_pb.js';
import emptyProto from 'google-protobuf/google/protobuf/empty_pb.js';
import type { TooLargeEvent } from '../errors.ts';
import { encodeProto } from '../wire/proto-writer.ts';
import { streamIdentifier } from '../wire/responses.ts';
import type { Expected } from './expectations.ts';

const { Code: Codes } = rpcCode;

/** An id as text, two numbers, and their tags. */
const tooLargeBytes = 64;

/** The status of a failed append in a batch: clients recognise the name of its detail. */
function failure(
  code: Code,
  message: string,
  name: string,
  detail: { serializeBinary(): Uint8Array },
): Status {
  const any = new anyProto.Any();
  any.pack(detail.serializeBinary(), `event_store.client.${name}`);
  return new rpc.Status().setCode(code).setMessage(message).setDetails(any);
}

export const timeout = (): Status =>
  failure(Codes.DEADLINE_EXCEEDED, 'Timeout', 'Timeout', new shared.Timeout());

export const badRequest = (message: string): Status =>
  failure(Codes.INVALID_ARGUMENT, message, 'BadRequest', new shared.BadRequest().setMessage(message));

export const unknown = (message: string): Status =>
  failure(Codes.UNKNOWN, message, 'Unknown', new shared.Unknown());

/** @param limit in bytes */
export const appendTooLarge = (limit: number): Status =>
  failure(
    Codes.INVALID_ARGUMENT,
    'MaximumAppendSizeExceeded',
    'MaximumAppendSizeExceeded',
    new shared.MaximumAppendSizeExceeded().setMaxappendsize(limit),
  );

/** The generated classes of the client lack this detail; the numbers are those of shared.proto. */
export const eventTooLarge = ({ id, size, limit }: TooLargeEvent): Status => {
  const detail = encodeProto(tooLargeBytes, (out) => {
    out.varint(3, limit);
    out.varint(2, size);
    out.text(1, id);
  });
  return failure(Codes.INVALID_ARGUMENT, 'MaximumAppendEventSizeExceeded', 'MaximumAppendEventSizeExceeded', {
    serializeBinary: () => detail,
  });
};

export const streamDeleted = (stream: string): Status =>
  failure(
    Codes.FAILED_PRECONDITION,
    `Event stream '${stream}' is deleted.`,
    'StreamDeleted',
    new shared.StreamDeleted().setStreamIdentifier(streamIdentifier(stream)),
  );

/** @param current the stream's revision, -1 for none */
export function wrongExpectedVersion(expected: Expected, current: number): Status {
  const detail = new shared.WrongExpectedVersion();
  const empty = new emptyProto.Empty();
  if (current < 0) detail.setCurrentNoStream(empty);
  else detail.setCurrentStreamRevision(String(current));
  if (expected === 'any') detail.setExpectedAny(empty);
  else if (expected === 'no_stream') detail.setExpectedNoStream(empty);
  else if (expected === 'stream_exists') detail.setExpectedStreamExists(empty);
  else detail.setExpectedStreamPosition(String(expected));
  return failure(Codes.FAILED_PRECONDITION, 'WrongExpectedVersion', 'WrongExpectedVersion', detail);
}
