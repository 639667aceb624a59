import { isUtf8 } from 'node:buffer';
import { BSONError, onDemand } from 'bson';
import { refuse } from '../error.ts';
import { checkDepth } from './encode.ts';
import { bsonType, type Doc, Double, Opaque, type Value } from './value.ts';

const unsupported: Readonly<Record<number, string>> = {
  6: 'undefined',
  11: 'regular expression',
  12: 'DBPointer',
  13: 'JavaScript code',
  14: 'symbol',
  15: 'JavaScript code with scope',
  19: 'decimal128',
  127: 'greatest key',
  255: 'least key',
};

/**
 * Decodes one document, which may be followed by other bytes.
 * @param start the offset of the document
 * @throws MongoError InvalidBSON for malformed bytes, BadValue for a type that is not supported
 */
export const decode = (bytes: Buffer, start = 0): Doc => readDoc(bytes, start, 0);

/** The size of a document according to its header, checked against the available bytes. */
export function documentSize(bytes: Buffer, start: number, end: number): number {
  const size = start + 5 <= end ? bytes.readInt32LE(start) : 0;
  if (size < 5 || start + size > end) invalid('a document is longer than its bytes');
  return size;
}

const invalid = (reason: string): never => refuse('InvalidBSON', `invalid BSON: ${reason}`);

/** The type, the offset and length of the name, and the offset and length of the value. */
export type Element = readonly [type: number, nameAt: number, nameLength: number, at: number, length: number];

const isArray = (elements: Iterable<Element>): elements is Element[] => Array.isArray(elements);

/** The elements of a document, all of them within it. */
export function elementsOf(bytes: Buffer, start: number, depth: number): readonly Element[] {
  checkDepth(depth);
  documentSize(bytes, start, bytes.length);
  try {
    const elements = onDemand.parseToElements(bytes, start);
    return isArray(elements) ? elements : [...elements];
  } catch (error) {
    if (error instanceof BSONError) return invalid(error.message);
    throw error;
  }
}

export function nameOf(bytes: Buffer, [, nameAt, nameLength]: Element): string {
  return readText(bytes, nameAt, nameAt + nameLength);
}

function readDoc(bytes: Buffer, start: number, depth: number): Doc {
  const fields: Doc = new Map();
  for (const element of elementsOf(bytes, start, depth))
    fields.set(nameOf(bytes, element), readValue(bytes, element, depth));
  return fields;
}

/**
 * Checks the elements of a document before it is stored, as thoroughly as `decode` would.
 * @throws MongoError as `decode` does
 */
export function check(bytes: Buffer, elements: readonly Element[], depth: number): void {
  for (const element of elements) {
    const [type, nameAt, nameLength, at] = element;
    checkText(bytes, nameAt, nameAt + nameLength);
    if (type === bsonType.string) checkText(bytes, ...textOf(bytes, element));
    else if (type === bsonType.document || type === bsonType.array) {
      check(bytes, elementsOf(bytes, at, depth + 1), depth + 1);
    } else if (type in unsupported) refuseType(type);
    else if (depth === 0) checkTimestamp(type, bytes, at);
  }
}

/** Refuses an empty timestamp, which MongoDB would replace by the present time. */
export function checkTimestamp(type: number, bytes: Buffer, at: number): void {
  if (type === bsonType.timestamp && bytes.readBigInt64LE(at) === 0n)
    refuse('BadValue', 'the value Timestamp(0, 0) is not supported by this server');
}

function checkText(bytes: Buffer, start: number, end: number): void {
  if (!isPlain(bytes, start, end) && !isUtf8(bytes.subarray(start, end))) invalid('text that is not UTF-8');
}

/**
 * Whether there are only ASCII characters. For short texts, which nearly all are, a loop is faster than a call into the
 * runtime.
 */
function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((bytes[at] ?? 0) > 127) return false;
  return true;
}

/** Refuses text that is not UTF-8, which could not be returned unchanged. */
function readText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  if (text.includes('\uFFFD') && !isUtf8(bytes.subarray(start, end))) invalid('text that is not UTF-8');
  return text;
}

/** The offsets of the text of a string. */
function textOf(bytes: Buffer, [, , , at, length]: Element): [start: number, end: number] {
  if (length < 5 || bytes[at + length - 1] !== 0) invalid('a string does not end with a zero byte');
  return [at + 4, at + length - 1];
}

function refuseType(type: number): never {
  return refuse('BadValue', `the BSON type ${unsupported[type] ?? type} is not supported by this server`);
}

export function readValue(bytes: Buffer, element: Element, depth: number): Value {
  const [type, , , at, length] = element;
  switch (type) {
    case bsonType.double:
      return new Double(bytes.readDoubleLE(at));
    case bsonType.string:
      return readText(bytes, ...textOf(bytes, element));
    case bsonType.document:
      return readDoc(bytes, at, depth + 1);
    case bsonType.array:
      return elementsOf(bytes, at, depth + 1).map((item) => {
        checkText(bytes, item[1], item[1] + item[2]);
        return readValue(bytes, item, depth + 1);
      });
    case bsonType.boolean:
      return bytes[at] === 1;
    case bsonType.null:
      return null;
    case bsonType.int32:
      return bytes.readInt32LE(at);
    case bsonType.int64:
      return bytes.readBigInt64LE(at);
    default:
      return type in unsupported ? refuseType(type) : new Opaque(type, bytes.subarray(at, at + length));
  }
}
