import { refuse } from '../error.ts';
import { bsonType, type Doc, Double, Opaque, typeOf, type Value } from './value.ts';

/** A shared scratch buffer: encoding is synchronous, and its result is a copy. */
let out = Buffer.allocUnsafeSlow(1 << 16);
let at = 0;

/** A scratch buffer that a large document made larger than this is released. */
const keepAtMost = 1 << 22;

/**
 * Encodes a document.
 * @param headroom free bytes before the document, for a message header
 */
export function encode(document: Doc, headroom = 0): Buffer {
  at = headroom;
  depth = 0;
  room(headroom);
  writeDoc(document);
  const copy = Buffer.allocUnsafe(at);
  out.copy(copy, 0, 0, at);
  if (out.length > keepAtMost) out = Buffer.allocUnsafeSlow(1 << 16);
  return copy;
}

/** A document with this field before those of another document. */
export function encodeBefore(name: string, value: Value, others: Buffer): Buffer {
  at = 4;
  depth = 1;
  writeElement(name, value);
  const whole = Buffer.concat([out.subarray(0, at), others.subarray(4)]);
  whole.writeInt32LE(whole.length, 0);
  return whole;
}

/** Documents nest no deeper than this, as in MongoDB. */
const maxDepth = 180;

/** @throws MongoError Overflow for a document that nests too deep */
export function checkDepth(depth: number): void {
  if (depth > maxDepth) refuse('Overflow', `documents nest at most ${maxDepth} deep`);
}

function room(bytes: number): void {
  if (at + bytes <= out.length) return;
  const grown = Buffer.allocUnsafeSlow(Math.max(out.length * 2, at + bytes));
  out.copy(grown, 0, 0, at);
  out = grown;
}

function writeDoc(document: Doc): void {
  const start = open();
  for (const [name, value] of document) writeElement(name, value);
  close(start);
}

function writeArray(items: readonly Value[]): void {
  const start = open();
  for (const [index, value] of items.entries()) writeElement(String(index), value);
  close(start);
}

/** The depth of the present document inside others: a document that is too deep could not be read again. */
let depth = 0;

function open(): number {
  checkDepth(depth++);
  room(5);
  at += 4;
  return at - 4;
}

function close(start: number): void {
  depth--;
  room(1);
  out[at++] = 0;
  out.writeInt32LE(at - start, start);
}

function writeElement(name: string, value: Value): void {
  const type = typeOf(value);
  room(name.length * 3 + 16);
  out[at++] = type;
  writeName(name);
  writeValue(type, value);
}

function writeName(name: string): void {
  if (name.includes('\0')) refuse('BadValue', 'a field name cannot hold a zero byte');
  at += out.write(name, at, 'utf8');
  out[at++] = 0;
}

function writeValue(type: number, value: Value): void {
  if (typeof value === 'number') writeNumber(type, value);
  else if (typeof value === 'string') writeString(value);
  else if (typeof value === 'bigint') at = out.writeBigInt64LE(value, at);
  else if (typeof value === 'boolean') out[at++] = value ? 1 : 0;
  else if (value instanceof Map) writeDoc(value);
  else if (value instanceof Double) at = out.writeDoubleLE(value.value, at);
  else if (value instanceof Opaque) writeBytes(value.bytes);
  else if (value !== null) writeArray(value);
}

function writeNumber(type: number, value: number): void {
  at = type === bsonType.int32 ? out.writeInt32LE(value, at) : out.writeDoubleLE(value, at);
}

function writeString(text: string): void {
  room(text.length * 3 + 5);
  const start = at;
  at += 4;
  at += out.write(text, at, 'utf8');
  out[at++] = 0;
  out.writeInt32LE(at - start - 4, start);
}

function writeBytes(bytes: Buffer): void {
  room(bytes.length);
  at += bytes.copy(out, at);
}
