import { refuse } from './error.ts';
import { Double, Opaque, bsonType, typeOf, type Doc, type Value } from './value.ts';

/** Written into again and again: encoding is synchronous, and what is handed out is a copy. */
let out = Buffer.allocUnsafeSlow(1 << 16);
let at = 0;

/** A scratch buffer that one large document made big is let go again. */
const keepAtMost = 1 << 22;

/**
 * Encodes a document.
 * @param headroom bytes left free in front of it, for a message header
 */
export function encode(document: Doc, headroom = 0): Buffer {
  at = headroom;
  room(headroom);
  writeDoc(document);
  const copy = Buffer.allocUnsafe(at);
  out.copy(copy, 0, 0, at);
  if (out.length > keepAtMost) out = Buffer.allocUnsafeSlow(1 << 16);
  return copy;
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

function open(): number {
  room(5);
  at += 4;
  return at - 4;
}

function close(start: number): void {
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

/** Names are short and nearly always ASCII: a loop is quicker than a call into the runtime. */
function writeName(name: string): void {
  const start = at;
  for (let i = 0; i < name.length; i++) {
    const unit = name.charCodeAt(i);
    if (unit === 0) refuse('BadValue', 'a field name cannot hold a zero byte');
    if (unit > 127) {
      at = start + out.write(name, start, 'utf8');
      break;
    }
    out[at++] = unit;
  }
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
  const size = out.write(text, at + 4, 'utf8');
  out.writeInt32LE(size + 1, at);
  at += 4 + size;
  out[at++] = 0;
}

function writeBytes(bytes: Buffer): void {
  room(bytes.length);
  at += bytes.copy(out, at);
}
