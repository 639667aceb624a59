/** Writes protobuf fields from the last to the first, so that every length is known when it is written. */
export interface ProtoWriter {
  varint(field: number, value: number | bigint): void;
  bytes(field: number, value: Uint8Array): void;
  text(field: number, value: string): void;
  message(field: number, write: () => void): void;
}

const lengthDelimited = 2;

/** The bytes that are being written, and the start of the last field. Shared, as this is the hot path. */
let buffer = Buffer.alloc(0);
let start = 0;

/**
 * The bytes of the fields that `write` writes; `write` may not call this function.
 * @param capacity at least the number of bytes that will be written
 */
export function encodeProto(capacity: number, write: (out: ProtoWriter) => void): Buffer {
  start = capacity;
  buffer = Buffer.allocUnsafe(start);
  write(writer);
  return buffer.subarray(start);
}

const writer: ProtoWriter = {
  varint(field, value) {
    if (typeof value === 'number') number(value);
    else bigNumber(value);
    number(field * 8);
  },
  bytes(field, value) {
    const end = start;
    start -= value.length;
    buffer.set(value, start);
    closeField(field, end);
  },
  text(field, value) {
    const end = start;
    start -= Buffer.byteLength(value);
    buffer.write(value, start);
    closeField(field, end);
  },
  message(field, write) {
    const end = start;
    write();
    closeField(field, end);
  },
};

function closeField(field: number, end: number): void {
  number(end - start);
  number(field * 8 + lengthDelimited);
}

function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
  return size;
}

function number(value: number): void {
  start -= varintSize(value);
  let at = start;
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) buffer[at++] = (rest % 128) | 128;
  buffer[at] = rest;
}

function bigNumber(value: bigint): void {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  start -= bytes.length;
  buffer.set(bytes, start);
}
