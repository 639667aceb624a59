/** Writes protobuf fields from the last to the first, so that every length is known when it is written. */
export interface ProtoWriter {
  varint(field: number, value: number | bigint): void;
  bytes(field: number, value: Uint8Array): void;
  text(field: number, value: string): void;
  message(field: number, write: () => void): void;
  finish(): Buffer;
}

const lengthDelimited = 2;

const varintSize = (value: number): number => {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
  return size;
};

/** @param capacity at least the number of bytes that will be written */
export function createProtoWriter(capacity: number): ProtoWriter {
  const buffer = Buffer.allocUnsafe(capacity);
  let start = capacity;

  const number = (value: number): void => {
    start -= varintSize(value);
    let at = start;
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) buffer[at++] = (rest % 128) | 128;
    buffer[at] = rest;
  };
  const bigNumber = (value: bigint): void => {
    const bytes: number[] = [];
    let rest = value;
    for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
    bytes.push(Number(rest));
    start -= bytes.length;
    buffer.set(bytes, start);
  };
  const closeField = (field: number, end: number): void => {
    number(end - start);
    number(field * 8 + lengthDelimited);
  };

  return {
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
    finish: () => buffer.subarray(start),
  };
}
