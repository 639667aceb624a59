// Encoded here because the client library takes three times the CPU: npm run bench -- log
import { encode } from '../../codec.ts';
import { noStream, type Appended, type NewEvent } from '../../event-log.ts';
import { FieldReader } from './field-reader.ts';
import { delimited, openWriter, text } from './protobuf.ts';

/** The field numbers of `BatchAppendReq` and `BatchAppendResp` in EventStoreDB's streams.proto. */
const request = { correlationId: 1, options: 2, events: 3, isFinal: 4 } as const;
const options = { stream: 1, revision: 2, noStream: 3, timeout: 7 } as const;
const duration = { seconds: 1, nanos: 2 } as const;
const proposed = { id: 1, metadata: 2, customMetadata: 3, data: 4 } as const;
const response = { correlationId: 1, error: 2, success: 3 } as const;
const success = { revision: 1, position: 3 } as const;
const commitPosition = 1;
const status = { message: 2, details: 3 } as const;
const typeUrl = 1;
const uuid = { structured: 1, text: 2 } as const;
const leastSignificantBits = 2;
const streamName = 3;

export interface Append {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly NewEvent[];
  readonly timeoutMs: number;
}

interface EncodedEvent extends ReturnType<typeof encode> {
  readonly id: string;
  readonly type: string;
}

const writer = openWriter();

/**
 * Encodes a `BatchAppendReq` with a complete append. @param number repeated in the reply @throws
 * UnreadableEvent
 */
export function appendRequest(number: number, { stream, expected, events, timeoutMs }: Append): Buffer {
  // All events are encoded before the first is written: a refused event would leave half a message behind.
  const encoded = events.map(({ id, event, metadata }) => ({
    id,
    type: event.type,
    ...encode(event, metadata, stream),
  }));
  writer.varint(request.isFinal, 1);
  for (const event of encoded.toReversed()) writeEvent(event);
  writeOptions(stream, expected, timeoutMs);
  const end = writer.size();
  writer.text(uuid.text, idOf(number));
  writer.wrap(request.correlationId, end);
  return writer.take();
}

/** The timeout of an append is sent as a duration, because the clocks of both sides may differ. */
function writeOptions(stream: string, expected: number, timeoutMs: number): void {
  const end = writer.size();
  writer.varint(duration.nanos, (timeoutMs % 1_000) * 1_000_000);
  writer.varint(duration.seconds, Math.floor(timeoutMs / 1_000));
  writer.wrap(options.timeout, end);
  if (expected === noStream) writer.wrap(options.noStream, writer.size());
  else writer.varint(options.revision, expected);
  const name = writer.size();
  writer.text(streamName, stream);
  writer.wrap(options.stream, name);
  writer.wrap(request.options, end);
}

function writeEvent({ id, type, data, metadata }: EncodedEvent): void {
  const end = writer.size();
  writer.text(proposed.data, data);
  writer.text(proposed.customMetadata, metadata);
  writer.raw(framesOf(type));
  const name = writer.size();
  writer.text(uuid.text, id);
  writer.wrap(proposed.id, name);
  writer.wrap(request.events, end);
}

const frames = new Map<string, Buffer>();

/** Returns the metadata that the event store requires for every event of a type. */
function framesOf(type: string): Buffer {
  const known = frames.get(type);
  if (known) return known;
  const entry = (key: string, value: string) => delimited(proposed.metadata, text(1, key), text(2, value));
  const made = Buffer.concat([entry('type', type), entry('content-type', 'application/json')]);
  frames.set(type, made);
  return made;
}

const idDigits = 12;
/** Returns a number as a UUID, which the protocol requires. */
const idOf = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(idDigits, '0')}`;

/** Why the event store refused an append: the type of its error, and its message. */
export interface AppendRefusal {
  readonly kind: string;
  readonly message: string;
}

/** The outcome of an append. */
export interface AppendReply {
  readonly number: number;
  readonly outcome: Appended | AppendRefusal;
}

/** Decodes a `BatchAppendResp`. @throws for another message */
export function decodeAppendReply(message: Buffer): AppendReply {
  let number = 0;
  let outcome: AppendReply['outcome'] | null = null;
  const reply = new FieldReader(message);
  while (reply.next()) {
    if (reply.field === response.correlationId) number = numberOf(reply.inside());
    if (reply.field === response.error) outcome = refusalOf(reply.inside());
    if (reply.field === response.success) outcome = appendedOf(reply.inside());
  }
  if (!outcome) throw new Error('the event store sent an empty answer to an append');
  return { number, outcome };
}

function refusalOf(reader: FieldReader): AppendRefusal {
  let kind = '';
  let message = '';
  while (reader.next()) {
    if (reader.field === status.message) message = reader.text();
    if (reader.field !== status.details) continue;
    const details = reader.inside();
    if (details.find(typeUrl)) kind = details.text();
  }
  return { kind, message };
}

/** EventStoreDB replies with a binary id whatever form was sent. */
function numberOf(id: FieldReader): number {
  if (!id.next()) return 0;
  if (id.field === uuid.text) return parseInt(id.text().slice(-idDigits), 16);
  const bits = id.inside();
  return bits.find(leastSignificantBits) ? Number(BigInt.asUintN(4 * idDigits, bits.number())) : 0;
}

function appendedOf(reader: FieldReader): Appended {
  let revision = 0;
  let position: bigint | null = null;
  while (reader.next()) {
    if (reader.field === success.revision) revision = Number(reader.number());
    if (reader.field !== success.position) continue;
    const at = reader.inside();
    // A message without the field means zero.
    position = at.find(commitPosition) ? at.number() : 0n;
  }
  if (position === null) throw new Error('the event store acknowledged an append without a position');
  return { revision, position };
}
