import { MongoError, refuse } from '../error.ts';
import { leafOf } from '../query/path.ts';
import { Row } from '../query/rows.ts';
import { decodeFields } from '../wire/decode.ts';
import { type Doc, doc, isDoc, type Value } from '../wire/value.ts';
import { type Catalog, type Collection, idIndex, type Index } from './catalog.ts';
import { composeKey, keyOf } from './key.ts';
import { under } from './key-range.ts';
import { maxKeySize, type Store } from './store.ts';

const maxDocumentSize = 16 * 1024 * 1024;

/**
 * The documents of a collection with their index entries; both change together. Good for one `store.write`, within
 * which nobody else changes the collection.
 */
export interface Documents {
  /** The collection, if there is one yet. */
  collection(): Collection | undefined;
  find(id: Value): Row | undefined;
  /** What is stored under a key of this collection. */
  at(place: Buffer): Row | undefined;
  /** Stores a new document, whose first field is its `_id`; answers that. */
  insert(document: Buffer): Value;
  /** Stores another document with the same `_id`; answers whether anything changed. */
  replace(row: Row, document: Buffer): boolean;
  remove(row: Row): void;
  /** Fills a new index from a document that is there. */
  fill(index: Index, document: Row): void;
}

export function openDocuments(store: Store, catalog: Catalog, namespace: string): Documents {
  let known = catalog.get(namespace);
  let nextNumber: number | undefined;

  /** The fields of a document that have to be read to index it. */
  const indexed = (document: Buffer): Doc => decodeFields(document, known ? indexedNames(known) : noNames);
  /** Behind all documents: those that come together lie together, and are read together. */
  const nextPlace = ({ documents }: Collection): Buffer => {
    if (nextNumber === undefined) {
      const [last] = store.range({ ...under(documents), reverse: true, limit: 1 });
      nextNumber = last ? last.key.readUIntBE(documents.length, 6) + 1 : 0;
    }
    const place = Buffer.concat([documents, Buffer.alloc(6)]);
    place.writeUIntBE(nextNumber++, documents.length, 6);
    return place;
  };
  const keysOf = (fields: Doc): readonly (Buffer | undefined)[] =>
    (known?.indexes ?? []).map((index) => entryKey(index, fields));
  const at = (place: Buffer | undefined): Row | undefined => {
    const bytes = place && store.get(place);
    return bytes && new Row(bytes, place);
  };

  return {
    collection: () => known,
    find: (id) => (known && !Array.isArray(id) ? at(store.get(idKey(known, id))) : undefined),
    // A collection that was dropped meanwhile leaves its documents for a while.
    at: (place) => (known && place.indexOf(known.documents) === 0 ? at(place) : undefined),
    insert: (document) => {
      const collection = (known ??= catalog.getOrCreate(namespace));
      checkSize(document, 'BSONObjectTooLarge', 'object to insert');
      const fields = indexed(document);
      const _id = checkId(fields.get('_id'));
      const [id, ...others] = keysOf(fields);
      const place = nextPlace(collection);
      if (id && !store.add(id, place)) throw duplicateKey(namespace, _id);
      store.put(place, document);
      for (const key of others) if (key) store.put(key, place);
      return _id;
    },
    replace: ({ place, bytes: old }, document) => {
      if (document.equals(old)) return false;
      checkSize(document, 17419, 'Resulting document after update');
      const [before, after] = [keysOf(indexed(old)), keysOf(indexed(document))];
      for (const [n, key] of after.entries()) {
        const gone = before[n];
        if (key && gone?.equals(key)) continue;
        if (gone) store.remove(gone);
        if (key) store.put(key, place);
      }
      store.put(place, document);
      return true;
    },
    remove: ({ place, bytes }) => {
      for (const key of keysOf(indexed(bytes))) if (key) store.remove(key);
      store.remove(place);
    },
    fill: (index, { place, bytes }) => {
      const key = entryKey(index, indexed(bytes));
      if (key) store.put(key, place);
    },
  };
}

const noNames: ReadonlySet<string> = new Set();
const namesByCollection = new WeakMap<Collection, ReadonlySet<string>>();

/** The names of the fields that the indexes of a collection are made of. */
function indexedNames(collection: Collection): ReadonlySet<string> {
  const known = namesByCollection.get(collection);
  if (known) return known;
  const names = new Set(
    collection.indexes.flatMap(({ fields }) => fields.map(({ parts }) => parts[0] ?? '')),
  );
  namesByCollection.set(collection, names);
  return names;
}

const idKey = (collection: Collection, id: Value): Buffer =>
  indexKey(idIndex(collection), new Map([['_id', id]]), Infinity);

/** The key under which an index holds a document; undefined for a document that a sparse index leaves out. */
const entryKey = (index: Index, document: Doc): Buffer | undefined =>
  index.isSparse &&
  index.fields.every(({ parts }) => leafOf(document, parts, refuseArray(index)) === undefined)
    ? undefined
    : indexKey(index, document);

const refuseArray =
  ({ name }: Index) =>
  (): never =>
    refuse('CannotIndexParallelArrays', `an array in the index ${name} is not supported by this server`);

/**
 * The key under which an index holds a document. It has the `_id`, so that equal values can stand side by side.
 * @throws MongoError where an array stands on a path, or the key is too long
 */
function indexKey(index: Index, document: Doc, longest = maxKeySize): Buffer {
  const { tree, fields, hasSuffix } = index;
  const onArray = refuseArray(index);
  const key = composeKey((writer) => {
    writer.bytes(tree);
    for (const { parts, descending } of fields)
      writer.value(leafOf(document, parts, onArray) ?? null, descending);
    if (hasSuffix) writer.value(document.get('_id') ?? null, false);
  });
  return key.length <= longest
    ? key
    : refuse(17280, `an index key or _id of ${key.length} bytes is too large`);
}

function checkSize(document: Buffer, code: 'BSONObjectTooLarge' | 17419, what: string): void {
  if (document.length > maxDocumentSize)
    refuse(code, `${what} is too large: ${document.length} bytes, at most ${maxDocumentSize}`);
}

function checkId(id: Value | undefined): Value {
  if (id === undefined) return refuse('BadValue', 'a document needs an _id');
  if (Array.isArray(id)) refuse('InvalidIdField', 'the _id cannot be an array');
  const special = isDoc(id) ? [...id.keys()].find((name) => name.startsWith('$')) : undefined;
  if (special !== undefined)
    refuse('DollarPrefixedFieldName', `_id fields may not contain '$'-prefixed fields: ${special}`);
  return id;
}

/** Refuses a document for its `_id`, which another one has, in the words that clients look for. */
function duplicateKey(namespace: string, _id: Value): MongoError {
  const message = `E11000 duplicate key error collection: ${namespace} index: _id_ dup key: { _id: ${shown(_id)} }`;
  return new MongoError('DuplicateKey', message, { keyPattern: doc({ _id: 1 }), keyValue: doc({ _id }) });
}

/** A value for a message, roughly as a shell shows it. */
function shown(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return 'bytes' in value ? `0x${value.bytes.toString('hex')}` : `0x${keyOf(value).toString('hex')}`;
}
