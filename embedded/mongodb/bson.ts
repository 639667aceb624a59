import { isUtf8 } from 'node:buffer';
import { checkDepth } from './bson-write.ts';
import { refuse } from './error.ts';
import { Double, Opaque, bsonType, type Doc, type Value } from './value.ts';

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
export const decode = (bytes: Buffer, start = 0): Doc =>
  guarded(() => readDoc(bytes, start, bytes.length, 0));

/** The named fields of a stored document, without the cost of the others. */
export const decodeFields = (bytes: Buffer, names: ReadonlySet<string>): Doc =>
  names.size === 0 ? new Map<string, Value>() : guarded(() => readDoc(bytes, 0, bytes.length, 0, names));

/** A stored document without the fields that are not wanted, all of it as bytes. */
export function pick(bytes: Buffer, wanted: (name: string) => boolean): Buffer {
  const picked = Buffer.allocUnsafe(bytes.length);
  let end = 4;
  eachElement(bytes, 0, bytes.length, 0, (_, nameAt, nameEnd, __, next) => {
    if (wanted(readText(bytes, nameAt, nameEnd))) end += bytes.copy(picked, end, nameAt - 1, next);
  });
  picked[end++] = 0;
  picked.writeInt32LE(end, 0);
  return picked.subarray(0, end);
}

/**
 * Checks a document that is to be stored as thoroughly as `decode` would.
 * @throws MongoError as `decode` does
 */
export function checked(bytes: Buffer): Buffer {
  guarded(() => check(bytes, 0, bytes.length, 0));
  return bytes;
}

/** Decodes a document, but a document in one of its fields is only checked. */
export const decodeKeeping = (bytes: Buffer, field: string): Doc =>
  guarded(() => {
    const fields: Doc = new Map();
    eachElement(bytes, 0, bytes.length, 0, (type, nameAt, nameEnd, at, next) => {
      const name = readText(bytes, nameAt, nameEnd);
      const isKept = name === field && type === bsonType.document;
      const value = isKept
        ? new Opaque(type, checked(bytes.subarray(at, next)))
        : readValue(type, bytes, at, next, 0);
      fields.set(name, value);
    });
    return fields;
  });

/** The names of a document's fields. */
export function namesOf(bytes: Buffer): string[] {
  const names: string[] = [];
  guarded(() =>
    eachElement(bytes, 0, bytes.length, 0, (_, nameAt, nameEnd) => {
      names.push(readText(bytes, nameAt, nameEnd));
    }),
  );
  return names;
}

function guarded<T>(read: () => T): T {
  try {
    return read();
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

/** @param wanted the only fields to decode, of bytes that were checked before */
function readDoc(
  bytes: Buffer,
  start: number,
  limit: number,
  depth: number,
  wanted?: ReadonlySet<string>,
): Doc {
  const fields: Doc = new Map();
  eachElement(bytes, start, limit, depth, (type, nameAt, nameEnd, at, next) => {
    const name = readText(bytes, nameAt, nameEnd);
    if (!wanted || wanted.has(name)) fields.set(name, readValue(type, bytes, at, next, depth));
  });
  return fields;
}

function readArray(bytes: Buffer, start: number, limit: number, depth: number): Value[] {
  const items: Value[] = [];
  eachElement(bytes, start, limit, depth, (type, nameAt, nameEnd, at, next) => {
    checkText(bytes, nameAt, nameEnd);
    items.push(readValue(type, bytes, at, next, depth));
  });
  return items;
}

function check(bytes: Buffer, start: number, limit: number, depth: number): void {
  eachElement(bytes, start, limit, depth, (type, nameAt, nameEnd, at, next) => {
    checkText(bytes, nameAt, nameEnd);
    if (type === bsonType.string) checkString(bytes, at, next);
    else if (type === bsonType.document || type === bsonType.array) check(bytes, at, next, depth + 1);
    // MongoDB puts the present time in the place of an empty timestamp.
    else if (type === bsonType.timestamp && depth === 0 && bytes.readBigInt64LE(at) === 0n)
      refuse('BadValue', 'the value Timestamp(0, 0) is not supported by this server');
  });
}

type Visit = (type: number, nameAt: number, nameEnd: number, at: number, next: number) => void;

/** Visits the elements of a document: where the name and the value of each begin and end. */
function eachElement(bytes: Buffer, start: number, limit: number, depth: number, visit: Visit): void {
  checkDepth(depth);
  const end = start + documentSize(bytes, start, limit) - 1;
  if (bytes[end] !== 0) invalid('a document does not end with a zero byte');
  let at = start + 4;
  while (at < end) {
    const type = bytes[at] ?? 0;
    const nameAt = at + 1;
    const nameEnd = endOfName(bytes, nameAt, end);
    at = nameEnd + 1;
    const next = at + sizeOf(type, bytes, at, end);
    if (next > end) invalid('a value is longer than its document');
    visit(type, nameAt, nameEnd, at, next);
    at = next;
  }
}

function endOfName(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== 0) at++;
  return at < end ? at : invalid('a field name does not end');
}

/** A loop is quicker than a call into the runtime for the short and plain texts that nearly all are. */
function checkText(bytes: Buffer, start: number, end: number): void {
  for (let at = start; at < end; at++)
    if ((bytes[at] ?? 0) > 127) {
      if (!isUtf8(bytes.subarray(at, end))) invalid('text that is not UTF-8');
      return;
    }
}

function checkString(bytes: Buffer, at: number, next: number): void {
  if (bytes[next - 1] !== 0) invalid('a string does not end with a zero byte');
  checkText(bytes, at + 4, next - 1);
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
