import { MongoError, refuse } from '../error.ts';
import { leafOf } from '../query/path.ts';
import { Row } from '../query/rows.ts';
import { type Fields, type RawDocument } from '../wire/raw-document.ts';
import { doc, isDoc, type Value } from '../wire/value.ts';
import { type Catalog, type Collection, idIndex, type Index } from './catalog.ts';
import { composeKey, keyOf } from './key.ts';
import { under } from './key-range.ts';
import { numberOf, placeOf } from './place.ts';
import { maxKeySize, type Store } from './store.ts';

const maxDocumentSize = 16 * 1024 * 1024;

/**
 * The documents of a collection with their index entries; both change together. Good for one `store.write`, within
 * which no other command changes the collection.
 */
export class Documents {
  readonly #store: Store;
  readonly #catalog: Catalog;
  readonly #namespace: string;
  #collection: Collection | undefined;
  #nextNumber: number | undefined;

  constructor(store: Store, catalog: Catalog, namespace: string) {
    this.#store = store;
    this.#catalog = catalog;
    this.#namespace = namespace;
    this.#collection = catalog.get(namespace);
  }

  find(id: Value): Row | undefined {
    const collection = this.#collection;
    return collection && !Array.isArray(id) ? this.#rowAt(this.#store.get(idKey(collection, id))) : undefined;
  }

  /** The document at a place, if it is one of this collection. */
  at(place: Buffer): Row | undefined {
    // A collection that was dropped in the meantime leaves its documents for a while.
    const isOwn = this.#collection !== undefined && place.indexOf(this.#collection.documents) === 0;
    return isOwn ? this.#rowAt(place) : undefined;
  }

  /** Stores a new document, whose first field is its `_id`. @returns the `_id` */
  insert(document: RawDocument): Value {
    const collection = (this.#collection ??= this.#catalog.getOrCreate(this.#namespace));
    checkSize(document, 'BSONObjectTooLarge', 'object to insert');
    const _id = checkId(document.get('_id'));
    const keys = this.#keysOf(document);
    const place = this.#nextPlace(collection);
    for (const [n, key] of keys.entries()) {
      if (key && n > 0) this.#store.put(key, place);
      else if (key && !this.#store.add(key, place)) throw duplicateKey(this.#namespace, _id);
    }
    this.#store.put(place, document.bytes);
    return _id;
  }

  /** Stores another document with the same `_id`. @returns whether anything changed */
  replace(row: Row, document: RawDocument): boolean {
    if (document.bytes.equals(row.bytes)) return false;
    checkSize(document, 17419, 'Resulting document after update');
    const [before, after] = [this.#keysOf(row), this.#keysOf(document)];
    for (const [n, key] of after.entries()) {
      const formerKey = before[n];
      if (key && formerKey?.equals(key)) continue;
      if (formerKey) this.#store.remove(formerKey);
      if (key) this.#store.put(key, row.place);
    }
    this.#store.put(row.place, document.bytes);
    return true;
  }

  remove(row: Row): void {
    for (const key of this.#keysOf(row)) if (key) this.#store.remove(key);
    this.#store.remove(row.place);
  }

  /** Adds a stored document to a new index. */
  fill(index: Index, row: Row): void {
    const key = entryKey(index, row);
    if (key) this.#store.put(key, row.place);
  }

  /** A place behind all documents: documents that are inserted together are stored and read together. */
  #nextPlace(collection: Collection): Buffer {
    if (this.#nextNumber === undefined) {
      const [last] = this.#store.range({ ...under(collection.documents), reverse: true, limit: 1 });
      this.#nextNumber = last ? numberOf(collection, last.key) + 1 : 0;
    }
    return placeOf(collection, this.#nextNumber++);
  }

  #keysOf(document: Fields): readonly (Buffer | undefined)[] {
    return (this.#collection?.indexes ?? []).map((index) => entryKey(index, document));
  }

  #rowAt(place: Buffer | undefined): Row | undefined {
    const bytes = place && this.#store.get(place);
    return bytes && new Row(bytes, place);
  }
}

const idKey = (collection: Collection, id: Value): Buffer =>
  indexKey(idIndex(collection), new Map([['_id', id]]), Infinity);

/** The key of a document in an index; undefined for a document that a sparse index omits. */
const entryKey = (index: Index, document: Fields): Buffer | undefined =>
  index.isSparse && index.fields.every(({ parts }) => leafOf(document, parts) === undefined)
    ? undefined
    : indexKey(index, document);

/**
 * The key of a document in an index. It has the `_id`, so that documents with equal values have different keys.
 * @throws MongoError for an array on a path, or a key that is too long
 */
function indexKey(index: Index, document: Fields, longest = maxKeySize): Buffer {
  const { name, tree, fields, hasSuffix } = index;
  const key = composeKey((writer) => {
    writer.bytes(tree);
    for (const { parts, descending } of fields) {
      const value = leafOf(document, parts) ?? null;
      if (Array.isArray(value))
        refuse('CannotIndexParallelArrays', `an array in the index ${name} is not supported by this server`);
      writer.value(value, descending);
    }
    if (hasSuffix) writer.value(document.get('_id') ?? null, false);
  });
  return key.length <= longest
    ? key
    : refuse(17280, `an index key or _id of ${key.length} bytes is too large`);
}

function checkSize({ bytes }: RawDocument, code: 'BSONObjectTooLarge' | 17419, what: string): void {
  if (bytes.length > maxDocumentSize)
    refuse(code, `${what} is too large: ${bytes.length} bytes, at most ${maxDocumentSize}`);
}

function checkId(id: Value | undefined): Value {
  if (id === undefined) return refuse('BadValue', 'a document needs an _id');
  if (Array.isArray(id)) refuse('InvalidIdField', 'the _id cannot be an array');
  const special = isDoc(id) ? [...id.keys()].find((name) => name.startsWith('$')) : undefined;
  if (special !== undefined)
    refuse('DollarPrefixedFieldName', `_id fields may not contain '$'-prefixed fields: ${special}`);
  return id;
}

/** The refusal of a document whose `_id` exists, in the words that clients parse. */
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
