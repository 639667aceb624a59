import { DamagedPicture } from './picture.ts';

/** Reads a content from its beginning to its end. Each read beyond the end throws `DamagedPicture`. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** The place of the next byte. */
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  /** Returns the next bytes, without a copy. */
  take(length: number): Uint8Array {
    const start = this.at;
    this.#skip(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** Returns the bytes from a place to the present one, without a copy. */
  since(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.at);
  }

  /** Returns the next bytes as ASCII. */
  text(length: number): string {
    return String.fromCharCode(...this.take(length));
  }

  uint8(): number {
    return this.#view.getUint8(this.#skip(1));
  }

  uint16(littleEndian: boolean): number {
    return this.#view.getUint16(this.#skip(2), littleEndian);
  }

  uint32(littleEndian: boolean): number {
    return this.#view.getUint32(this.#skip(4), littleEndian);
  }

  /** Three bytes, the lowest first. */
  uint24(): number {
    return this.uint16(true) | (this.uint8() << 16);
  }

  #skip(length: number): number {
    const start = this.at;
    if (length < 0 || start + length > this.#bytes.length) throw new DamagedPicture();
    this.at = start + length;
    return start;
  }
}

/** Joins parts of a content. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
