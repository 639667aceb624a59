import { deserialize, type Document, serialize } from 'bson';

const headerSize = 16;
const opReply = 1;
const opMsg = 2013;
const opQuery = 2004;
const flag = { moreToCome: 1 << 1, exhaustAllowed: 1 << 16 } as const;

/** A command of a client, as far as the proxies look into it. */
export interface Command {
  /** The whole message, to be passed on. */
  readonly message: Buffer;
  readonly id: number;
  readonly name: string;
  /** Without the documents that come in sections of their own. */
  readonly body: Document;
  /** The client expects no answer. */
  readonly isSilent: boolean;
  /** The client takes more than one answer. */
  readonly takesMore: boolean;
  /** The first hello of a connection may come as an OP_QUERY. */
  readonly isLegacy: boolean;
}

/** Cuts the bytes of one direction of a connection into whole messages. */
export function openMessageReader(heard: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 4) {
      const size = rest.readInt32LE(0);
      if (rest.length < size) return;
      const message = rest.subarray(0, size);
      rest = rest.subarray(size);
      heard(message);
    }
  };
}

const read = (bytes: Buffer): Document => deserialize(bytes, { promoteBuffers: true, useBigInt64: true });

/** @throws for what no client of today sends */
export function commandIn(message: Buffer): Command {
  const id = message.readInt32LE(4);
  const code = message.readInt32LE(12);
  if (code === opQuery) {
    const at = message.indexOf(0, headerSize + 4) + 9;
    return command(message, id, read(message.subarray(at, at + message.readInt32LE(at))), 0, true);
  }
  if (code !== opMsg) throw new Error(`the operation ${code} is not supported`);
  return command(message, id, bodyIn(message), message.readUInt32LE(headerSize), false);
}

function command(message: Buffer, id: number, body: Document, flags: number, isLegacy: boolean): Command {
  const [name = ''] = Object.keys(body);
  const isSilent = (flags & flag.moreToCome) !== 0;
  const takesMore = (flags & flag.exhaustAllowed) !== 0;
  return { message, id, name, body, isSilent, takesMore, isLegacy };
}

/** The document of the first section that has one alone. */
function bodyIn(message: Buffer): Document {
  for (let at = headerSize + 4; at < message.length;) {
    const size = message.readInt32LE(at + 1);
    if (message[at] === 0) return read(message.subarray(at + 1, at + 1 + size));
    at += 1 + size;
  }
  throw new Error('a message without a command');
}

/** A hello without its wait for a change: the server behind a proxy answers it at once, and once. */
export function helloAtOnce({ message, id, body }: Command): Buffer {
  if (body['maxAwaitTimeMS'] === undefined) return message;
  const { maxAwaitTimeMS: _, topologyVersion: __, ...question } = body;
  return messageOf(id, serialize(question));
}

/** What a server answered. */
export const replyIn = (message: Buffer): Document =>
  message.readInt32LE(12) === opReply ? read(message.subarray(headerSize + 20)) : bodyIn(message);

/**
 * An answer to a command.
 * @param next of an answer that another follows: the id by which that one refers to it
 */
export function replyTo(
  { id, isLegacy }: Pick<Command, 'id' | 'isLegacy'>,
  document: Document,
  next?: { readonly ownId: number; readonly hasMore: boolean },
): Buffer {
  const message = messageOf(next?.ownId ?? 0, serialize(document), isLegacy ? opReply : opMsg);
  message.writeInt32LE(id, 8);
  if (isLegacy) message.writeInt32LE(1, headerSize + 16);
  else if (next?.hasMore) message.writeUInt32LE(flag.moreToCome, headerSize);
  return message;
}

/** A message of one document, without flags. */
function messageOf(id: number, document: Uint8Array, code = opMsg): Buffer {
  const room = headerSize + (code === opReply ? 20 : 5);
  const message = Buffer.alloc(room + document.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(id, 4);
  message.writeInt32LE(code, 12);
  message.set(document, room);
  return message;
}

/** A field of what may be a document. */
export const part = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
