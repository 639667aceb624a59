import { bsonType, type Doc, numeric, Opaque, typeOf, type Value } from '../wire/value.ts';

/**
 * Keys whose bytes sort as MongoDB sorts the values: a tag for the type, then the value. No key is a prefix of another,
 * and no tag is 0 or 255, so that sequences of keys, ascending or (inverted) descending, compare part by part.
 */
const tags: Readonly<Record<number, number>> = {
  [bsonType.null]: 0x0f,
  [bsonType.double]: 0x14,
  [bsonType.int32]: 0x14,
  [bsonType.int64]: 0x14,
  [bsonType.string]: 0x1e,
  [bsonType.document]: 0x28,
  [bsonType.array]: 0x32,
  [bsonType.binary]: 0x3c,
  [bsonType.objectId]: 0x46,
  [bsonType.boolean]: 0x50,
  [bsonType.date]: 0x5a,
  [bsonType.timestamp]: 0x5f,
};

/** Whether bytes are the key of a text, or begin one; a whole key ends with 0. */
export const isPartOfText = (key: Buffer): boolean => key[0] === tags[bsonType.string] && key.at(-1) !== 0;

/** The beginning that the keys of all texts with a prefix have in common. */
export const prefixOf = (text: string): Buffer => keyOf(text).subarray(0, -1);

/** The tag of an empty array in an index: before all values. */
const emptyTag = 0x0a;

/** The tag of a value's type; values of different tags sort by it. */
export const tagOf = (value: Value): number => tags[typeOf(value)] ?? 0xee;

let out = Buffer.allocUnsafeSlow(4096);
let at = 0;

function room(bytes: number): void {
  if (at + bytes <= out.length) return;
  const grown = Buffer.allocUnsafeSlow(Math.max(out.length * 2, at + bytes));
  out.copy(grown, 0, 0, at);
  out = grown;
}

/** The sortable key of a value. */
export function keyOf(value: Value): Buffer {
  at = 0;
  writeTagged(value);
  return written();
}

/** The key of a value, for use in a map. */
export const keyText = (value: Value): string => keyOf(value).toString('latin1');

const written = (): Buffer => Buffer.from(out.subarray(0, at));

/** Writes the parts of a key into one buffer. */
export interface KeyWriter {
  bytes(part: Buffer): void;
  /** @param value undefined for an empty array */
  value(value: Value | undefined, descending: boolean): void;
}

export function composeKey(write: (writer: KeyWriter) => void): Buffer {
  at = 0;
  write(writer);
  return written();
}

const writer: KeyWriter = {
  bytes: (part) => {
    room(part.length);
    at += part.copy(out, at);
  },
  value: (value, descending) => {
    const start = at;
    if (value === undefined) writeEmpty();
    else writeTagged(value);
    if (descending) for (let i = start; i < at; i++) out[i] = (out[i] ?? 0) ^ 255;
  },
};

/** The same bytes for the opposite order. */
export const invert = (key: Buffer): Buffer => Buffer.from(key.map((byte) => byte ^ 255));

function writeEmpty(): void {
  room(1);
  out[at++] = emptyTag;
}

function writeTagged(value: Value): void {
  room(16);
  out[at++] = tagOf(value);
  writePayload(value);
}

function writePayload(value: Value): void {
  if (typeof value === 'string') return writeText(value);
  if (typeof value === 'boolean') return void (out[at++] = value ? 1 : 0);
  if (value === null) return;
  if (value instanceof Map) return writeFields(value);
  if (value instanceof Opaque) return writeOpaque(value);
  const number = numeric(value);
  if (number !== undefined) return writeNumber(number);
  if (Array.isArray(value)) writeItems(value);
}

/** Above this a double is not exact: the rest of an integer follows it. */
const exactLimit = 2 ** 53;

function writeNumber(number: number | bigint): void {
  const double = Number(number);
  if (Number.isNaN(double)) {
    out.fill(0, at, (at += 8));
    return;
  }
  out.writeDoubleBE(double === 0 ? 0 : double, at);
  if (double < 0) for (let i = 0; i < 8; i++) out.writeUInt8(out.readUInt8(at + i) ^ 255, at + i);
  else out.writeUInt8(out.readUInt8(at) | 128, at);
  at += 8;
  if (Math.abs(double) < exactLimit) return;
  const rest = typeof number === 'bigint' ? Number(number - BigInt(double)) : 0;
  at = out.writeUInt16BE(rest + 0x8000, at);
}

/** Text as UTF-8, its bytes 0 and 1 escaped as 01 01 and 01 02, ended by 0. For short ASCII text a loop is fastest. */
function writeText(text: string): void {
  room(text.length * 6 + 2);
  const start = at;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 127 || unit <= 1) {
      at = start;
      return writeEscaped(Buffer.from(text));
    }
    out[at++] = unit;
  }
  out[at++] = 0;
}

function writeEscaped(bytes: Buffer): void {
  room(bytes.length * 2 + 1);
  for (const byte of bytes) {
    if (byte <= 1) out[at++] = 1;
    out[at++] = byte <= 1 ? byte + 1 : byte;
  }
  out[at++] = 0;
}

/** MongoDB compares fields in their order: by type, then name, then value. */
function writeFields(fields: Doc): void {
  for (const [name, value] of fields) {
    room(16);
    out[at++] = tagOf(value);
    writeText(name);
    room(16);
    writePayload(value);
  }
  endSequence();
}

function writeItems(items: readonly Value[]): void {
  for (const item of items) writeTagged(item);
  endSequence();
}

function endSequence(): void {
  room(1);
  out[at++] = 0;
}

function writeOpaque({ type, bytes }: Opaque): void {
  room(bytes.length * 2 + 16);
  if (type === bsonType.date) writeLittleEndian(bytes, 128);
  else if (type === bsonType.timestamp) writeLittleEndian(bytes, 0);
  else if (type === bsonType.binary) writeBinary(bytes);
  else at += bytes.copy(out, at);
}

function writeLittleEndian(bytes: Buffer, flip: number): void {
  for (let i = 7; i >= 0; i--) out[at++] = bytes[i] ?? 0;
  out.writeUInt8(out.readUInt8(at - 8) ^ flip, at - 8);
}

/** Binaries sort by length, then subtype, then bytes; because of the length they need no end mark. */
function writeBinary(bytes: Buffer): void {
  at = out.writeUInt32BE(bytes.length - 5, at);
  at += bytes.copy(out, at, 4);
}
