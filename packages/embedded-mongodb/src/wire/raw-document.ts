import { check, type Element, elementsOf, nameOf, readValue } from './decode.ts';
import { bsonType, type Doc, Opaque, type Value } from './value.ts';

/** A document: decoded, or as its bytes. */
export type Fields = Doc | RawDocument;

export const isFields = (value: unknown): value is Fields =>
  value instanceof Map || value instanceof RawDocument;

/** A document kept as its bytes. Only the fields that are asked for are decoded, each of them once. */
export class RawDocument extends Opaque {
  #elements: readonly Element[] | undefined;
  #values: Map<string, Value | undefined> | undefined;

  constructor(bytes: Buffer) {
    super(bsonType.document, bytes);
  }

  /**
   * The value of a field; the last one if several have the name.
   * @throws MongoError as `decode` does
   */
  get(name: string): Value | undefined {
    const values = (this.#values ??= new Map<string, Value | undefined>());
    const known = values.get(name);
    if (known !== undefined || values.has(name)) return known;
    const element = this.#find(name);
    const value = element && readValue(this.bytes, element, 0);
    values.set(name, value);
    return value;
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  get size(): number {
    return this.#all().length;
  }

  isNull(name: string): boolean {
    return this.#find(name)?.[0] === bsonType.null;
  }

  keys(): string[] {
    return this.#all().map((element) => nameOf(this.bytes, element));
  }

  /** As `get`, but a document is checked and stays bytes. */
  getRaw(name: string): Value | undefined {
    const element = this.#find(name);
    if (element?.[0] !== bsonType.document) return this.get(name);
    const [, , , at, length] = element;
    return new RawDocument(this.bytes.subarray(at, at + length)).check();
  }

  /**
   * Checks the whole document before it is stored.
   * @throws MongoError as `decode` does
   */
  check(): this {
    check(this.bytes, this.#all(), 0);
    return this;
  }

  /** All fields: those that are wanted are decoded, the others stay bytes. */
  fields(wanted: ReadonlySet<string>): Doc {
    const fields: Doc = new Map();
    for (const element of this.#all()) {
      const [type, , , at, length] = element;
      const name = nameOf(this.bytes, element);
      const isDecoded = wanted.has(name);
      const value = isDecoded
        ? readValue(this.bytes, element, 0)
        : new Opaque(type, this.bytes.subarray(at, at + length));
      fields.set(name, value);
    }
    return fields;
  }

  /** Whether the first field is an operator. */
  get isOperators(): boolean {
    return this.bytes[firstNameAt] === dollar;
  }

  /** The name of the first field that begins with a dollar sign, as operators do. */
  get operator(): string | undefined {
    const found = this.#all().find(([, nameAt]) => this.bytes[nameAt] === dollar);
    return found && nameOf(this.bytes, found);
  }

  /** The bytes of a document without the fields that are not wanted. */
  pick(isWanted: (name: string) => boolean): Buffer {
    const picked = Buffer.allocUnsafe(this.bytes.length);
    let end = 4;
    for (const element of this.#all()) {
      const [, nameAt, , at, length] = element;
      if (isWanted(nameOf(this.bytes, element))) end += this.bytes.copy(picked, end, nameAt - 1, at + length);
    }
    picked[end++] = 0;
    picked.writeInt32LE(end, 0);
    return picked.subarray(0, end);
  }

  #all(): readonly Element[] {
    return (this.#elements ??= elementsOf(this.bytes, 0, 0));
  }

  #find(name: string): Element | undefined {
    const all = this.#all();
    for (let i = all.length - 1; i >= 0; i--) {
      const element = all[i];
      if (element?.[2] === name.length && isPlainText(this.bytes, element[1], name)) return element;
    }
    return hasOthers.test(name) ? all.findLast((element) => nameOf(this.bytes, element) === name) : undefined;
  }
}

/** The first name is behind the size and a type. */
const firstNameAt = 5;
const dollar = 36;

const hasOthers = /[^\0-\x7f]/;

/** Whether bytes are a text of ASCII characters, which nearly all names are: no string is made of the bytes. */
function isPlainText(bytes: Buffer, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const byte = bytes[start + i] ?? 0;
    if (byte > 127 || byte !== text.charCodeAt(i)) return false;
  }
  return true;
}
