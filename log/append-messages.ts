import { encodeMetadata } from './codec.ts';
import { noStream, type Appended, type NewEvent } from './event-log.ts';
import { delimited, readFields, text, varint } from './wire.ts';

/** Numbers of the fields of `BatchAppendReq` and `BatchAppendResp`, as EventStoreDB's streams.proto has them. */
const request = { correlationId: 1, options: 2, events: 3, isFinal: 4 } as const;
const options = { stream: 1, revision: 2, noStream: 3, deadline: 6 } as const;
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

/** A `BatchAppendReq` with a whole append. @param number told in the answer */
export const appendRequest = (number: number, { stream, expected, events, timeoutMs }: Append): Buffer =>
  Buffer.concat([
    delimited(request.correlationId, text(uuid.text, idOf(number))),
    delimited(
      request.options,
      delimited(options.stream, text(streamName, stream)),
      expected === noStream ? mustBeNew : varint(options.revision, expected),
      delimited(options.deadline, varint(1, Math.ceil((Date.now() + timeoutMs) / 1_000))),
    ),
    ...events.map(messageOf),
    isFinal,
  ]);

const mustBeNew = delimited(options.noStream);
const isFinal = varint(request.isFinal, 1);

function messageOf({ id, event, metadata }: NewEvent): Buffer {
  return delimited(
    request.events,
    delimited(proposed.id, text(uuid.text, id)),
    framesOf(event.type),
    text(proposed.customMetadata, JSON.stringify(encodeMetadata(event.type, metadata))),
    text(proposed.data, JSON.stringify(event.data)),
  );
}

const frames = new Map<string, Buffer>();

/** What the event store is told of every event of a type. */
function framesOf(type: string): Buffer {
  const known = frames.get(type);
  if (known) return known;
  const entry = (key: string, value: string) => delimited(proposed.metadata, text(1, key), text(2, value));
  const made = Buffer.concat([entry('type', type), entry('content-type', 'application/json')]);
  frames.set(type, made);
  return made;
}

const idDigits = 12;
/** A number as a UUID, which is what the protocol asks for. */
const idOf = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(idDigits, '0')}`;

/** Why the event store did not append: the type of its error, and what it says. */
export interface AppendRefusal {
  readonly kind: string;
  readonly says: string;
}

/** What became of an append. */
export interface AppendAnswer {
  readonly number: number;
  readonly outcome: Appended | AppendRefusal;
}

/** Reads a `BatchAppendResp`. @throws where it is none */
export function answerOf(message: Buffer): AppendAnswer {
  const answer: { number: number; outcome?: AppendAnswer['outcome'] } = { number: 0 };
  readFields(message, {
    bytes(field, value) {
      if (field === response.correlationId) answer.number = numberOf(value);
      if (field === response.error) answer.outcome = refusalOf(value);
      if (field === response.success) answer.outcome = appendedOf(value);
    },
  });
  const { number, outcome } = answer;
  if (!outcome) throw new Error('the event store answered an append with nothing');
  return { number, outcome };
}

function refusalOf(message: Buffer): AppendRefusal {
  let kind = '';
  let says = '';
  readFields(message, {
    bytes(field, value) {
      if (field === status.message) says = value.toString();
      if (field !== status.details) return;
      readFields(value, {
        bytes(part, name) {
          if (part === typeUrl) kind = name.toString();
        },
      });
    },
  });
  return { kind, says };
}

/** EventStoreDB answers with an id in numbers whatever form it was asked in. */
function numberOf(id: Buffer): number {
  let number = 0;
  readFields(id, {
    bytes(field, value) {
      if (field === uuid.text) number = parseInt(value.toString('latin1').slice(-idDigits), 16);
      if (field !== uuid.structured) return;
      readFields(value, {
        number(part, bits) {
          if (part === leastSignificantBits) number = Number(BigInt.asUintN(4 * idDigits, bits));
        },
      });
    },
  });
  return number;
}

function appendedOf(message: Buffer): Appended {
  const appended: { revision: number; position?: bigint } = { revision: 0 };
  readFields(message, {
    number(field, value) {
      if (field === success.revision) appended.revision = Number(value);
    },
    bytes(field, value) {
      if (field !== success.position) return;
      // Zero is what a message without the field means.
      appended.position = 0n;
      readFields(value, {
        number(part, bits) {
          if (part === commitPosition) appended.position = bits;
        },
      });
    },
  });
  const { revision, position } = appended;
  if (position === undefined) throw new Error('the event store acknowledged an append without a position');
  return { revision, position };
}
