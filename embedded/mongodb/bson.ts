import { isUtf8 } from 'node:buffer';
import { refuse } from './error.ts';
import { Double, Opaque, bsonType, type Doc, type Value } from './value.ts';

/** Documents nest no deeper than this, as in MongoDB. */
const maxDepth = 180;

const unsupported: Readonly<Record<number, string>> = {
  6: 'undefined',
  12: 'DBPointer',
  13: 'JavaScript code',
  14: 'symbol',
  15: 'JavaScript code with scope',
  19: 'decimal128',
};

/**
 * Decodes one document, which may be followed by other bytes.
 * @param start where it begins
 * @throws MongoError InvalidBSON for malformed bytes, BadValue for a type that is not supported
 */
export function decode(bytes: Buffer, start = 0): Doc {
  try {
    return readDoc(bytes, start, bytes.length, 0);
  } catch (error) {
    if (error instanceof RangeError) return invalid('a length points outside of the document');
    throw error;
  }
}

/** The bytes that a document says it has, checked against those there are. */
export function documentSize(bytes: Buffer, start: number, end: number): number {
  const size = start + 5 <= end ? bytes.readInt32LE(start) : 0;
  if (size < 5 || start + size > end) invalid('a document is longer than its bytes');
  return size;
}

const invalid = (reason: string): never => refuse('InvalidBSON', `invalid BSON: ${reason}`);

function readDoc(bytes: Buffer, start: number, limit: number, depth: number): Doc {
  const fields: Doc = new Map();
  readElements(bytes, start, limit, depth, (name, value) => fields.set(name, value));
  return fields;
}

function readArray(bytes: Buffer, start: number, limit: number, depth: number): Value[] {
  const items: Value[] = [];
  readElements(bytes, start, limit, depth, (_, value) => items.push(value));
  return items;
}

type Take = (name: string, value: Value) => void;

function readElements(bytes: Buffer, start: number, limit: number, depth: number, take: Take): void {
  if (depth > maxDepth) refuse('Overflow', `documents nest at most ${maxDepth} deep`);
  const end = start + documentSize(bytes, start, limit) - 1;
  if (bytes[end] !== 0) invalid('a document does not end with a zero byte');
  let at = start + 4;
  while (at < end) {
    const type = bytes.readUInt8(at);
    const nameEnd = endOfName(bytes, at + 1, end);
    const name = readName(bytes, at + 1, nameEnd);
    at = nameEnd + 1;
    const next = at + sizeOf(type, bytes, at, end);
    if (next > end) invalid('a value is longer than its document');
    take(name, readValue(type, bytes, at, next, depth));
    at = next;
  }
}

function endOfName(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== 0) at++;
  return at < end ? at : invalid('a field name does not end');
}

function readName(bytes: Buffer, start: number, end: number): string {
  for (let at = start; at < end; at++) if ((bytes[at] ?? 0) > 127) return readText(bytes, start, end);
  return bytes.toString('latin1', start, end);
}

/** Text that is not UTF-8 could not be given back as it came, so it is refused. */
function readText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  if (text.includes('\uFFFD') && !isUtf8(bytes.subarray(start, end))) invalid('text that is not UTF-8');
  return text;
}

/** How many bytes a value takes, by its type and its own length field. */
function sizeOf(type: number, bytes: Buffer, at: number, end: number): number {
  switch (type) {
    case bsonType.double:
    case bsonType.date:
    case bsonType.timestamp:
    case bsonType.int64:
      return 8;
    case bsonType.string:
      return 4 + atLeast(1, bytes.readInt32LE(at));
    case bsonType.document:
    case bsonType.array:
      return documentSize(bytes, at, end);
    case bsonType.binary:
      return 5 + atLeast(0, bytes.readInt32LE(at));
    case bsonType.objectId:
      return 12;
    case bsonType.boolean:
      return 1;
    case bsonType.int32:
      return 4;
    case bsonType.regex:
      return endOfName(bytes, endOfName(bytes, at, end) + 1, end) + 1 - at;
    case bsonType.null:
    case bsonType.minKey:
    case bsonType.maxKey:
      return 0;
    default:
      return refuseType(type);
  }
}

function refuseType(type: number): never {
  const name = unsupported[type];
  if (name !== undefined) refuse('BadValue', `the BSON type ${name} is not supported by this server`);
  return invalid(`unknown element type ${type}`);
}

const atLeast = (least: number, length: number): number =>
  length >= least ? length : invalid('a length is negative');

function readValue(type: number, bytes: Buffer, at: number, next: number, depth: number): Value {
  switch (type) {
    case bsonType.double:
      return new Double(bytes.readDoubleLE(at));
    case bsonType.string:
      if (bytes[next - 1] !== 0) invalid('a string does not end with a zero byte');
      return readText(bytes, at + 4, next - 1);
    case bsonType.document:
      return readDoc(bytes, at, next, depth + 1);
    case bsonType.array:
      return readArray(bytes, at, next, depth + 1);
    case bsonType.boolean:
      return bytes[at] === 1;
    case bsonType.null:
      return null;
    case bsonType.int32:
      return bytes.readInt32LE(at);
    case bsonType.int64:
      return bytes.readBigInt64LE(at);
    default:
      return new Opaque(type, bytes.subarray(at, next));
  }
}
