import { decode } from './bson.ts';
import { type Index } from './catalog.ts';
import { MongoError } from './error.ts';
import { getAt } from './update-path.ts';
import { type Doc, type Value } from './value.ts';

/** Refuses a document for what another one has in a unique index, in the words that clients look for. */
export function duplicateKey(namespace: string, index: Index, bytes: Buffer): MongoError {
  const document = decode(bytes);
  const keyPattern: Doc = new Map(index.fields.map(({ path, descending }) => [path, descending ? -1 : 1]));
  const keyValue: Doc = new Map(
    index.fields.map(({ path, parts }) => [path, getAt(document, parts) ?? null]),
  );
  const message = `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: ${shown(keyValue)}`;
  return new MongoError(
    'DuplicateKey',
    message,
    new Map([
      ['keyPattern', keyPattern],
      ['keyValue', keyValue],
    ]),
  );
}

/** A value for a message, roughly as a shell shows it. */
function shown(value: Value): string {
  if (value instanceof Map)
    return `{ ${[...value].map(([name, field]) => `${name}: ${shown(field)}`).join(', ')} }`;
  if (Array.isArray(value)) return `[ ${value.map(shown).join(', ')} ]`;
  if (typeof value === 'object' && value !== null)
    return 'bytes' in value ? `0x${value.bytes.toString('hex')}` : String(value.value);
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
