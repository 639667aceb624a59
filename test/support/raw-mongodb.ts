import { connect } from 'node:net';
import { BSON, type Document } from 'mongodb';
import { openMessageReader } from './faults/mongodb-messages.ts';

const headerSize = 16;
const opQuery = 2004;
const opMsg = 2013;
const flag = { moreToCome: 1 << 1, exhaustAllowed: 1 << 16 } as const;

export interface RawReply {
  readonly body: Document;
  /** Whether another one follows by itself. */
  readonly hasMore: boolean;
  readonly id: number;
  readonly responseTo: number;
}

/** A connection on which a test sends the messages that another language's client would. */
export interface RawMongo {
  /** Sends a command; documents go in a section of their own, as clients send them. */
  send(
    body: Document,
    more?: { documents?: Readonly<Record<string, readonly Document[]>>; takesMore?: boolean },
  ): void;
  /** Sends the hello that opens a connection. */
  sendLegacy(body: Document): void;
  /** The next reply. */
  next(): Promise<RawReply>;
  /** Sends a command and gives its reply. */
  ask(body: Document, documents?: Readonly<Record<string, readonly Document[]>>): Promise<Document>;
  close(): void;
}

function framed(id: number, code: number, ...parts: readonly Uint8Array[]): Buffer {
  const message = Buffer.concat([Buffer.alloc(headerSize), ...parts]);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(id, 4);
  message.writeInt32LE(code, 12);
  return message;
}

function sequence(name: string, documents: readonly Document[]): Buffer {
  const head = Buffer.concat([Buffer.alloc(5, 1), Buffer.from(`${name}\0`)]);
  const section = Buffer.concat([head, ...documents.map((one) => BSON.serialize(one))]);
  section.writeInt32LE(section.length - 1, 1);
  return section;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

const decode = (bytes: Buffer): Document => BSON.deserialize(bytes, { useBigInt64: true });

function replyIn(message: Buffer): RawReply {
  const isMsg = message.readInt32LE(12) === opMsg;
  return {
    body: decode(message.subarray(isMsg ? headerSize + 5 : headerSize + 20)),
    hasMore: isMsg && (message.readUInt32LE(headerSize) & flag.moreToCome) !== 0,
    id: message.readInt32LE(4),
    responseTo: message.readInt32LE(8),
  };
}

/** Connects to the server of a URL, without TLS. */
export function openRawMongo(url: string): RawMongo {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const replies: RawReply[] = [];
  const waiting: ((reply: RawReply) => void)[] = [];
  let lastId = 0;
  const read = openMessageReader((message) => {
    const reply = replyIn(message);
    const wanted = waiting.shift();
    if (wanted) wanted(reply);
    else replies.push(reply);
  });
  socket.on('data', (chunk: Buffer) => read(chunk));
  const next = (): Promise<RawReply> => {
    const reply = replies.shift();
    return reply ? Promise.resolve(reply) : new Promise((resolve) => waiting.push(resolve));
  };
  const send: RawMongo['send'] = (body, { documents = {}, takesMore = false } = {}) => {
    const sections = Object.entries(documents).map(([name, some]) => sequence(name, some));
    const flags = int32(takesMore ? flag.exhaustAllowed : 0);
    socket.write(framed(++lastId, opMsg, flags, Buffer.of(0), BSON.serialize(body), ...sections));
  };
  return {
    send,
    sendLegacy: (body) =>
      void socket.write(
        framed(
          ++lastId,
          opQuery,
          int32(4),
          Buffer.from('admin.$cmd\0'),
          int32(0),
          int32(-1),
          BSON.serialize(body),
        ),
      ),
    next,
    ask: async (body, documents) => {
      send(body, documents && { documents });
      return (await next()).body;
    },
    close: () => void socket.destroy(),
  };
}
