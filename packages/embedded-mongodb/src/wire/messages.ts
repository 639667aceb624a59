import { refuse } from '../error.ts';
import { decode, documentSize } from './decode.ts';
import { encode } from './encode.ts';
import { RawDocument } from './raw-document.ts';
import { type Doc, type Value } from './value.ts';

const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;
const headerSize = 16;

/** The longest message that is accepted, as in MongoDB. */
export const maxMessageSize = 48_000_000;

/** The longest message of a client that has not authenticated yet: the messages of a login take some hundred bytes. */
export const maxMessageBeforeLogin = 64 * 1_024;

/** A command in a message. */
export interface Request {
  readonly id: number;
  readonly command: Doc;
  /** Whether it is answered with OP_REPLY: only the first hello is. */
  readonly legacy: boolean;
  /** Whether the client wants no answer. */
  readonly silent: boolean;
  /** Whether the client accepts more than one answer. */
  readonly takesMore: boolean;
}

/** Bytes that are no message: there is no way to answer, and the connection has to end. */
class ProtocolError extends Error {
  override name = 'ProtocolError';
}

const broken = (reason: string): never => {
  throw new ProtocolError(reason);
};

/**
 * The size of the message at the start of `bytes`; undefined while its header is incomplete.
 * @param longest the size limit of a message
 * @throws ProtocolError for an impossible size
 */
export function messageSize(bytes: Buffer, longest: number): number | undefined {
  if (bytes.length < 4) return undefined;
  const size = bytes.readInt32LE(0);
  return size >= headerSize + 5 && size <= longest ? size : broken(`a message of ${size} bytes`);
}

/**
 * Parses one whole message.
 * @throws ProtocolError when its frame is malformed, MongoError when its documents are
 */
export function parseMessage(message: Buffer): Request {
  const id = message.readInt32LE(4);
  const code = message.readInt32LE(12);
  if (code === opMsg) return parseMsg(id, message);
  return code === opQuery ? parseQuery(id, message) : broken(`the operation code ${code} is not supported`);
}

/** Parses an OP_QUERY, as far as the hello that opens a connection needs it. */
function parseQuery(id: number, message: Buffer): Request {
  const nameEnd = message.indexOf(0, headerSize + 4);
  if (nameEnd < 0 || nameEnd + 9 > message.length) return broken('a query without a document');
  const command = decode(message, nameEnd + 9);
  const inner = command.get('$query');
  return {
    id,
    command: inner instanceof Map ? inner : command,
    legacy: true,
    silent: false,
    takesMore: false,
  };
}

const checksumPresent = 1;
const moreToCome = 2;
const exhaustAllowed = 0x10000;
const requiredFlags = 0xffff;

function parseMsg(id: number, message: Buffer): Request {
  const flags = message.readUInt32LE(headerSize);
  if (((flags & requiredFlags) >>> 0) & ~moreToCome)
    return broken(flags & checksumPresent ? 'checksums are not supported' : `unknown flags ${flags}`);
  let command: Doc | undefined;
  const sequences: [string, Value[]][] = [];
  let at = headerSize + 4;
  while (at < message.length) {
    const kind = message[at];
    const size = kind === 0 ? documentSize(message, at + 1, message.length) : sectionSize(message, at + 1);
    if (kind === 0 && !command) command = decode(message, at + 1);
    else if (kind === 1) sequences.push(parseSequence(message.subarray(at + 1, at + 1 + size)));
    else broken(`a section of kind ${kind}`);
    at += 1 + size;
  }
  if (!command) return broken('a message without a command');
  for (const [name, documents] of sequences) command.set(name, documents);
  const has = (flag: number): boolean => (flags & flag) !== 0;
  return { id, command, legacy: false, silent: has(moreToCome), takesMore: has(exhaustAllowed) };
}

function sectionSize(message: Buffer, at: number): number {
  const size = at + 4 <= message.length ? message.readInt32LE(at) : 0;
  return size >= 5 && at + size <= message.length ? size : broken('a section is longer than its message');
}

/** The documents of a sequence stay bytes: there may be many. */
function parseSequence(section: Buffer): [string, Value[]] {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) return broken('a document sequence without a name');
  const name = section.toString('utf8', 4, nameEnd);
  const documents: Value[] = [];
  let at = nameEnd + 1;
  while (at < section.length) {
    const next = at + documentSize(section, at, section.length);
    documents.push(new RawDocument(section.subarray(at, next)));
    at = next;
  }
  return [name, documents];
}

let lastId = 0;

/** The id of a message, which its answers repeat. */
export const idOf = (message: Buffer): number => message.readInt32LE(4);

/**
 * The message that answers a request.
 * @param hasMore whether another answer follows
 */
export function replyMessage(request: Pick<Request, 'id' | 'legacy'>, reply: Doc, hasMore = false): Buffer {
  const room = request.legacy ? headerSize + 20 : headerSize + 5;
  const message = encode(reply, room);
  lastId = (lastId + 1) & 0x7fffffff;
  message.fill(0, 0, room);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(lastId, 4);
  message.writeInt32LE(request.id, 8);
  message.writeInt32LE(request.legacy ? opReply : opMsg, 12);
  if (request.legacy) message.writeInt32LE(1, headerSize + 16);
  else if (hasMore) message.writeUInt32LE(moreToCome, headerSize);
  return message;
}

/** The name of a command. @throws MongoError for an empty command */
export const commandName = (command: Doc): string =>
  command.keys().next().value ?? refuse('FailedToParse', 'an empty command');
