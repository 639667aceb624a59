import { randomBytes } from 'node:crypto';
import { encodeBefore } from '../wire/encode.ts';
import { RawDocument } from '../wire/raw-document.ts';
import { bsonType, Opaque, type Value } from '../wire/value.ts';

/** A document as it is stored: the `_id` first, a new one if it has none. */
export function withIdFirst(document: RawDocument): RawDocument {
  // The first name is behind the size and a type.
  if (document.bytes.toString('latin1', 5, 9) === '_id\0') return document;
  const id = document.get('_id');
  return id === undefined
    ? withId(newObjectId(), document.bytes)
    : withId(
        id,
        document.pick((name) => name !== '_id'),
      );
}

/** A document that has no `_id` yet, with this one. */
export const withId = (id: Value, others: Buffer): RawDocument =>
  new RawDocument(encodeBefore('_id', id, others));

const machine = randomBytes(5);
let counter = randomBytes(3).readUIntBE(0, 3);

export function newObjectId(): Opaque {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(Math.floor(Date.now() / 1000));
  machine.copy(bytes, 4);
  counter = (counter + 1) & 0xffffff;
  bytes.writeUIntBE(counter, 9, 3);
  return new Opaque(bsonType.objectId, bytes);
}
