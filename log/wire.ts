/**
 * Protobuf's wire format, as far as an append and the feed need it. The client's own classes for it cost more than
 * all else in an append: they carry bytes as Base64, and serialize each message twice.
 */
const lengthDelimited = 2;

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

/** What is told of each field of a message: a number, or bytes, which share the message's memory. */
export interface Fields {
  number?(field: number, value: bigint): void;
  bytes?(field: number, value: Buffer): void;
}

/** Goes through the fields of a message. @throws RangeError where it is cut short or of another format */
export function readFields(message: Buffer, { number, bytes }: Fields): void {
  let at = 0;

  function next(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = message.readUInt8(at++);
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  function nextBig(): bigint {
    const start = at;
    while (message.readUInt8(at) >= 128) at++;
    at++;
    // Seven digits of seven bits are a safe integer.
    if (at - start <= 7) {
      at = start;
      return BigInt(next());
    }
    let value = 0n;
    for (let place = at - 1; place >= start; place--)
      value = (value << 7n) | BigInt(message.readUInt8(place) & 127);
    return BigInt.asUintN(64, value);
  }

  while (at < message.length) {
    const tag = next();
    const field = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0: {
        const value = nextBig();
        number?.(field, value);
        break;
      }
      case lengthDelimited: {
        const length = next();
        if (at + length > message.length) throw new RangeError('a message is cut short');
        bytes?.(field, message.subarray(at, at + length));
        at += length;
        break;
      }
      default:
        throw new RangeError(`a message has a field of the unknown format ${tag % 8}`);
    }
  }
}
