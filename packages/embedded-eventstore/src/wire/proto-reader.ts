/**
 * Reads the fields of a protobuf message in place: `next` moves to a field, and the properties describe it. A Buffer for
 * each part would take more time than the reading.
 */
export class ProtoReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;
  /** The number of the field. */
  field = 0;
  /** Whether the field is a number; otherwise it is bytes. */
  isNumber = false;
  /** The value of a number; above 53 bits it is rounded. */
  number = 0;
  /** The start and end of the bytes of the field. */
  start = 0;
  end = 0;

  /** @param start the start of the message in the bytes, which goes to `end` */
  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /**
   * Moves to the next field that is a number or has a length.
   * @returns false after the last one
   * @throws RangeError if the message is truncated or is no protobuf
   */
  next(): boolean {
    while (this.#at < this.#end) {
      const tag = this.#varint();
      const format = tag % 8;
      this.field = Math.floor(tag / 8);
      this.isNumber = format === 0;
      if (this.isNumber) {
        this.number = this.#varint();
        return true;
      }
      // Fields of fixed length are not used here.
      const length = format === 2 ? this.#varint() : format === 1 ? 8 : format === 5 ? 4 : NaN;
      this.start = this.#at;
      this.end = this.#at + length;
      if (!(this.end <= this.#end)) throw cutShort();
      this.#at = this.end;
      if (format === 2) return true;
    }
    return false;
  }

  /** The bytes of the field, which share the message's memory. */
  bytes(): Buffer {
    return this.#bytes.subarray(this.start, this.end);
  }

  /** The bytes of the field as text. */
  text(): string {
    return this.#bytes.toString('utf8', this.start, this.end);
  }

  /** The fields of the message in the field. */
  inside(): ProtoReader {
    return new ProtoReader(this.#bytes, this.start, this.end);
  }

  /** Moves to the last field with this number that has bytes. @returns false if there is none */
  find(wanted: number): boolean {
    let start = -1;
    let end = -1;
    while (this.next()) {
      if (this.field !== wanted || this.isNumber) continue;
      ({ start, end } = this);
    }
    this.start = start;
    this.end = end;
    return start >= 0;
  }

  #varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#at < this.#end ? this.#bytes[this.#at++] : undefined;
      if (byte === undefined) throw cutShort();
      if (byte < 128) return value + byte * scale;
      value += (byte & 127) * scale;
      scale *= 128;
    }
  }
}

const cutShort = (): RangeError => new RangeError('the message is no protobuf');
