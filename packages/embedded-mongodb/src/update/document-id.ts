import { randomBytes } from 'node:crypto';
import { decodeFields, pick } from '../wire/decode.ts';
import { encodeBefore } from '../wire/encode.ts';
import { bsonType, Opaque, type Value } from '../wire/value.ts';

const onlyId: ReadonlySet<string> = new Set(['_id']);
export const idOf = (bytes: Buffer): Value | undefined => decodeFields(bytes, onlyId).get('_id');

/** A document as it is stored: the `_id` first, a new one if it has none. */
export function withIdFirst(document: Buffer): Buffer {
  // Behind the size and the type.
  if (document.toString('latin1', 5, 9) === '_id\0') return document;
  const id = idOf(document);
  if (id === undefined) return encodeBefore('_id', newObjectId(), document);
  return encodeBefore(
    '_id',
    id,
    pick(document, (name) => name !== '_id'),
  );
}

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
