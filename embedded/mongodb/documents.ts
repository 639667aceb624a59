import { encode } from './bson-write.ts';
import { type Catalog, type Collection, type Index } from './catalog.ts';
import { MongoError, refuse } from './error.ts';
import { checkKey, documentKey, indexKeys } from './index-keys.ts';
import { keyOf } from './key.ts';
import { type Store } from './store.ts';
import { bsonType, typeOf, type Doc, type Value } from './value.ts';

const maxDocumentSize = 16 * 1024 * 1024;

/**
 * The documents of a collection with their index entries; both change together. Good for one `store.write`, within
 * which nobody else changes the collection.
 */
export interface Documents {
  /** Stores a new document, whose first field is its `_id`. */
  insert(document: Doc): void;
  /** Stores another document with the same `_id`; answers whether anything changed. */
  replace(idKey: Buffer, before: Doc, beforeBytes: Buffer, document: Doc): boolean;
  remove(idKey: Buffer, document: Doc): void;
  /** Fills a new index from the documents there are. */
  fill(index: Index, document: Doc, idKey: Buffer): void;
}

interface Change {
  readonly index: Index;
  readonly added: readonly Buffer[];
  readonly removed: readonly Buffer[];
  readonly multikey: boolean;
}

export function openDocuments(store: Store, catalog: Catalog, namespace: string): Documents {
  let known: Collection | undefined;
  const collection = (): Collection => (known ??= catalog.getOrCreate(namespace));

  const check = (index: Index, added: readonly Buffer[], idKey: Buffer, document: Doc): void => {
    if (!index.unique) return;
    for (const key of added) {
      const holder = store.get(key);
      if (holder !== undefined && !holder.equals(idKey)) throw duplicateKey(namespace, index, document);
    }
  };
  const apply = (changes: readonly Change[], idKey: Buffer): void => {
    for (const { index, added, removed, multikey } of changes) {
      for (const key of removed) store.remove(key);
      for (const key of added) store.put(key, idKey);
      if (multikey && !index.multikey) known = markMultikey(catalog, namespace, index);
    }
  };
  /** Everything that can be refused is looked at before anything is written. */
  const changes = (idKey: Buffer, before: Doc | undefined, after: Doc | undefined): Change[] =>
    collection().secondary.map((index) => {
      const old = before ? indexKeys(index, before, idKey) : [];
      const now = after ? indexKeys(index, after, idKey) : [];
      const change = {
        index,
        added: without(now, old),
        removed: without(old, now),
        multikey: now.length > 1,
      };
      if (after) check(index, change.added, idKey, after);
      return change;
    });

  return {
    insert: (document) => {
      const id = checkId(document.get('_id'));
      const idKey = keyOf(id);
      const { primary } = collection();
      const key = checkKey(documentKey(collection(), idKey));
      const bytes = encodeChecked(document);
      if (store.get(key) !== undefined) throw duplicateKey(namespace, primary, document);
      const made = changes(idKey, undefined, document);
      store.put(key, bytes);
      apply(made, idKey);
    },
    replace: (idKey, before, beforeBytes, document) => {
      const bytes = encodeChecked(document);
      if (bytes.equals(beforeBytes)) return false;
      const made = changes(idKey, before, document);
      store.put(documentKey(collection(), idKey), bytes);
      apply(made, idKey);
      return true;
    },
    remove: (idKey, document) => {
      apply(changes(idKey, document, undefined), idKey);
      store.remove(documentKey(collection(), idKey));
    },
    fill: (index, document, idKey) => {
      const keys = indexKeys(index, document, idKey);
      check(index, keys, idKey, document);
      apply([{ index, added: keys, removed: [], multikey: keys.length > 1 }], idKey);
    },
  };
}

function without(keys: readonly Buffer[], others: readonly Buffer[]): readonly Buffer[] {
  return others.length === 0 ? keys : keys.filter((key) => !others.some((other) => other.equals(key)));
}

function markMultikey(catalog: Catalog, namespace: string, { name }: Index): Collection {
  const collection = catalog.getOrCreate(namespace);
  if (collection.secondary.some((one) => one.name === name && one.multikey)) return collection;
  const secondary = collection.secondary.map((one) => (one.name === name ? { ...one, multikey: true } : one));
  const marked = { ...collection, secondary };
  catalog.save(marked);
  return marked;
}

function encodeChecked(document: Doc): Buffer {
  const bytes = encode(document);
  if (bytes.length <= maxDocumentSize) return bytes;
  return refuse(
    'BSONObjectTooLarge',
    `object to insert too large: ${bytes.length} bytes, at most ${maxDocumentSize}`,
  );
}

function checkId(id: Value | undefined): Value {
  if (id === undefined) return refuse('BadValue', 'a document needs an _id');
  const type = typeOf(id);
  if (type === bsonType.array || type === bsonType.regex)
    refuse('InvalidIdField', 'the _id cannot be an array or a regex');
  return id;
}

function duplicateKey(namespace: string, index: Index, document: Doc): MongoError {
  const keyPattern: Doc = new Map(index.fields.map(({ path, descending }) => [path, descending ? -1 : 1]));
  const keyValue: Doc = new Map(index.fields.map(({ path, parts }) => [path, valueAt(document, parts)]));
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

function valueAt(document: Doc, parts: readonly string[]): Value {
  let node: Value = document;
  for (const part of parts) node = (node instanceof Map ? node.get(part) : undefined) ?? null;
  return node;
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
