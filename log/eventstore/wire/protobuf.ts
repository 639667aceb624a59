/**
 * Protobuf's wire format, as far as an append and the feed need it. The client's own classes for it cost more than
 * all else in an append: they carry bytes as Base64, and serialize each message twice.
 */
export const lengthDelimited = 2;

/** Writes a number at a place of a buffer. @returns the place after it */
function putVarint(buffer: Buffer, value: number, at: number): number {
  let rest = value;
  let next = at;
  for (; rest >= 128; rest = Math.floor(rest / 128)) buffer[next++] = (rest % 128) | 128;
  buffer[next++] = rest;
  return next;
}

function sizeOf(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
  return size;
}

/** A field with a message, or whatever else is told with its length, made of parts. */
export function delimited(field: number, ...parts: readonly Uint8Array[]): Buffer {
  let length = 0;
  for (const part of parts) length += part.length;
  const tag = field * 8 + lengthDelimited;
  const buffer = Buffer.allocUnsafe(sizeOf(tag) + sizeOf(length) + length);
  let at = putVarint(buffer, length, putVarint(buffer, tag, 0));
  for (const part of parts) {
    buffer.set(part, at);
    at += part.length;
  }
  return buffer;
}

/** A field with text. */
export const text = (field: number, value: string): Buffer => delimited(field, Buffer.from(value));

/** A field with a number that is whole and not negative. */
export function varint(field: number, value: number): Buffer {
  const tag = field * 8;
  const buffer = Buffer.allocUnsafe(sizeOf(tag) + sizeOf(value));
  putVarint(buffer, value, putVarint(buffer, tag, 0));
  return buffer;
}

/** Writes one message after the other, each from its end to its beginning: then the length of a part is known in time. */
export interface Writer {
  /** How much of the message is written: where a part ends that is about to be written. */
  size(): number;
  /** Puts bytes before what is written. */
  raw(bytes: Uint8Array): void;
  /** A field with text. */
  text(field: number, value: string): void;
  /** A field with a number that is whole and not negative. */
  varint(field: number, value: number): void;
  /** Makes one field of all that was written since `size` was `end`. */
  wrap(field: number, end: number): void;
  /** The message; the next one begins. */
  take(): Buffer;
}

/** As much as a tag and a length can take. */
const headSize = 20;

/** @param usual messages up to this size need no more memory than their own */
export function openWriter(usual = 16_384): Writer {
  const own = Buffer.allocUnsafeSlow(usual);
  let buffer = own;
  let at = usual;

  function makeRoom(length: number): void {
    if (length <= at) return;
    const written = buffer.length - at;
    const larger = Buffer.allocUnsafeSlow(2 * (written + length));
    buffer.copy(larger, larger.length - written, at);
    at = larger.length - written;
    buffer = larger;
  }

  function put(value: number): void {
    at -= sizeOf(value);
    putVarint(buffer, value, at);
  }

  function head(field: number, length: number): void {
    makeRoom(headSize);
    put(length);
    put(field * 8 + lengthDelimited);
  }

  return {
    size: () => buffer.length - at,
    raw(bytes) {
      makeRoom(bytes.length);
      at -= bytes.length;
      buffer.set(bytes, at);
    },
    text(field, value) {
      const length = Buffer.byteLength(value);
      makeRoom(length);
      at -= length;
      // What has a byte for each character is the same in both, and copied faster.
      buffer.write(value, at, length === value.length ? 'latin1' : 'utf8');
      head(field, length);
    },
    varint(field, value) {
      makeRoom(headSize);
      put(value);
      put(field * 8);
    },
    wrap: (field, end) => head(field, buffer.length - at - end),
    take() {
      const message = Buffer.from(buffer.subarray(at));
      buffer = own;
      at = usual;
      return message;
    },
  };
}
