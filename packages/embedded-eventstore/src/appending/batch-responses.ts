import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { encodeProto } from '../wire/proto-writer.ts';
import { allPosition, encode, streamIdentifier } from '../wire/responses.ts';
import type { WriteOutcome } from './expectations.ts';

export type Written = Extract<WriteOutcome, { kind: 'written' }>;
/** The outcome of an append. */
export type AppendResponse = Status | Written;

/** The encoded answer to an append of a batch. @param id its encoded `UUID` */
export function batchResponse(id: Buffer, stream: string, answer: AppendResponse): Buffer {
  if ('kind' in answer && answer.revision >= 0) return encodeSuccess(id, stream, answer);
  const response = new streams.BatchAppendResp()
    .setCorrelationId(shared.UUID.deserializeBinary(id))
    .setStreamIdentifier(streamIdentifier(stream));
  if (!('kind' in answer)) return encode(response.setError(answer));
  const success = new streams.BatchAppendResp.Success()
    .setCurrentRevision(String(answer.revision))
    .setPosition(allPosition(answer.position));
  return encode(response.setSuccess(success));
}

/** The bytes beside the names. */
const overhead = 96;

/** Encodes a success, which almost every answer is, without the generated classes; the numbers are those of streams.proto. */
function encodeSuccess(id: Buffer, stream: string, { revision, position }: Written): Buffer {
  const name = Buffer.from(stream);
  return encodeProto(overhead + name.length + id.length, (out) => {
    out.message(4, () => out.bytes(3, name));
    out.message(3, () => {
      out.message(3, () => {
        out.varint(2, position);
        out.varint(1, position);
      });
      out.varint(1, revision);
    });
    out.bytes(1, id);
  });
}
