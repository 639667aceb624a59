import { lengthDelimited } from './protobuf.ts';

/** Goes through the fields of a message, or of a part of one, where they stand: no part gets a buffer of its own. */
export class FieldReader {
  /** The number of the field that it has come to. */
  field = 0;
  /** Where the value of the field begins, and where it ends. */
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

  /** Goes to the next field; answers whether there is one. @throws RangeError where it is cut short or of another format */
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

  /** Goes on to a field; answers whether there is one. */
  find(field: number): boolean {
    while (this.next()) if (this.field === field) return true;
    return false;
  }

  /** The fields of the message that is this field's value. */
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
