import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { Traits } from '../behaviour.ts';
import { invalidArgument, type TooLargeEvent } from '../errors.ts';
import { formatUuid, type ProposedEvent } from '../storage/record.ts';
import type { Expected } from './expectations.ts';

/** Names are keys of the store, whose length is limited. */
const maxStreamName = 1900;

const uuidPattern = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/** The name in a request. @throws CallError if it is missing or not valid */
export const parseStream = (identifier: StreamIdentifier | undefined): string =>
  nameOf(Buffer.from(identifier?.getStreamName_asU8() ?? []));

/** The name in these bytes. @throws CallError if it is not valid */
export function nameOf(name: Buffer): string {
  if (name.length === 0) throw invalidArgument('a stream name is required');
  if (name.length > maxStreamName) {
    throw invalidArgument(`a stream name may have at most ${maxStreamName} bytes here, not ${name.length}`);
  }
  const text = name.toString();
  if (text === '$$') throw invalidArgument("'$$' is not a stream name");
  return text;
}

/** The 16 bytes of an id. @throws CallError if there is none */
export function parseUuid(uuid: UUID | undefined): Buffer {
  const text = uuid?.getString() ?? '';
  if (uuidPattern.test(text)) return Buffer.from(text.replaceAll('-', ''), 'hex');
  const structured = uuid?.getStructured();
  if (!structured) throw invalidArgument(`'${text}' is not a UUID`);
  const id = Buffer.alloc(16);
  id.writeBigInt64BE(BigInt(structured.getMostSignificantBits()), 0);
  id.writeBigInt64BE(BigInt(structured.getLeastSignificantBits()), 8);
  return id;
}

/** An event as proposed. @throws CallError if a required field is missing */
export function parseEvent(
  message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage,
): ProposedEvent {
  const metadata = message.getMetadataMap();
  const type = metadata.get('type');
  const contentType = metadata.get('content-type');
  if (type === undefined || type === '') throw invalidArgument('an event needs the metadata property type');
  if (contentType === undefined) throw invalidArgument('an event needs the metadata property content-type');
  return {
    id: parseUuid(message.getId()),
    type,
    isJson: contentType === 'application/json',
    metadata: message.getCustomMetadata_asU8(),
    data: message.getData_asU8(),
  };
}

/** The bytes of an event that count towards the limit of an append, as in the real server. */
export const sizeOf = ({ data, metadata, type }: ProposedEvent, { countsWholeEvents }: Traits): number =>
  countsWholeEvents ? data.length + metadata.length + 2 * type.length : data.length;

/** The event where it is larger than each event of an append may be; otherwise null. @param size that of `sizeOf` */
export function tooLargeEvent(
  { id }: ProposedEvent,
  size: number,
  { maxAppendEventSize: limit }: Traits,
): TooLargeEvent | null {
  if (limit === null || size <= limit) return null;
  return { id: formatUuid(id), size, limit };
}

/** The forms of an expected revision in requests. */
interface ExpectedRevision {
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
}

/**
 * The expected revision of a request.
 * @param revision the exact revision, if the request has one
 * @throws CallError if the request has no expected revision
 */
export function parseExpected(options: ExpectedRevision, revision: string | undefined): Expected {
  if (revision !== undefined) return Number(revision);
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return expectedOf(options.hasStreamExists() ? 'stream_exists' : undefined);
}

/** @throws CallError if there is none */
export function expectedOf(expected: Expected | undefined): Expected {
  if (expected === undefined) throw invalidArgument('an expected revision is required');
  return expected;
}
