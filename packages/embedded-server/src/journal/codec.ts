import { checked, type Shape } from '../shapes.ts';

/** Collects bytes in a buffer that is reused. */
export interface ByteWriter {
  byte(value: number): void;
  double(value: number): void;
  /** Writes the length of some bytes, then the bytes. */
  bytes(value: Uint8Array): void;
  /** The bytes since `clear`; valid until the next write. */
  written(): Buffer;
  clear(): void;
}

/** Reads the bytes of a `ByteWriter`. */
export interface ByteReader {
  readonly ended: boolean;
  byte(): number;
  double(): number;
  bytes(): Buffer;
}

/** The form of a type of values in the journal. */
export interface Codec<T> {
  write(out: ByteWriter, value: T): void;
  read(from: ByteReader): T;
}

export function createByteWriter(): ByteWriter {
  let buffer = Buffer.alloc(1 << 16);
  let end = 0;
  const take = (count: number): number => {
    const start = end;
    end += count;
    if (end > buffer.length) buffer = Buffer.concat([buffer, Buffer.alloc(end)]);
    return start;
  };
  return {
    byte(value) {
      // First, as it may replace the buffer.
      const start = take(1);
      buffer.writeUInt8(value, start);
    },
    double(value) {
      const start = take(8);
      buffer.writeDoubleBE(value, start);
    },
    bytes(value) {
      const start = take(4 + value.length);
      buffer.writeUInt32BE(value.length, start);
      buffer.set(value, start + 4);
    },
    written: () => buffer.subarray(0, end),
    clear: () => void (end = 0),
  };
}

export function createByteReader(buffer: Buffer): ByteReader {
  let at = 0;
  const take = (count: number): number => {
    const start = at;
    at += count;
    return start;
  };
  return {
    get ended() {
      return at >= buffer.length;
    },
    byte: () => buffer.readUInt8(take(1)),
    double: () => buffer.readDoubleBE(take(8)),
    bytes() {
      const length = buffer.readUInt32BE(take(4));
      const start = take(length);
      return buffer.subarray(start, start + length);
    },
  };
}

export const double: Codec<number> = {
  write: (out, value) => out.double(value),
  read: (from) => from.double(),
};

export const doubles: Codec<[number, number]> = {
  write(out, [first, second]) {
    out.double(first);
    out.double(second);
  },
  read: (from) => [from.double(), from.double()],
};

export const bytes: Codec<Buffer> = {
  write: (out, value) => out.bytes(value),
  read: (from) => from.bytes(),
};

export const text: Codec<string> = {
  write: (out, value) => out.bytes(Buffer.from(value)),
  read: (from) => from.bytes().toString(),
};

/** Values of a shape, as JSON. */
export const json = <T>(shape: Shape<T>): Codec<T> => ({
  write: (out, value) => out.bytes(Buffer.from(JSON.stringify(value))),
  read: (from) => checked(shape, JSON.parse(from.bytes().toString()), 'an entry of the journal'),
});
