import { randomBytes } from 'node:crypto';
import { Opaque, bsonType } from './value.ts';

const machine = randomBytes(5);
let counter = randomBytes(3).readUIntBE(0, 3);

/** A new object id, for documents that came without an `_id`. */
export function newObjectId(): Opaque {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(Math.floor(Date.now() / 1000));
  machine.copy(bytes, 4);
  counter = (counter + 1) & 0xffffff;
  bytes.writeUIntBE(counter, 9, 3);
  return new Opaque(bsonType.objectId, bytes);
}
