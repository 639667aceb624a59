import { lengthDelimited } from './protobuf.ts';

/** Reads the fields of a message, or of a part of a message, in place: parts get no buffers of their own. */
export class FieldReader {
  /** The number of the present field. */
  field = 0;
  /** The range of the present field's value. */
  from: number;
  to: number;
  readonly #message: Buffer;
  readonly #end: number;

  constructor(message: Buffer, from = 0, end = message.length) {
    this.#message = message;
    this.#end = end;
    this.from = from;
    this.to = from;
  }

  /**
   * Advances to the next field. @returns whether there is one @throws RangeError if it is truncated or of
   * another wire type
   */
  next(): boolean {
    if (this.to >= this.#end) return false;
    const tag = this.#varint();
    this.field = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        this.from = this.to;
        while ((this.#message[this.to] ?? 0) >= 128) this.to++;
        this.to++;
        break;
      case lengthDelimited: {
        const length = this.#varint();
        this.from = this.to;
        this.to += length;
        break;
      }
      default:
        throw new RangeError(`a message has a field of the unknown format ${tag % 8}`);
    }
    if (this.to > this.#end) throw new RangeError('a message is cut short');
    return true;
  }

  /** Advances to a field with this number. @returns whether there is one */
  find(field: number): boolean {
    while (this.next()) if (this.field === field) return true;
    return false;
  }

  /** Returns a reader of the message in the present field. */
  inside(): FieldReader {
    return new FieldReader(this.#message, this.from, this.to);
  }

  text(): string {
    return this.#message.toString('utf8', this.from, this.to);
  }

  number(): bigint {
    // Seven digits of seven bits are a safe integer.
    if (this.to - this.from <= 7) {
      let number = 0;
      for (let at = this.to - 1; at >= this.from; at--) number = number * 128 + (this.#byte(at) & 127);
      return BigInt(number);
    }
    let number = 0n;
    for (let at = this.to - 1; at >= this.from; at--) number = (number << 7n) | BigInt(this.#byte(at) & 127);
    return BigInt.asUintN(64, number);
  }

  #byte(at: number): number {
    return this.#message[at] ?? 0;
  }

  #varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#byte(this.to++);
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }
}
