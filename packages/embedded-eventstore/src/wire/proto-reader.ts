/**
 * Goes through the fields of a protobuf message where it stands: `next` moves to a field, and the properties describe
 * it. A Buffer for each part would cost more than the reading.
 */
export class ProtoReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;
  /** The number of the field. */
  field = 0;
  /** Whether the field is a number; otherwise it has bytes. */
  isNumber = false;
  /** Past 53 bits its last digits are lost. */
  number = 0;
  /** Where the bytes of the field begin and end. */
  start = 0;
  end = 0;

  /** @param start where the message begins in the bytes; it goes to `end` */
  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /**
   * Moves to the next field that is a number or has a length.
   * @returns false when there are no more
   * @throws RangeError where the message is cut short or in no format of protobuf
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

  /** The fields of the field. */
  inside(): ProtoReader {
    return new ProtoReader(this.#bytes, this.start, this.end);
  }

  /** Moves to the last field of a number that has bytes. @returns false where there is none */
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
