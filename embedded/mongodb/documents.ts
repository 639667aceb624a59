import { decode, decodeFields, pick } from './bson.ts';
import { idIndex, type Catalog, type Collection, type Index } from './catalog.ts';
import { MongoError, refuse } from './error.ts';
import { indexKeys, indexedFields } from './index-keys.ts';
import { composeKey, keyOf, under } from './key.ts';
import { storedRow, type StoredRow } from './scan.ts';
import { type Store } from './store.ts';
import { getAt } from './update-path.ts';
import { bsonType, typeOf, type Doc, type Value } from './value.ts';

const maxDocumentSize = 16 * 1024 * 1024;

/**
 * The documents of a collection with their index entries; both change together. Good for one `store.write`, within
 * which nobody else changes the collection.
 */
export interface Documents {
  /** The collection, if there is one yet. */
  collection(): Collection | undefined;
  find(id: Value): StoredRow | undefined;
  /** Stores a new document, whose first field is its `_id`; answers that. */
  insert(document: Buffer): Value;
  /** Stores another document with the same `_id`; answers whether anything changed. */
  replace(row: StoredRow, document: Buffer): boolean;
  remove(row: StoredRow): void;
  /** Fills a new index from a document that is there. */
  fill(index: Index, document: Buffer, place: Buffer): void;
}

interface Change {
  readonly index: Index;
  readonly added: readonly Buffer[];
  readonly removed: readonly Buffer[];
  readonly multikey: boolean;
}

export function openDocuments(store: Store, catalog: Catalog, namespace: string): Documents {
  let known = catalog.get(namespace);
  let names = indexedFields(known);
  /** The key that was looked up last and led to nothing: an upsert need not look again. */
  let absent: Buffer | undefined;
  let lastPlace: Buffer | undefined;

  const made = (): Collection => {
    if (known) return known;
    known = catalog.getOrCreate(namespace);
    names = indexedFields(known);
    return known;
  };
  const check = (index: Index, added: readonly Buffer[], document: Buffer): void => {
    if (!index.unique) return;
    for (const key of added)
      if (!absent?.equals(key) && store.get(key)) throw duplicateKey(namespace, index, document);
  };
  const apply = (changes: readonly Change[], place: Buffer): void => {
    absent = undefined;
    for (const { index, added, removed, multikey } of changes) {
      for (const key of removed) store.remove(key);
      for (const key of added) store.put(key, place);
      if (multikey && !index.multikey) known = markMultikey(catalog, namespace, index);
    }
  };
  /** Everything that can be refused is looked at before anything is written. */
  const changes = (before: Buffer | undefined, after: Buffer | undefined, now?: Doc): Change[] => {
    const oldFields = before && decodeFields(before, names);
    const newFields = now ?? (after && decodeFields(after, names));
    const idKey = keyOf((newFields ?? oldFields)?.get('_id') ?? null);
    return made().indexes.map((index) => {
      const old = oldFields ? indexKeys(index, oldFields, idKey) : [];
      const keys = newFields ? indexKeys(index, newFields, idKey) : [];
      const added = without(keys, old);
      if (after) check(index, added, after);
      return { index, added, removed: without(old, keys), multikey: keys.length > 1 };
    });
  };
  /** Behind all documents: those that come together lie together, and are read together. */
  const nextPlace = ({ documents }: Collection): Buffer => {
    const [last] = lastPlace ? [] : store.range({ ...under(documents), reverse: true, limit: 1 });
    return (lastPlace = placeAfter(documents, lastPlace ?? last?.key));
  };

  return {
    collection: () => known,
    find: (id) => {
      if (!known) return undefined;
      const { tree } = idIndex(known);
      const key = composeKey((writer) => {
        writer.bytes(tree);
        writer.value(id, false);
      });
      const place = store.get(key);
      absent = place ? undefined : key;
      const bytes = place && store.get(place);
      return bytes && storedRow(bytes, place);
    },
    insert: (document) => {
      const collection = made();
      const fields = decodeFields(checkSize(document), names);
      const id = checkId(fields.get('_id'));
      const entries = changes(undefined, document, fields);
      const place = nextPlace(collection);
      store.put(place, document);
      apply(entries, place);
      return id;
    },
    replace: ({ place, bytes }, document) => {
      if (checkSize(document).equals(bytes)) return false;
      const indexed = (one: Buffer): Buffer => pick(one, (name) => names.has(name));
      const entries = indexed(bytes).equals(indexed(document)) ? [] : changes(bytes, document);
      store.put(place, document);
      apply(entries, place);
      return true;
    },
    remove: ({ place, bytes }) => {
      apply(changes(bytes, undefined), place);
      store.remove(place);
    },
    fill: (index, document, place) => {
      const fields = decode(document);
      const keys = indexKeys(index, fields, keyOf(fields.get('_id') ?? null));
      check(index, keys, document);
      apply([{ index, added: keys, removed: [], multikey: keys.length > 1 }], place);
    },
  };
}

function without(keys: readonly Buffer[], others: readonly Buffer[]): readonly Buffer[] {
  return others.length === 0 ? keys : keys.filter((key) => !others.some((other) => other.equals(key)));
}

function markMultikey(catalog: Catalog, namespace: string, { name }: Index): Collection {
  const collection = catalog.getOrCreate(namespace);
  if (collection.indexes.some((one) => one.name === name && one.multikey)) return collection;
  const indexes = collection.indexes.map((one) => (one.name === name ? { ...one, multikey: true } : one));
  const marked = { ...collection, indexes };
  catalog.save(marked);
  return marked;
}

/** Places are numbers of six bytes behind the prefix of the documents. */
function placeAfter(documents: Buffer, last: Buffer | undefined): Buffer {
  const number = last ? last.readUIntBE(documents.length, 6) + 1 : 0;
  const place = Buffer.concat([documents, Buffer.alloc(6)]);
  place.writeUIntBE(number, documents.length, 6);
  return place;
}

function checkSize(document: Buffer): Buffer {
  if (document.length <= maxDocumentSize) return document;
  return refuse(
    'BSONObjectTooLarge',
    `object to insert too large: ${document.length} bytes, at most ${maxDocumentSize}`,
  );
}

function checkId(id: Value | undefined): Value {
  if (id === undefined) return refuse('BadValue', 'a document needs an _id');
  const type = typeOf(id);
  if (type === bsonType.array || type === bsonType.regex)
    refuse('InvalidIdField', 'the _id cannot be an array or a regex');
  return id;
}

function duplicateKey(namespace: string, index: Index, bytes: Buffer): MongoError {
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
