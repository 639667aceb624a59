/**
 * The parts of protobuf's wire format that appends and the feed need. The client's own classes would cost
 * more than everything else in an append: they carry bytes as Base64, and serialize each message twice.
 */
export const lengthDelimited = 2;

/** Writes a number into a buffer. @returns the offset after it */
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

/** Encodes a length-delimited field, made of parts. */
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

/** Encodes a text field. */
export const text = (field: number, value: string): Buffer => delimited(field, Buffer.from(value));

/** Encodes a field with a non-negative integer. */
export function varint(field: number, value: number): Buffer {
  const tag = field * 8;
  const buffer = Buffer.allocUnsafe(sizeOf(tag) + sizeOf(value));
  putVarint(buffer, value, putVarint(buffer, tag, 0));
  return buffer;
}

/**
 * Writes messages one after the other, each from its end to its beginning, so that the length of a part is
 * known when its head is written.
 */
export interface Writer {
  /** Returns the number of bytes written so far: the end of a part that is about to be written. */
  size(): number;
  /** Writes bytes before those written so far. */
  raw(bytes: Uint8Array): void;
  /** Writes a text field. */
  text(field: number, value: string): void;
  /** Writes a field with a non-negative integer. */
  varint(field: number, value: number): void;
  /** Wraps everything written since `size` returned `end` in a field. */
  wrap(field: number, end: number): void;
  /** Returns the message, and begins the next. */
  take(): Buffer;
}

/** The largest size of a tag and a length. */
const headSize = 20;

/** Opens a writer. @param usual the size in bytes up to which messages need no additional buffer */
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
      // Text with one byte for each character is the same in both encodings, and latin1 is faster.
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
